import * as z from 'zod'
import { contract } from '../operation/contract.ts'
import { FollowedRun } from '../runs/model.ts'
import { IndexStatus, Purpose, SearchAnswer } from './model.ts'

export const index = contract({
  name: 'ask.index',
  summary: 'Bring the index of this codebase up to date, or rebuild it.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    rebuild: z.boolean().optional().describe('Rebuild it instead of reading only what has changed.'),
    detach: z.boolean().optional().describe('Let it go on by itself and print its id.'),
  }),
  output: FollowedRun,
  mounts: {
    cli: { path: 'ask index', follow: 'cancel', example: 'furrow ask index' },
    http: { route: 'POST /api/ask/index', statuses: [202], present: () => ({ status: 202 }) },
    mcp: { tool: 'ask_index', action: 'build' },
  },
})

export const status = contract({
  name: 'ask.status',
  summary: 'What the index of this codebase holds, and what was left out and why.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: IndexStatus,
  mounts: {
    cli: { path: 'ask status', example: 'furrow ask status' },
    http: { route: 'GET /api/ask/status' },
    mcp: { tool: 'ask_index', action: 'status' },
  },
})

export const search = contract({
  name: 'ask.search',
  summary: 'Find the passages of this codebase that answer a question, each with its file and lines.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    question: z.string().min(1).max(100_000).describe('A question, words, a symbol, a path, or the text of an issue.'),
    limit: z.number().int().min(1).max(50).default(5).describe('How many passages.'),
    purpose: Purpose.optional().describe(
      '`change` looks for code to edit, as for a bug report: tests and docs come last.',
    ),
  }),
  output: SearchAnswer,
  mounts: {
    cli: {
      path: 'ask search',
      positionals: ['question'],
      text: 'question',
      example: 'furrow ask search "where is the session cookie set?"',
    },
    http: { route: 'GET /api/ask/search' },
    mcp: { tool: 'ask_index', action: 'search' },
  },
})
