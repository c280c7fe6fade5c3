import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { CardProblem } from '../entities.ts'
import { FeatureId } from '../features/model.ts'
import { FeedbackId, FeedbackView } from './model.ts'

const Text = z.string().trim().min(1).max(20_000)

export const add = contract({
  name: 'feedback.add',
  summary: 'Keep what somebody said about the product.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ text: Text, origin: z.string().trim().min(1).max(300).optional() }),
  output: FeedbackView,
  mounts: {
    mcp: { tool: 'board_feedback', action: 'add' },
    cli: {
      path: 'feedback add',
      positionals: ['text'],
      text: 'text',
      example: 'furrow feedback add "Signing out takes two clicks"',
    },
    http: { route: 'POST /api/feedback' },
  },
})

export const list = contract({
  name: 'feedback.list',
  summary: 'Feedback, by its state.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ status: z.enum(['open', 'promoted', 'archived']).optional() }),
  output: z.object({ feedback: z.array(FeedbackView), problems: z.array(CardProblem) }),
  mounts: {
    mcp: { tool: 'board_feedback', action: 'list' },
    cli: { path: 'feedback list', example: 'furrow feedback list --status open' },
    http: { route: 'GET /api/feedback' },
  },
})

export const enrich = contract({
  name: 'feedback.enrich',
  summary: 'Add what was found out about a piece of feedback.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: FeedbackId, text: Text }),
  output: FeedbackView,
  mounts: {
    mcp: { tool: 'board_feedback', action: 'enrich' },
    cli: {
      path: 'feedback enrich',
      positionals: ['id', 'text'],
      text: 'text',
      example: 'furrow feedback enrich f-001 "Three people said so"',
    },
    http: { route: 'POST /api/feedback/:id/enrich' },
  },
})

export const promote = contract({
  name: 'feedback.promote',
  summary: 'Turn feedback into work: a feature, a task on one, a ponder or an investigation. Both name each other.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    id: FeedbackId,
    to: z.enum(['feature', 'task', 'ponder', 'investigation']),
    feature: FeatureId.optional().describe('Of a task: its feature, else the current one.'),
    title: z.string().trim().min(1).max(200).optional().describe('Else its first line.'),
  }),
  output: FeedbackView,
  mounts: {
    mcp: { tool: 'board_feedback', action: 'promote' },
    cli: { path: 'feedback promote', positionals: ['id', 'to'], example: 'furrow feedback promote f-001 feature' },
    http: { route: 'POST /api/feedback/:id/promote' },
  },
})

export const archive = contract({
  name: 'feedback.archive',
  summary: 'Put feedback away with a reason; it stays readable.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: FeedbackId, reason: z.string().trim().min(1).max(2000) }),
  output: FeedbackView,
  mounts: {
    mcp: { tool: 'board_feedback', action: 'archive' },
    cli: {
      path: 'feedback archive',
      positionals: ['id'],
      example: 'furrow feedback archive f-001 --reason "Done in 1.4"',
    },
    http: { route: 'POST /api/feedback/:id/archive' },
  },
})
