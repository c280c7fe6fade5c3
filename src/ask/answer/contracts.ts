import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id, RepoPath } from '../../operation/ids.ts'
import { AnswerMethod, Citation, ThreadId, Turn, TurnStatus } from '../threads/model.ts'

const Question = z.string().min(1).max(100_000)

/** What a question led to; `synthesis` is there as soon as somebody has written it. */
const Asked = z.object({
  thread_id: z.string(),
  turn_id: z.string(),
  status: TurnStatus,
  way: AnswerMethod.optional(),
  sources: z.array(Citation),
  synthesis: z.string().nullable(),
  run_id: z.string().optional(),
  problem: z.string().optional(),
  /** For whoever asked and answers itself: how, and where the answer goes. */
  instructions: z.string().optional(),
})

export const answer = contract({
  name: 'ask.answer',
  summary: 'Ask about this codebase: the passages that answer, cited by file and line, kept in a thread.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    question: Question.describe('In your own words; names of files and symbols help.'),
    thread_id: ThreadId.optional().describe('Go on in this thread.'),
    title: z.string().max(200).optional().describe('Of the new thread.'),
    origin: z.string().trim().min(1).max(300).optional(),
    way: AnswerMethod.optional().describe(
      'Who puts it into words: an agent, you yourself (client), or nobody (extract).',
    ),
  }),
  output: Asked,
  mounts: {
    mcp: { tool: 'ask_codebase', action: 'ask', otherwise: true },
    cli: {
      path: 'ask',
      positionals: ['question'],
      text: 'question',
      flags: { thread_id: 'thread' },
      example: 'furrow ask "Where does the session cookie come from?"',
    },
    http: { route: 'POST /api/tools/ama/answer', statuses: [202], present: () => ({ status: 202 }) },
  },
})

export const store = contract({
  name: 'ask.store',
  summary: 'Keep the answer that you wrote from the passages of a question.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    thread_id: ThreadId,
    turn_id: Id.describe('The question of that thread.'),
    synthesis: z.string().min(1).max(200_000).describe('The answer in markdown; cite as path:line.'),
  }),
  output: Asked,
  mounts: {
    mcp: { tool: 'ask_codebase', action: 'store' },
    cli: {
      path: 'ask store',
      positionals: ['thread_id', 'turn_id'],
      text: 'synthesis',
      example: 'furrow ask store 20260102-101500-a1b turn-001 --synthesis @answer.md',
    },
    http: { route: 'PATCH /api/tools/ama/threads/:thread_id/turns/:turn_id' },
  },
})

export const turn = contract({
  name: 'ask.turn',
  summary: 'One question of a thread and how far its answer is.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ thread_id: ThreadId, turn_id: Id }),
  output: Turn,
  mounts: {
    cli: {
      path: 'ask turn',
      positionals: ['thread_id', 'turn_id'],
      example: 'furrow ask turn 20260102-101500-a1b turn-001',
    },
    http: { route: 'GET /api/tools/ama/threads/:thread_id/turns/:turn_id' },
  },
})

export const file = contract({
  name: 'ask.file',
  summary: 'Lines of a file of this workspace, as a citation names them.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    path: RepoPath,
    from: z.int().min(1).default(1).describe('The first line.'),
    to: z.int().min(1).optional().describe('The last line; at most 4000 at a time.'),
  }),
  output: z.object({
    path: z.string(),
    from: z.number().int(),
    to: z.number().int(),
    /** How many lines the file has. */
    total: z.number().int(),
    lines: z.array(z.string()),
  }),
  mounts: {
    cli: { path: 'ask file', positionals: ['path', 'from', 'to'], example: 'furrow ask file src/login.ts 10 24' },
    http: { route: 'GET /api/ask/file' },
  },
})
