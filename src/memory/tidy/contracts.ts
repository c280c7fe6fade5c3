import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { PastedCommand } from '../../operation/shell-schema.ts'
import { Limit, Project, ProjectView } from '../model.ts'

export const tidy = contract({
  name: 'memory.tidy',
  summary: 'Propose what could be tidied: duplicates, long chains, expired, due and unused records. Changes nothing.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    project: Project.optional(),
    unused_days: z
      .int()
      .min(1)
      .max(36_500)
      .default(180)
      .describe('Records that nobody touched for so long are unused.'),
    limit: Limit.default(20),
  }),
  output: z.object({
    project: ProjectView,
    searched: z.number().describe('How many records were looked at.'),
    proposals: z.array(
      z.object({
        kind: z.enum(['duplicate', 'chain', 'expired', 'review due', 'unused']),
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
