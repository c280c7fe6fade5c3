import * as z from 'zod'
import { contract } from '../operation/contract.ts'
import { Id, RepoPath } from '../operation/ids.ts'
import { ReviewProblem, ReviewThread, ReviewThreadId, Side } from './model.ts'

const Text = z.string().trim().min(1).max(20_000)
const Line = z.int().min(1).max(10_000_000)

export const comment = contract({
  name: 'review.comment',
  summary: 'Comment on lines of a document, or of what an agent run changed. The comment is a file beside the work.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    path: RepoPath.describe('The document; with a run, the changed file.'),
    line: Line.describe('Counted from 1.'),
    text: Text.describe('The comment, in markdown.'),
    end_line: Line.optional().describe('The last line, when it is about several.'),
    quote: z.string().max(100_000).optional().describe('Refuse when the lines say something else.'),
    run: Id.optional().describe('The agent run whose changes are meant.'),
    side: Side.optional().describe('With a run: the text before (old) or after it.'),
  }),
  output: ReviewThread,
  mounts: {
    mcp: { tool: 'review', action: 'comment' },
    cli: {
      path: 'review comment',
      positionals: ['path', 'line', 'text'],
      text: 'text',
      example: 'furrow review comment sdd/requirements.md 12 "Which users?"',
    },
    http: { route: 'POST /api/reviews' },
  },
})

export const reply = contract({
  name: 'review.reply',
  summary: 'Answer a review comment.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: ReviewThreadId, text: Text }),
  output: ReviewThread,
  mounts: {
    mcp: { tool: 'review', action: 'reply' },
    cli: {
      path: 'review reply',
      positionals: ['id', 'text'],
      text: 'text',
      example: 'furrow review reply 20260102-101500-a1b "All users who can sign in."',
    },
    http: { route: 'POST /api/reviews/:id/reply' },
  },
})

export const resolve = contract({
  name: 'review.resolve',
  summary: 'Resolve a review thread. A thread that a person opened is resolved by a person.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: ReviewThreadId, text: Text.optional().describe('A last word.') }),
  output: ReviewThread,
  mounts: {
    mcp: { tool: 'review', action: 'resolve' },
    cli: { path: 'review resolve', positionals: ['id'], example: 'furrow review resolve 20260102-101500-a1b' },
    http: { route: 'POST /api/reviews/:id/resolve' },
  },
})

export const reopen = contract({
  name: 'review.reopen',
  summary: 'Open a resolved review thread again.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: ReviewThreadId, text: Text.optional().describe('Why.') }),
  output: ReviewThread,
  mounts: {
    mcp: { tool: 'review', action: 'reopen' },
    cli: { path: 'review reopen', positionals: ['id'], example: 'furrow review reopen 20260102-101500-a1b' },
    http: { route: 'POST /api/reviews/:id/reopen' },
  },
})

export const list = contract({
  name: 'review.list',
  summary: 'Review threads, and where their lines are now; without a path, those of all open work.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    path: RepoPath.optional().describe('A document, or a folder with all documents in it.'),
    run: Id.optional().describe('Only those on the changes of this agent run.'),
    state: z.enum(['open', 'resolved', 'all']).default('open'),
  }),
  output: z.object({ threads: z.array(ReviewThread), problems: z.array(ReviewProblem) }),
  mounts: {
    mcp: { tool: 'review', action: 'list', otherwise: true },
    cli: { path: 'review list', positionals: ['path'], example: 'furrow review list sdd/requirements.md' },
    http: { route: 'GET /api/reviews' },
  },
})
