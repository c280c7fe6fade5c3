import * as z from 'zod'
import { contract } from '../operation/contract.ts'
import { Id, SecretText, VariableName } from '../operation/ids.ts'
import { SecretsView, SecretView } from './model.ts'

const Scope = Id.default('default').describe('Which value of that name: default, staging, production, ...')

export const list = contract({
  name: 'secrets.list',
  summary: 'The secrets of this repository by name: scopes, which tools may have them, last use. Never a value.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: SecretsView,
  mounts: {
    cli: { path: 'secrets list', example: 'furrow secrets list' },
    http: { route: 'GET /api/secrets' },
    mcp: { tool: 'furrow_secrets' },
  },
})

export const set = contract({
  name: 'secrets.set',
  summary: 'Keep a secret, encrypted; it replaces an earlier value and is never shown again.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    name: VariableName.describe('As the tool finds it in its environment: DATABASE_URL'),
    value: SecretText.describe('The secret itself'),
    scope: Scope,
  }),
  output: SecretView.extend({
    /** Why the value cannot be masked in the output of a tool. */
    unmasked: z.string().optional(),
  }),
  mounts: {
    cli: {
      path: 'secrets set',
      positionals: ['name', 'value'],
      text: 'value',
      example: 'furrow secrets set DATABASE_URL --scope staging',
    },
    http: { route: 'PUT /api/secrets/:name' },
  },
})

export const remove = contract({
  name: 'secrets.remove',
  summary: 'Forget a secret in one scope; nothing brings it back.',
  effect: 'destructive',
  authority: 'person',
  input: z.strictObject({ name: VariableName, scope: Scope }),
  output: z.object({ name: z.string(), scope: z.string() }),
  mounts: {
    cli: { path: 'secrets remove', positionals: ['name'], example: 'furrow secrets remove DATABASE_URL' },
    http: { route: 'DELETE /api/secrets/:name' },
  },
})

export const importText = contract({
  name: 'secrets.import',
  summary: 'Keep every NAME=value of a .env file as a secret; the file stays as it is.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    content: SecretText.describe('The lines of a .env file: @.env reads that file'),
    scope: Scope,
    replace: z.boolean().default(false).describe('Also those that are set already'),
  }),
  output: z.object({
    scope: z.string(),
    set: z.array(z.string()),
    /** Set already, and left as they were. */
    kept: z.array(z.string()),
    problems: z.array(z.object({ line: z.number().int(), message: z.string() })),
  }),
  mounts: {
    cli: {
      path: 'secrets import',
      positionals: ['content'],
      text: 'content',
      example: 'furrow secrets import @.env --scope staging',
    },
    http: { route: 'POST /api/secrets/import' },
  },
})

export const grant = contract({
  name: 'secrets.grant',
  summary: 'Let a tool have a secret, as the tool is now; once its code changes it has to be granted again.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({
    name: VariableName,
    tool: Id,
    scope: Id.optional().describe('Only the value of this scope; that of every scope when left out'),
  }),
  output: SecretView,
  mounts: {
    cli: {
      path: 'secrets grant',
      positionals: ['name', 'tool'],
      example: 'furrow secrets grant DATABASE_URL db-query --scope staging',
    },
    http: { route: 'POST /api/secrets/:name/grants' },
  },
})

export const revoke = contract({
  name: 'secrets.revoke',
  summary: 'Take a secret away from a tool.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({ name: VariableName, tool: Id }),
  output: SecretView,
  mounts: {
    cli: {
      path: 'secrets revoke',
      positionals: ['name', 'tool'],
      example: 'furrow secrets revoke DATABASE_URL db-query',
    },
    http: { route: 'DELETE /api/secrets/:name/grants/:tool' },
  },
})
