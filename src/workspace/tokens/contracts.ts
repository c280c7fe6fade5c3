import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { TokenView } from './model.ts'

export const create = contract({
  name: 'token.create',
  summary: 'Make a token that lets a script do chosen person-only things; it is shown once.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    name: Id.optional().describe('What to call it; script, script-2, ... by itself'),
    allow: z
      .array(Id)
      .min(1)
      .max(50)
      .describe('Operations (secrets.grant), domains (trust) or verbs (grant) that it may call'),
    days: z.int().min(1).max(3650).optional().describe('How many days it works; for ever by itself'),
  }),
  output: TokenView.extend({ token: z.string(), opens: z.array(z.string()), opens_nothing: z.array(z.string()) }),
  mounts: {
    cli: {
      path: 'token create',
      positionals: ['name'],
      example: 'furrow token create ci --allow trust,grant --days 30',
    },
    http: { route: 'POST /api/tokens' },
  },
})

export const list = contract({
  name: 'token.list',
  summary: 'The tokens made for scripts, without their values.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ tokens: z.array(TokenView) }),
  mounts: {
    cli: { path: 'token list', example: 'furrow token list' },
    http: { route: 'GET /api/tokens' },
  },
})

export const revoke = contract({
  name: 'token.revoke',
  summary: 'End a token; what uses it is refused from now on.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({ name: Id }),
  output: z.object({ name: z.string() }),
  mounts: {
    cli: { path: 'token revoke', positionals: ['name'], example: 'furrow token revoke ci' },
    http: { route: 'DELETE /api/tokens/:name' },
  },
})
