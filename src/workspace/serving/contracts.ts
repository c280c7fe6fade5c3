import * as z from 'zod'
import { contract } from '../../operation/contract.ts'

export const rotateToken = contract({
  name: 'server.rotate_token',
  summary: 'Replace the token in FURROW_HOME; what holds the old one is refused from now on.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({}),
  output: z.object({ file: z.string() }),
  mounts: {
    cli: { path: 'server rotate-token', example: 'furrow server rotate-token' },
    http: { route: 'POST /api/server/token' },
  },
})
