import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'

export const source = contract({
  name: 'tool.source',
  summary: 'The code of a tool, file by file: everything that decides what it does. Nothing is run to read it.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ name: Id }),
  output: z.object({
    name: z.string(),
    hash: z.string(),
    files: z.array(
      z.object({
        path: z.string(),
        bytes: z.number().int(),
        /** Left out of what is no text, and of what is too long to be shown. */
        text: z.string().optional(),
      }),
    ),
  }),
  mounts: {
    mcp: { tool: 'tool_records', action: 'source' },
    cli: { path: 'tool source', positionals: ['name'], example: 'furrow tool source quality-check' },
    http: { route: 'GET /api/tools/:name/source' },
  },
})
