import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { Run } from '../../runs/model.ts'
import { AvailableTool, TestReport, Tool, Updated, WrittenTool } from '../model.ts'

const Named = z.strictObject({ name: Id })

export const create = contract({
  name: 'tool.create',
  summary: 'Write a new tool to start from: code, README and a test.',
  effect: 'write',
  authority: 'anyone',
  input: Named.extend({
    from: Id.optional().describe('A recipe to turn into the tool, like npm:test.'),
    description: z.string().max(500).optional().describe('One sentence: what it does.'),
  }),
  output: WrittenTool,
  mounts: {
    cli: { path: 'tool new', positionals: ['name'], example: 'furrow tool new check-links' },
    http: { route: 'POST /api/tools', statuses: [201], present: () => ({ status: 201 }) },
  },
})

export const add = contract({
  name: 'tool.add',
  summary: 'Add one of the tools that come with Furrow to this repository.',
  effect: 'write',
  authority: 'anyone',
  input: Named,
  output: WrittenTool,
  mounts: {
    cli: { path: 'tool add', positionals: ['name'], example: 'furrow tool add quality-check' },
    http: { route: 'POST /api/tools/add', statuses: [201], present: () => ({ status: 201 }) },
  },
})

export const available = contract({
  name: 'tool.available',
  summary: 'The tools that come with Furrow and can be added to this repository, and which of them are in it.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({ tools: z.array(AvailableTool) }),
  mounts: {
    mcp: { tool: 'tool_records', action: 'available' },
    cli: { path: 'tool add --list', example: 'furrow tool add --list' },
    http: { route: 'GET /api/tools/available' },
  },
})

export const clone = contract({
  name: 'tool.clone',
  summary: 'Copy a tool under a name of your own, to change it.',
  effect: 'write',
  authority: 'anyone',
  input: Named.extend({ new_name: Id }),
  output: WrittenTool,
  mounts: {
    cli: {
      path: 'tool clone',
      positionals: ['name', 'new_name'],
      example: 'furrow tool clone quality-check my-check',
    },
    http: { route: 'POST /api/tools/:name/clone', statuses: [201], present: () => ({ status: 201 }) },
  },
})

export const upstream = contract({
  name: 'tool.upstream',
  summary: 'How a clone and what it was copied from have come to differ.',
  effect: 'read',
  authority: 'anyone',
  input: Named,
  output: z.object({
    name: z.string(),
    cloned_from: Tool.shape.cloned_from,
    /** What it was copied from has changed since. */
    newer: z.boolean(),
    files: z.array(z.object({ path: z.string(), diff: z.string() })),
  }),
  mounts: {
    cli: { path: 'tool upstream', positionals: ['name'], example: 'furrow tool upstream my-check' },
    http: { route: 'GET /api/tools/:name/upstream' },
  },
})

export const remove = contract({
  name: 'tool.remove',
  summary: 'Remove a tool from this repository; furrow undo brings it back.',
  effect: 'write',
  authority: 'anyone',
  input: Named,
  output: z.object({ name: z.string(), removed: z.array(z.string()) }),
  mounts: {
    cli: { path: 'tool rm', positionals: ['name'], example: 'furrow tool rm my-check' },
    http: { route: 'DELETE /api/tools/:name' },
  },
})

export const sync = contract({
  name: 'tool.sync',
  summary:
    'Write .sdlc/tools/tools.md, the list of all tools for people and agents, and report what is wrong with them.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    check: z.boolean().optional().describe('Write nothing; fail when the list is old or a tool is wrong.'),
  }),
  output: z.object({
    path: z.string(),
    changed: z.boolean(),
    problems: z.array(z.object({ tool: z.string(), field: z.string(), message: z.string() })),
  }),
  mounts: {
    cli: { path: 'tool sync', example: 'furrow tool sync --check' },
    http: { route: 'POST /api/tools/sync' },
  },
})

export const test = contract({
  name: 'tool.test',
  summary: 'Run the tests of a tool: each input in its tests/ has to give the result it expects.',
  effect: 'write',
  authority: 'anyone',
  input: Named.extend({
    confirmed: z.boolean().optional().describe('A person saw what a destructive tool would do, and agreed.'),
  }),
  output: TestReport,
  mounts: {
    cli: { path: 'tool test', positionals: ['name'], example: 'furrow tool test quality-check' },
    http: { route: 'POST /api/tools/:name/test' },
  },
})

export const update = contract({
  name: 'tool.update',
  summary:
    'Bring the author’s kit, the built-in tools and those that were added from Furrow to the version of this Furrow.',
  effect: 'write',
  authority: 'anyone',
  input: z.strictObject({
    name: Id.optional().describe('Only this tool; everything that comes with Furrow when left out.'),
    dry_run: z.boolean().default(false).describe('Show what would change; write nothing.'),
  }),
  output: Updated,
  mounts: {
    cli: { path: 'tool update', positionals: ['name'], example: 'furrow tool update --dry-run' },
    http: { route: 'POST /api/tools/update' },
  },
})

export const install = contract({
  name: 'tool.install',
  summary: 'Install the packages of a tool, as its lockfile says, without running their scripts.',
  effect: 'write',
  authority: 'person',
  input: Named,
  output: Run,
  mounts: {
    cli: { path: 'tool install', positionals: ['name'], follow: 'cancel', example: 'furrow tool install browser-test' },
    http: { route: 'POST /api/tools/:name/install', statuses: [202], present: () => ({ status: 202 }) },
  },
})
