import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { RequestView } from './model.ts'

export const list = contract({
  name: 'request.list',
  summary: 'What agents asked for that only a person may do, newest first.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({
    status: z.enum(['pending', 'confirmed', 'dismissed']).optional().describe('Only those in this state'),
    limit: z.int().min(1).max(500).default(50),
  }),
  output: z.object({ requests: z.array(RequestView) }),
  mounts: {
    cli: { path: 'request list', example: 'furrow request list --status pending' },
    http: { route: 'GET /api/requests' },
    mcp: { tool: 'furrow_requests', action: 'list' },
  },
})

export const show = contract({
  name: 'request.show',
  summary: 'One thing an agent asked for, with what it would be called with.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ id: Id }),
  output: RequestView,
  mounts: {
    cli: { path: 'request show', positionals: ['id'], example: 'furrow request show 20260102-101500-a1b' },
    http: { route: 'GET /api/requests/:id' },
    mcp: { tool: 'furrow_requests', action: 'show' },
  },
})

export const confirm = contract({
  name: 'request.confirm',
  summary: 'Do what an agent asked for, as the person who confirms it; works once.',
  effect: 'write',
  authority: 'person',
  preview: 'request.show',
  pins: { shown: 'shown' },
  input: z.strictObject({
    id: Id,
    shown: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'is not a hash (64 hexadecimal digits)')
      .optional()
      .describe('Refuse when what it is about is another than this: the `shown` of the request.'),
  }),
  // What it answered is for the person alone (it may be a new token), so it is given once and kept nowhere.
  output: RequestView.extend({
    result: z.unknown(),
    text: z.string().describe('What it answered, in markdown'),
  }),
  mounts: {
    cli: { path: 'request confirm', positionals: ['id'], example: 'furrow request confirm 20260102-101500-a1b' },
    http: { route: 'POST /api/requests/:id/confirm' },
  },
})

export const dismiss = contract({
  name: 'request.dismiss',
  summary: 'Turn down what an agent asked for.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({ id: Id }),
  output: RequestView,
  mounts: {
    cli: { path: 'request dismiss', positionals: ['id'], example: 'furrow request dismiss 20260102-101500-a1b' },
    http: { route: 'POST /api/requests/:id/dismiss' },
  },
})
