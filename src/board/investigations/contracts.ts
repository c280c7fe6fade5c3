import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { choiceOf } from '../../operation/names/choices.ts'
import { CardProblem } from '../entities.ts'
import { ALL_STEPS, INVESTIGATION_KINDS, InvestigationId, InvestigationView } from './model.ts'

const Text = z.string().trim().min(1).max(200_000)

export const create = contract({
  name: 'investigation.create',
  summary: 'Look into something step by step: the cause of a fault, how a part could evolve, a guideline.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    title: z.string().trim().min(1).max(200),
    kind: z.enum(INVESTIGATION_KINDS).default('root_cause'),
    context: Text.optional().describe('What is known: error lines, a result, a question.'),
    origin: z.string().trim().min(1).max(300).optional(),
  }),
  output: InvestigationView,
  mounts: {
    mcp: { tool: 'board_investigation', action: 'create' },
    cli: {
      path: 'investigation create',
      positionals: ['title'],
      text: 'context',
      example: 'furrow investigation create "Login fails after midnight" --context @errors.log',
    },
    http: { route: 'POST /api/investigations' },
  },
})

export const list = contract({
  name: 'investigation.list',
  summary: 'The investigations, by kind or state.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    kind: z.enum(INVESTIGATION_KINDS).optional(),
    status: z.enum(['in_progress', 'complete', 'parked']).optional(),
  }),
  output: z.object({ investigations: z.array(InvestigationView), problems: z.array(CardProblem) }),
  mounts: {
    mcp: { tool: 'board_investigation', action: 'list' },
    cli: { path: 'investigation list', example: 'furrow investigation list --kind root_cause' },
    http: { route: 'GET /api/investigations' },
  },
})

export const show = contract({
  name: 'investigation.show',
  summary: 'An investigation with its steps and what is written of them.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ id: InvestigationId }),
  output: InvestigationView,
  mounts: {
    mcp: { tool: 'board_investigation', action: 'show' },
    cli: { path: 'investigation show', positionals: ['id'], example: 'furrow investigation show login-fails' },
    http: { route: 'GET /api/investigations/:id' },
  },
})

export const text = contract({
  name: 'investigation.text',
  summary: 'What is written of one step of an investigation.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    id: InvestigationId,
    step: choiceOf(Id, ALL_STEPS).optional().describe('Else the current one.'),
  }),
  output: z.object({
    id: z.string(),
    step: z.string(),
    path: z.string(),
    content: z.string(),
    revision: z.string(),
  }),
  mounts: {
    mcp: { tool: 'board_investigation', action: 'text' },
    cli: {
      path: 'investigation text',
      positionals: ['id', 'step'],
      example: 'furrow investigation text login-fails triage',
    },
    http: { route: 'GET /api/investigations/:id/step' },
  },
})

export const write = contract({
  name: 'investigation.write',
  summary: 'Write the text of the current step.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: InvestigationId, content: Text }),
  output: InvestigationView,
  mounts: {
    mcp: { tool: 'board_investigation', action: 'write' },
    cli: {
      path: 'investigation write',
      positionals: ['id'],
      text: 'content',
      example: 'furrow investigation write login-fails --content @triage.md',
    },
    http: { route: 'PUT /api/investigations/:id/step' },
  },
})

export const advance = contract({
  name: 'investigation.advance',
  summary: 'Go on to the next step, when the text of this one is written; after the last it is complete.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: InvestigationId }),
  output: InvestigationView,
  mounts: {
    mcp: { tool: 'board_investigation', action: 'advance' },
    cli: { path: 'investigation advance', positionals: ['id'], example: 'furrow investigation advance login-fails' },
    http: { route: 'POST /api/investigations/:id/advance' },
  },
})

export const park = contract({
  name: 'investigation.park',
  summary: 'Leave an investigation for later, with a reason; or take it up again.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    id: InvestigationId,
    reason: z.string().trim().min(1).max(2000).optional().describe('Without one it is taken up again.'),
  }),
  output: InvestigationView,
  mounts: {
    mcp: { tool: 'board_investigation', action: 'park' },
    cli: {
      path: 'investigation park',
      positionals: ['id'],
      example: 'furrow investigation park login-fails --reason "It does not happen any more"',
    },
    http: { route: 'POST /api/investigations/:id/park' },
  },
})
