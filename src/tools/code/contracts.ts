import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id, RepoPath } from '../../operation/ids.ts'

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
        /** Of a file in the tool's own folder, which can be written. */
        revision: z.string().optional(),
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

export const write = contract({
  name: 'tool.write',
  summary: 'Write a file of a tool of this repository. What changes the code asks a person for trust again.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    name: Id,
    path: RepoPath.describe('In the folder of the tool: tool.ts, README.md, tests/first.json.'),
    content: z.string().max(1_000_000).describe('The whole text.'),
    expected_revision: z.string().max(100).optional().describe('Refuse when the file has changed since.'),
  }),
  output: z.object({ path: z.string(), revision: z.string() }),
  mounts: {
    cli: {
      path: 'tool write',
      positionals: ['name', 'path'],
      text: 'content',
      example: 'furrow tool write check-links README.md --content @README.md',
    },
    http: { route: 'PUT /api/tools/:name/files' },
  },
})
