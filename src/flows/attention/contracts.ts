import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Need } from '../model.ts'

export const attention = contract({
  name: 'flow.attention',
  summary: 'What waits for a person beyond what status says: approvals, missing secrets, what failed today.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ needs: z.array(Need) }),
  mounts: {
    cli: { path: 'needs', example: 'furrow needs' },
    http: { route: 'GET /api/needs' },
    mcp: { tool: 'furrow_needs' },
  },
})
