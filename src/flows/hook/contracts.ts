import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Label } from '../../operation/ids.ts'
import { HookAnswer, HookEventName } from './model.ts'

const MOST_TEXTS = 200

export const answer = contract({
  name: 'hook.answer',
  summary: 'What a coding agent is told at a moment of its session; furrow hook asks this for the client.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    event: HookEventName,
    session: Label.optional().describe('The client’s own id of the session.'),
    files: z.array(z.string().max(4096)).max(1000).default([]).describe('Files that are edited, or were.'),
    said: z.string().max(50_000).optional().describe('What the agent said last.'),
    texts: z
      .array(z.string().max(50_000))
      .max(MOST_TEXTS)
      .default([])
      .describe('What the agent said in this session, oldest first.'),
    again: z.boolean().default(false).describe('The agent was kept from stopping a moment ago.'),
  }),
  output: HookAnswer,
  mounts: { http: { route: 'POST /api/hook' } },
})
