import * as z from 'zod'
import { contract } from '../operation/contract.ts'
import { Id } from '../operation/ids.ts'
import { RunStatus } from '../runs/model.ts'
import {
  Interaction,
  InteractionDetail,
  InteractionProblem,
  JsonObject,
  presentStarted,
  Tool,
  ToolAnswer,
  Wait,
} from './model.ts'

const Named = z.strictObject({ name: Id })

export const list = contract({
  name: 'tool.list',
  summary: 'The tools of this repository, with their forms, and what keeps each from running.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ tag: z.string().max(100).optional().describe('Only tools with this tag.') }),
  output: z.object({
    tools: z.array(Tool),
    /** For which one answer has no room, in short; `tool.info` has all of each. */
    others: z.array(z.object({ name: z.string(), state: z.string(), description: z.string() })).optional(),
  }),
  mounts: {
    cli: { path: 'tool list', example: 'furrow tool list' },
    http: { route: 'GET /api/tools' },
    mcp: { tool: 'tool_list', action: 'list', otherwise: true, brief: 'all, with what keeps each from running' },
  },
})

export const info = contract({
  name: 'tool.info',
  summary: 'One tool: what it does, its input, its secrets, its follow-ups.',
  effect: 'read',
  authority: 'anyone',
  input: Named,
  output: Tool,
  mounts: {
    cli: { path: 'tool info', positionals: ['name'], example: 'furrow tool info quality-check' },
    http: { route: 'GET /api/tools/:name' },
    mcp: { tool: 'tool_list', action: 'info', brief: 'what one does, its input, secrets and follow-ups' },
  },
})

export const runtimes = contract({
  name: 'tool.runtimes',
  summary: 'What TypeScript tools run under here: bun, deno or node, and which of them is used.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    /** In the order of preference; the first that is there is used. */
    runtimes: z.array(z.object({ name: z.string(), program: z.string().optional(), used: z.boolean() })),
  }),
  mounts: {
    cli: { path: 'tool runtimes', example: 'furrow tool runtimes' },
    http: { route: 'GET /api/runtimes' },
  },
})

export const run = contract({
  name: 'tool.run',
  summary: 'Start a tool of this repository. Without wait, its end is in tool_runs.',
  effect: 'write',
  authority: 'anyone',
  input: Named.extend({
    input: JsonObject.default({}).describe('What the tool takes, as its schema says.'),
    confirmed: z.boolean().optional().describe('A person saw what a destructive tool would do, and agreed.'),
    wait: Wait,
  }),
  output: ToolAnswer,
  mounts: {
    cli: {
      path: 'tool run',
      positionals: ['name'],
      text: 'input',
      objects: { input: 'json' },
      follow: 'cancel',
      omits: ['wait'],
      example: "furrow tool run quality-check --input '{}'",
    },
    http: {
      route: 'POST /api/tools/:name/run',
      statuses: [200, 202],
      stream: { resource: 'tool.events', field: 'interaction_id' },
      present: presentStarted,
    },
    mcp: { tool: 'tool_run' },
  },
})

export const interactions = contract({
  name: 'tool.interactions',
  summary: 'What a tool did, the newest first.',
  effect: 'read',
  authority: 'anyone',
  input: Named.extend({
    status: RunStatus.optional(),
    limit: z.number().int().min(1).max(200).default(50),
    cursor: Id.optional().describe('The `next` of the page before.'),
  }),
  output: z.object({
    interactions: z.array(Interaction),
    errors: z.array(InteractionProblem).optional(),
    next: z.string().optional(),
  }),
  mounts: {
    mcp: { tool: 'tool_records', action: 'history' },
    cli: { path: 'tool history', positionals: ['name'], example: 'furrow tool history quality-check' },
    http: { route: 'GET /api/tools/:name/interactions' },
  },
})

export const interaction = contract({
  name: 'tool.interaction',
  summary: 'One run of a tool: input, result, how it ended, and its log.',
  effect: 'read',
  authority: 'anyone',
  input: Named.extend({ id: Id }),
  output: InteractionDetail,
  mounts: {
    mcp: { tool: 'tool_records', action: 'show' },
    cli: {
      path: 'tool show',
      positionals: ['name', 'id'],
      example: 'furrow tool show quality-check 20260102-101500-a1b',
    },
    http: { route: 'GET /api/tools/:name/interactions/:id' },
  },
})

export const setup = contract({
  name: 'tool.setup',
  summary: 'Set a tool up, once for each version of it and of its config.',
  effect: 'write',
  authority: 'anyone',
  input: Named.extend({ wait: Wait }),
  output: ToolAnswer,
  mounts: {
    cli: {
      path: 'tool setup',
      positionals: ['name'],
      follow: 'cancel',
      omits: ['wait'],
      example: 'furrow tool setup ama',
    },
    http: {
      route: 'POST /api/tools/:name/setup',
      statuses: [200, 202],
      stream: { resource: 'tool.events', field: 'interaction_id' },
      present: presentStarted,
    },
  },
})

export const options = contract({
  name: 'tool.options',
  summary: 'The choices of a field that a tool finds out itself, given the input so far.',
  effect: 'write',
  authority: 'anyone',
  input: Named.extend({
    field: z.string().min(1).max(200).describe('The key of the field.'),
    input: JsonObject.default({}).describe('The input so far.'),
  }),
  output: z.object({ options: z.array(z.string()) }),
  mounts: {
    cli: {
      path: 'tool options',
      positionals: ['name', 'field'],
      objects: { input: 'json' },
      example: 'furrow tool options deploy ref',
    },
    http: { route: 'POST /api/tools/:name/options' },
  },
})
