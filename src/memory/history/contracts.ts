import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { ObservationView, OriginView, RecordId } from '../model.ts'

const RevisionView = z.object({
  n: z.number(),
  type: z.string(),
  title: z.string(),
  content: z.string(),
  at: z.string(),
  origin: OriginView,
  diff: z.string(),
})

export const history = contract({
  name: 'memory.history',
  summary: 'Every text a record ever had, newest first, with what changed.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ id: RecordId }),
  output: z.object({ observation: ObservationView, revisions: z.array(RevisionView) }),
  mounts: {
    mcp: { tool: 'mem_history', action: 'list' },
    cli: { path: 'memory history', positionals: ['id'], example: 'furrow memory history 12' },
    http: { route: 'GET /api/memory/:id/history' },
  },
})

export const restore = contract({
  name: 'memory.restore_revision',
  summary: 'Make an earlier text of a record the current one; the current one becomes a revision.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: RecordId, revision: z.int().min(1) }),
  output: z.object({ observation: ObservationView }),
  mounts: {
    mcp: { tool: 'mem_history', action: 'restore' },
    cli: { path: 'memory restore', positionals: ['id', 'revision'], example: 'furrow memory restore 12 1' },
    http: { route: 'POST /api/memory/:id/restore' },
  },
})
