import * as z from 'zod'
import { contract } from '../operation/contract.ts'
import { Status } from './model.ts'

export const status = contract({
  name: 'workspace.status',
  summary: 'What is open here, what waits for you, what happened last.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: Status,
  mounts: {
    cli: { path: 'status', example: 'furrow status' },
    http: { route: 'GET /api/status' },
    mcp: { tool: 'furrow_status' },
  },
})
