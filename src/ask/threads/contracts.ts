import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { ShownThread, Thread, ThreadId, ThreadProblem, ThreadRow, ToolName } from './model.ts'

const One = z.strictObject({ name: ToolName, id: ThreadId })
const Title = z.string().max(200)
const Tags = z.array(z.string().min(1).max(60)).max(30)

export const list = contract({
  name: 'thread.list',
  summary: 'Threads with the codebase, the newest first.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    name: ToolName,
    text: z.string().max(200).optional().describe('Words of the title, the tags, a question or an answer.'),
    deleted: z.boolean().default(false).describe('Those in the trash instead.'),
    limit: z.int().min(1).max(200).default(50),
    cursor: ThreadId.optional().describe('The `next` of the page before.'),
  }),
  output: z.object({
    threads: z.array(ThreadRow),
    errors: z.array(ThreadProblem).optional(),
    next: z.string().optional(),
  }),
  mounts: {
    mcp: { tool: 'ask_threads', action: 'list' },
    cli: { path: 'ask threads', example: 'furrow ask threads --text login' },
    http: { route: 'GET /api/tools/:name/threads' },
  },
})

export const show = contract({
  name: 'thread.show',
  summary: 'One thread with every question, answer and citation.',
  effect: 'read',
  authority: 'anyone',
  input: One,
  output: ShownThread,
  mounts: {
    mcp: { tool: 'ask_threads', action: 'show' },
    cli: { path: 'ask threads show', positionals: ['id'], example: 'furrow ask threads show 20260102-101500-a1b' },
    http: { route: 'GET /api/tools/:name/threads/:id' },
  },
})

export const create = contract({
  name: 'thread.create',
  summary: 'Begin an empty thread; a question without one begins its own.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ name: ToolName, title: Title.optional(), tags: Tags.optional() }),
  output: Thread,
  mounts: {
    mcp: { tool: 'ask_threads', action: 'create' },
    cli: { path: 'ask threads create', example: 'furrow ask threads create --title "How sign-in works"' },
    http: { route: 'POST /api/tools/:name/threads', statuses: [201], present: () => ({ status: 201 }) },
  },
})

export const update = contract({
  name: 'thread.update',
  summary: 'Change the title or the tags of a thread.',
  effect: 'write',
  authority: 'anyone',
  input: One.extend({
    title: Title.optional().describe('Nothing gives it back the title of its first question.'),
    tags: Tags.optional().describe('All of them; the others go.'),
  }),
  output: Thread,
  mounts: {
    mcp: { tool: 'ask_threads', action: 'update' },
    cli: {
      path: 'ask threads edit',
      positionals: ['id'],
      example: 'furrow ask threads edit 20260102-101500-a1b --title "Sign-in" --tags login',
    },
    http: { route: 'PATCH /api/tools/:name/threads/:id' },
  },
})

export const remove = contract({
  name: 'thread.delete',
  summary: 'Put a thread into the trash; it can be restored for 30 days.',
  effect: 'write',
  authority: 'anyone',
  input: One.extend({ force: z.boolean().optional().describe('Also one that something was made from.') }),
  output: ThreadRow,
  mounts: {
    mcp: { tool: 'ask_threads', action: 'delete' },
    cli: { path: 'ask threads delete', positionals: ['id'], example: 'furrow ask threads delete 20260102-101500-a1b' },
    http: { route: 'DELETE /api/tools/:name/threads/:id' },
  },
})

export const restore = contract({
  name: 'thread.restore',
  summary: 'Take a thread out of the trash.',
  effect: 'write',
  authority: 'anyone',
  input: One,
  output: ThreadRow,
  mounts: {
    mcp: { tool: 'ask_threads', action: 'restore' },
    cli: {
      path: 'ask threads restore',
      positionals: ['id'],
      example: 'furrow ask threads restore 20260102-101500-a1b',
    },
    http: { route: 'POST /api/tools/:name/threads/:id/restore' },
  },
})
