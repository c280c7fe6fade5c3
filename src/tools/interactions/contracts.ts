import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { Difference, Interaction, JsonObject, presentStarted, ToolAnswer, Wait } from '../model.ts'

const One = z.strictObject({ id: Id })

export const rerun = contract({
  name: 'tool.rerun',
  summary: 'Run a tool again with the input of an earlier run, or with an edited one.',
  effect: 'write',
  authority: 'anyone',
  input: One.extend({
    input: JsonObject.optional().describe('The edited input; that of the earlier run when left out.'),
    confirmed: z.boolean().optional().describe('A person saw what a destructive tool would do, and agreed.'),
    wait: Wait,
  }),
  output: ToolAnswer,
  mounts: {
    cli: {
      path: 'tool rerun',
      positionals: ['id'],
      text: 'input',
      objects: { input: 'json' },
      follow: 'cancel',
      omits: ['wait'],
      example: 'furrow tool rerun 20260102-101500-a1b',
    },
    http: {
      route: 'POST /api/interactions/:id/rerun',
      statuses: [200, 202],
      stream: { resource: 'tool.events', field: 'interaction_id' },
      present: presentStarted,
    },
  },
})

export const cancel = contract({
  name: 'tool.cancel',
  summary: 'End a tool that runs, with everything it started.',
  effect: 'write',
  authority: 'anyone',
  input: One,
  output: Interaction,
  mounts: {
    cli: { path: 'tool cancel', positionals: ['id'], example: 'furrow tool cancel 20260102-101500-a1b' },
    http: { route: 'POST /api/interactions/:id/cancel' },
  },
})

export const pin = contract({
  name: 'tool.pin',
  summary: 'Keep an interaction when old ones are cleared away, or no longer.',
  effect: 'write',
  authority: 'anyone',
  input: One.extend({ pinned: z.boolean().default(true) }),
  output: Interaction,
  mounts: {
    cli: { path: 'tool pin', positionals: ['id'], example: 'furrow tool pin 20260102-101500-a1b' },
    http: { route: 'POST /api/interactions/:id/pin' },
  },
})

export const annotate = contract({
  name: 'tool.annotate',
  summary: 'Tags and a note on an interaction.',
  effect: 'write',
  authority: 'anyone',
  input: One.extend({
    name: Id,
    tags: z.array(z.string().max(100)).max(50).optional(),
    notes: z.string().max(20_000).nullable().optional(),
  }),
  output: Interaction,
  mounts: {
    cli: {
      path: 'tool note',
      positionals: ['name', 'id'],
      example: 'furrow tool note build 20260102-101500-a1b --notes "the flaky one"',
    },
    http: { route: 'PATCH /api/tools/:name/interactions/:id' },
  },
})

export const remove = contract({
  name: 'tool.delete_interaction',
  summary: 'Delete an interaction, its log and its attachments, for good.',
  effect: 'destructive',
  authority: 'anyone',
  input: One.extend({ name: Id, force: z.boolean().optional().describe('Also one that something refers to.') }),
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  mounts: {
    cli: {
      path: 'tool forget',
      positionals: ['name', 'id'],
      example: 'furrow tool forget build 20260102-101500-a1b',
    },
    http: { route: 'DELETE /api/tools/:name/interactions/:id' },
  },
})

export const compare = contract({
  name: 'tool.compare',
  summary: 'What differs between two runs of a tool: input and result, value by value.',
  effect: 'read',
  authority: 'anyone',
  input: One.extend({ other_id: Id.describe('The later one.') }),
  output: z.object({
    before: Interaction,
    after: Interaction,
    input: z.array(Difference),
    result: z.array(Difference),
  }),
  mounts: {
    cli: {
      path: 'tool compare',
      positionals: ['id', 'other_id'],
      example: 'furrow tool compare 20260102-101500-a1b 20260102-113000-c3d',
    },
    http: { route: 'GET /api/interactions/:id/compare/:other_id' },
  },
})

const ResultPart = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['object', 'array', 'string', 'scalar']),
  /** Of the whole value, as JSON. */
  bytes: z.number().int(),
  /** Of a list. */
  items: z.number().int().optional(),
  offset: z.number().int(),
  /** From `offset` on, as JSON. */
  text: z.string(),
  /** The offset at which to go on. */
  next: z.number().int().optional(),
  /** The file that holds a large result, and where the value begins in it. */
  file: z.string().optional(),
  start: z.number().int().optional(),
})
export type ResultPart = z.infer<typeof ResultPart>

export const result = contract({
  name: 'tool.result',
  summary: 'A result of any size as JSON, whole or the value at a path, part by part.',
  effect: 'read',
  authority: 'anyone',
  input: One.extend({
    at: z.string().max(500).default('$').describe('Like data.items[0]; the whole result when left out.'),
    offset: z.number().int().min(0).default(0).describe('The `next` of the part before.'),
    count: z.number().int().min(1).max(1_048_576).default(32_768).describe('How many bytes.'),
  }),
  output: ResultPart,
  mounts: {
    mcp: { tool: 'tool_records', action: 'result' },
    cli: {
      path: 'tool result',
      positionals: ['id', 'at'],
      example: 'furrow tool result 20260102-101500-a1b data.items[0]',
    },
    http: { route: 'GET /api/interactions/:id/result' },
  },
})

export const saveTest = contract({
  name: 'tool.save_test',
  summary: 'Make a test of the tool from one of its runs: the same input has to give a result of the same shape.',
  effect: 'write',
  authority: 'anyone',
  input: One.extend({ test_name: Id.optional().describe('The file in tests/, without .json.') }),
  output: z.object({ path: z.string() }),
  mounts: {
    cli: { path: 'tool save-test', positionals: ['id'], example: 'furrow tool save-test 20260102-101500-a1b' },
    http: { route: 'POST /api/interactions/:id/save-test' },
  },
})
