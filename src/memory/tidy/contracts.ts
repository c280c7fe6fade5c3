import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { PastedCommand } from '../../shared/shell/shell-schema.ts'
import { Limit, MemoryProjectView, Project } from '../model.ts'

export const tidy = contract({
  name: 'memory.tidy',
  summary:
    'Propose what could be tidied: duplicates, long chains, expired, due and unused records, changed files. Changes nothing.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    project: Project.optional(),
    unused_days: z
      .int()
      .min(1)
      .max(36_500)
      .default(180)
      .describe('Records that nobody changed or found for so long are unused.'),
    limit: Limit.default(20),
  }),
  output: z.object({
    project: MemoryProjectView,
    searched: z.number().describe('How many records were looked at.'),
    proposals: z.array(
      z.object({
        kind: z.enum(['duplicate', 'chain', 'revisions', 'expired', 'review due', 'check', 'unused']),
        ids: z.array(z.number()).describe('The records that would change.'),
        keeps: z.number().optional().describe('The record that would stay.'),
        message: z.string(),
        command: PastedCommand.describe('What does it.'),
      }),
    ),
  }),
  mounts: {
    mcp: { tool: 'mem_tidy' },
    cli: { path: 'memory tidy', example: 'furrow memory tidy --unused-days 90' },
    http: { route: 'GET /api/memory/tidy' },
  },
})
