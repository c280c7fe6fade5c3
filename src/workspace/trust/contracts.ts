import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Label, RepoPath } from '../../operation/ids.ts'
import { Trust } from './model.ts'

export const status = contract({
  name: 'trust.status',
  summary: 'What this repository could execute, each command in full, and whether you trust it.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: Trust,
  mounts: {
    cli: { path: 'trust status', example: 'furrow trust status' },
    http: { route: 'GET /api/trust' },
    mcp: { tool: 'furrow_trust', action: 'status' },
  },
})

export const grant = contract({
  name: 'trust.grant',
  summary: 'Let what this repository brings along be executed, exactly as it is now; a changed byte asks again.',
  effect: 'write',
  authority: 'person',
  preview: 'trust.status',
  pins: { shown: 'shown' },
  input: z.strictObject({
    subjects: z.array(Label).max(500).optional().describe('Only these, by the names that trust status shows.'),
    follow: RepoPath.optional().describe('Trust whatever is in this folder, changes included, until revoked.'),
    keep_grants: z
      .boolean()
      .optional()
      .describe('With follow: tools in it keep the secrets they were granted when their code changes.'),
    shown: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'is not a hash (64 hexadecimal digits)')
      .optional()
      .describe('Refuse when anything is another than this: the `shown` of trust status.'),
  }),
  output: Trust,
  mounts: {
    cli: { path: 'trust', example: 'furrow trust' },
    http: { route: 'POST /api/trust' },
    mcp: { tool: 'furrow_trust', action: 'grant' },
  },
})

export const revoke = contract({
  name: 'trust.revoke',
  summary: 'Take trust back; nothing of this repository is executed any more.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    subjects: z.array(Label).max(500).optional().describe('Only these, by the names that trust status shows.'),
    follow: RepoPath.optional().describe('Stop following this folder.'),
  }),
  output: Trust,
  mounts: {
    cli: { path: 'trust revoke', example: 'furrow trust revoke' },
    http: { route: 'POST /api/trust/revoke' },
    mcp: { tool: 'furrow_trust', action: 'revoke' },
  },
})
