import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { CardProblem } from '../entities.ts'
import { PONDER_STATUSES, PonderId, PonderView } from './model.ts'

const Text = z.string().trim().min(1).max(200_000)
const Reason = z.string().trim().min(1).max(2000)

export const create = contract({
  name: 'ponder.create',
  summary: 'Begin to ponder something that is not yet work: a question, a direction.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    title: z.string().trim().min(1).max(200),
    brief: Text.optional().describe('What it is about, in markdown.'),
    tags: z.array(z.string().trim().min(1).max(60)).max(20).optional(),
    origin: z.string().trim().min(1).max(300).optional(),
  }),
  output: PonderView,
  mounts: {
    mcp: { tool: 'board_ponder', action: 'create' },
    cli: {
      path: 'ponder create',
      positionals: ['title'],
      text: 'brief',
      example: 'furrow ponder create "One login for all products?"',
    },
    http: { route: 'POST /api/ponders' },
  },
})

export const list = contract({
  name: 'ponder.list',
  summary: 'What is pondered.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ status: z.enum(PONDER_STATUSES).optional() }),
  output: z.object({ ponders: z.array(PonderView), problems: z.array(CardProblem) }),
  mounts: {
    mcp: { tool: 'board_ponder', action: 'list' },
    cli: { path: 'ponder list', example: 'furrow ponder list --status exploring' },
    http: { route: 'GET /api/ponders' },
  },
})

export const show = contract({
  name: 'ponder.show',
  summary: 'A ponder with its brief and what was captured.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ id: PonderId }),
  output: PonderView,
  mounts: {
    mcp: { tool: 'board_ponder', action: 'show' },
    cli: { path: 'ponder show', positionals: ['id'], example: 'furrow ponder show one-login' },
    http: { route: 'GET /api/ponders/:id' },
  },
})

export const artifact = contract({
  name: 'ponder.artifact',
  summary: 'One text that was captured for a ponder.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ id: PonderId, name: Id }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    path: z.string(),
    content: z.string(),
    revision: z.string(),
  }),
  mounts: {
    mcp: { tool: 'board_ponder', action: 'artifact' },
    cli: {
      path: 'ponder artifact',
      positionals: ['id', 'name'],
      example: 'furrow ponder artifact one-login providers',
    },
    http: { route: 'GET /api/ponders/:id/artifacts/:name' },
  },
})

export const capture = contract({
  name: 'ponder.capture',
  summary: 'Keep a text with a ponder: a result, an answer, a sketch.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: PonderId, name: Id.describe('The name of the text, without .md'), content: Text }),
  output: PonderView,
  mounts: {
    mcp: { tool: 'board_ponder', action: 'capture' },
    cli: {
      path: 'ponder capture',
      positionals: ['id', 'name'],
      text: 'content',
      example: 'furrow ponder capture one-login providers --content @notes.md',
    },
    http: { route: 'PUT /api/ponders/:id/artifacts/:name' },
  },
})

export const session = contract({
  name: 'ponder.session',
  summary: 'Write down one sitting: what was thought, what is open.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: PonderId, content: Text }),
  output: PonderView,
  mounts: {
    mcp: { tool: 'board_ponder', action: 'session' },
    cli: {
      path: 'ponder session',
      positionals: ['id'],
      text: 'content',
      example: 'furrow ponder session one-login --content "Keycloak looks right."',
    },
    http: { route: 'POST /api/ponders/:id/sessions' },
  },
})

export const move = contract({
  name: 'ponder.move',
  summary: 'Explore on, converge, or park a ponder with a reason.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    id: PonderId,
    status: z.enum(['exploring', 'converging', 'parked']),
    reason: Reason.optional().describe('Why it is parked; needed to park it.'),
  }),
  output: PonderView,
  mounts: {
    mcp: { tool: 'board_ponder', action: 'move' },
    cli: { path: 'ponder move', positionals: ['id', 'status'], example: 'furrow ponder move one-login converging' },
    http: { route: 'POST /api/ponders/:id/move' },
  },
})

export const commit = contract({
  name: 'ponder.commit',
  summary: 'Say what a ponder became: a feature, a milestone, a task. The target has to be there.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    id: PonderId,
    target: z
      .string()
      .regex(
        /^(?:feature|milestone|investigation|change):[a-z0-9][a-z0-9-]*$/,
        'is not a target such as feature:single-sign-on',
      )
      .max(140)
      .describe('feature:<id>, milestone:<id>, investigation:<id> or change:<id>'),
  }),
  output: PonderView,
  mounts: {
    mcp: { tool: 'board_ponder', action: 'commit' },
    cli: {
      path: 'ponder commit',
      positionals: ['id', 'target'],
      example: 'furrow ponder commit one-login feature:single-sign-on',
    },
    http: { route: 'POST /api/ponders/:id/commit' },
  },
})
