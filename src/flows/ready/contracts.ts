import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { Readiness } from './model.ts'

export const ready = contract({
  name: 'tool.ready',
  summary: 'What a tool needs before it runs, in one list: runtime, packages, trust, secrets, grants, setup.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ name: Id }),
  output: Readiness,
  mounts: {
    cli: {
      path: 'tool ready',
      positionals: ['name'],
      blocks: 'open',
      steps: true,
      example: 'furrow tool ready deploy',
    },
    http: { route: 'GET /api/tools/:name/ready' },
    mcp: { tool: 'tool_list', action: 'ready', brief: 'what it still needs' },
  },
})

export const grantAll = contract({
  name: 'secrets.grant_all',
  summary: 'Let a tool have every secret that it declares and that is set, as the tool is now.',
  effect: 'write',
  authority: 'person',
  input: z.strictObject({ tool: Id }),
  output: z.object({
    tool: z.string(),
    granted: z.array(z.string()),
    /** Declared and not set yet. */
    missing: z.array(z.string()),
  }),
  mounts: {
    cli: { path: 'secrets grant --all', positionals: ['tool'], example: 'furrow secrets grant --all deploy' },
    http: { route: 'POST /api/tools/:tool/grants' },
  },
})
