import * as z from 'zod'
import { contract } from '../../operation/contract.ts'

export const vectors = contract({
  name: 'memory.vectors',
  summary: 'Make the vectors that records still lack, with the provider of your config.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    most: z.int().min(1).max(1_000_000).default(100_000).describe('How many at most in this call.'),
  }),
  output: z.object({
    provider: z.string(),
    maker: z.string().optional(),
    records: z.number(),
    made: z.number(),
    lacking: z.number(),
  }),
  mounts: {
    cli: { path: 'memory vectors', example: 'furrow memory vectors' },
    http: { route: 'POST /api/memory/vectors' },
  },
})
