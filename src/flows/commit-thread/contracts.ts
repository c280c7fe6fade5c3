import * as z from 'zod'
import { ThreadId, ToolName } from '../../ask/threads/model.ts'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'

export const commit = contract({
  name: 'thread.commit',
  summary: 'Make a feature, a ponder or a task of a thread, from all its turns with their citations.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    name: ToolName,
    id: ThreadId,
    target: z.enum(['feature', 'ponder', 'task']),
    title: z.string().max(200).optional().describe('That of the thread when left out.'),
    description: z.string().max(20_000).optional().describe('Why; the first question when left out.'),
    feature: Id.optional().describe('Of a task: its feature, else the current one.'),
    enrich: z.boolean().default(true).describe('Let the configured agent work on the draft.'),
  }),
  output: z.object({
    thread_id: z.string(),
    committed_to: z.string(),
    made: z.object({ target: z.string(), id: z.string(), ref: z.string(), title: z.string() }),
    /** The agent that works on the draft. */
    run_id: z.string().optional(),
    /** Why no agent does. */
    problem: z.string().optional(),
  }),
  mounts: {
    mcp: { tool: 'ask_threads', action: 'commit' },
    cli: {
      path: 'ask threads commit',
      positionals: ['id', 'target'],
      example: 'furrow ask threads commit 20260102-101500-a1b feature --title "Faster sign-in"',
    },
    http: { route: 'POST /api/tools/:name/threads/:id/commit', statuses: [201], present: () => ({ status: 201 }) },
  },
})
