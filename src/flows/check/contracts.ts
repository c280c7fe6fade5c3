import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { CheckFinding, CheckRef, Format } from './model.ts'

export const run = contract({
  name: 'check.run',
  summary: 'What the hooks enforce, for pre-commit and CI: no code without a change, no change without proof.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    staged: z.boolean().default(false).describe('Judge what is staged for the next commit, instead of all edits.'),
    since: CheckRef.optional().describe('Judge the commits since this branch, tag or commit, instead of edits.'),
    format: Format.default('text'),
  }),
  output: z.object({
    findings: z.array(CheckFinding),
    /** How many of them block. */
    blocking: z.number(),
    looked_at: z.string(),
    format: Format,
    version: z.string(),
  }),
  mounts: {
    cli: { path: 'check', blocks: 'blocking', example: 'furrow check --since origin/main --format sarif' },
    http: { route: 'GET /api/check' },
    mcp: { tool: 'furrow_check' },
  },
})
