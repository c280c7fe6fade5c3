import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { FollowedRun } from '../model.ts'
import { Gate, GateProblem } from './model.ts'

export const list = contract({
  name: 'gate.list',
  summary: 'The quality gates of this repository, read from its config and not run.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ gates: z.array(Gate), problems: z.array(GateProblem), trusted: z.boolean() }),
  mounts: {
    mcp: { tool: 'furrow_gates', action: 'list', otherwise: true },
    cli: { path: 'gate list', example: 'furrow gate list' },
    http: { route: 'GET /api/gates' },
  },
})

export const run = contract({
  name: 'gate.run',
  summary: 'Run one quality gate of a trusted repository.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({ name: Id }),
  output: FollowedRun,
  mounts: {
    cli: { path: 'gate run', positionals: ['name'], follow: 'cancel', example: 'furrow gate run lint' },
    http: { route: 'POST /api/gates/:name/run', statuses: [202], present: () => ({ status: 202 }) },
  },
})
