import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Label } from '../../operation/ids.ts'

const Email = z
  .string()
  .max(200)
  .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'must be an address such as you@example.com')
  .describe('The address that commits carry.')

const Identity = z.object({
  name: z.string().optional(),
  email: z.string().optional(),
  /** Without both, git makes no commit. */
  complete: z.boolean(),
})

export const show = contract({
  name: 'git.identity',
  summary: 'The name and address that git puts on commits here.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: Identity,
  mounts: {
    cli: { path: 'identity show', example: 'furrow identity show' },
    http: { route: 'GET /api/git/identity' },
  },
})

export const set = contract({
  name: 'git.set_identity',
  summary: 'Set the name and address that git puts on commits in this repository.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({ name: Label.describe('Your name, as commits show it.'), email: Email }),
  output: Identity,
  mounts: {
    cli: {
      path: 'identity set',
      positionals: ['name', 'email'],
      example: 'furrow identity set "Your Name" you@example.com',
    },
    http: { route: 'PUT /api/git/identity' },
  },
})
