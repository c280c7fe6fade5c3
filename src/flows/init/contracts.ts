import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Afterwards, ClientName, ClientView, PlannedChange } from './model.ts'

export const init = contract({
  name: 'workspace.init',
  summary: 'Connect coding agents to Furrow in this repository; nothing else is created.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    clients: z
      .array(ClientName)
      .max(20)
      .default([])
      .describe('Which coding agents; without any, those that are used here or on this machine.'),
    user: z.boolean().default(false).describe('Write also what lives in your home folder; for a person.'),
    hooks: z.boolean().default(false).describe('Set up the hooks of clients that have them: furrow hook.'),
    git_hooks: z.boolean().default(false).describe('Let git add the trailer Furrow-Change to commits.'),
    dry_run: z.boolean().default(false).describe('Show what would change and write nothing.'),
    uninstall: z.boolean().default(false).describe('Take back what init wrote; what you edited stays.'),
  }),
  output: z.object({
    clients: z.array(ClientName),
    changes: z.array(PlannedChange),
    applied: z.boolean(),
    dry_run: z.boolean(),
    afterwards: z.array(Afterwards),
    next: z.string(),
  }),
  mounts: {
    cli: { path: 'init', example: 'furrow init --clients claude-code,codex --dry-run' },
    http: { route: 'POST /api/init' },
  },
})

export const list = contract({
  name: 'client.list',
  summary: 'Which coding agents Furrow can be connected to, which of them are, and how to connect the others.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ clients: z.array(ClientView), program: z.string() }),
  mounts: {
    cli: { path: 'client list', example: 'furrow client list' },
    http: { route: 'GET /api/clients' },
  },
})
