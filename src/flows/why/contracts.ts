import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Why } from './model.ts'

export const why = contract({
  name: 'flow.why',
  summary: 'Why something is there: from a line, a card, a run, a change or a decision back to what caused it.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    what: z
      .string()
      .trim()
      .min(1)
      .max(1100)
      .describe('src/login.ts:12, feature:sign-on, task:sign-on/T1, change:fix-login, ADR-001, an interaction…'),
  }),
  output: Why,
  mounts: {
    mcp: { tool: 'furrow_why' },
    cli: { path: 'why', positionals: ['what'], example: 'furrow why src/login.ts:12' },
    http: { route: 'GET /api/why' },
  },
})
