import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { PastedCommand } from '../../shared/shell/shell-schema.ts'
import { LogEntryView } from './model.ts'

export const log = contract({
  name: 'store.log',
  summary: 'List what was done to this repository, by whom, newest first.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    limit: z.int().min(1).max(500).default(20),
    cursor: Id.optional().describe('Continue below this operation.'),
  }),
  output: z.object({ entries: z.array(LogEntryView), next: z.string().optional() }),
  mounts: {
    cli: { path: 'log', example: 'furrow log --limit 5' },
    http: { route: 'GET /api/log' },
    mcp: { tool: 'furrow_log', action: 'list' },
  },
})

export const show = contract({
  name: 'store.show',
  summary: 'Show one operation with its diff.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ id: Id }),
  output: LogEntryView.extend({
    diff: z.string(),
    reasons: z.array(z.object({ code: z.string(), message: z.string(), fix: PastedCommand.optional() })),
  }),
  mounts: {
    cli: { path: 'log show', positionals: ['id'], example: 'furrow log show 20260102-101500-a1b2c3d4e5' },
    http: { route: 'GET /api/log/:id' },
    mcp: { tool: 'furrow_log', action: 'show' },
  },
})

export const undo = contract({
  name: 'store.undo',
  summary: 'Bring back the files from before an operation; without an id, the newest one.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ id: Id.optional() }),
  output: LogEntryView,
  mounts: {
    cli: { path: 'undo', positionals: ['id'], example: 'furrow undo' },
    http: { route: 'POST /api/undo' },
    mcp: { tool: 'furrow_log', action: 'undo' },
  },
})
