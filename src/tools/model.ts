import * as z from 'zod'
import type { Presented } from '../operation/contract.ts'
import { Attachment, isOver, Run, RunLine, RunStatus, Runtime, ToolResult } from '../runs/model.ts'
import { ActorView } from '../workspace/model.ts'

/** A JSON Schema or any other object that a tool wrote; read with care, never as code. */
export const JsonObject = z.record(z.string(), z.unknown())
export type JsonObject = z.infer<typeof JsonObject>

export const ToolEffect = z.enum(['read', 'write', 'destructive'])
export type ToolEffect = z.infer<typeof ToolEffect>

export const SecretRef = z.object({
  /** The variable in which the tool finds it. */
  env_var: z.string(),
  description: z.string(),
  required: z.boolean(),
  /** Which of the values of that name: `default`, `staging`, or a template over the input. */
  scope: z.string().optional(),
  /** A condition over `$`, the input: where it does not hold, the run has no use for the secret and does not get it. */
  when: z.string().optional(),
})
export type SecretRef = z.infer<typeof SecretRef>

export const FieldType = z.enum(['text', 'textarea', 'code', 'select', 'checkbox', 'date_range', 'file'])
export type FieldType = z.infer<typeof FieldType>

export const FormField = z.object({
  /** The property of the input that it fills. */
  key: z.string(),
  type: FieldType,
  label: z.string().optional(),
  placeholder: z.string().optional(),
  options: z.array(z.string()).optional(),
  language: z.string().optional(),
  default: z.unknown().optional(),
  /** Shown as a password; its value is never stored. */
  secret: z.boolean().optional(),
  required: z.boolean().optional(),
  /** A condition over `$`, the input so far. */
  show_when: z.string().optional(),
  /** The options come from the tool itself: `--options <this>`. */
  options_from: z.string().optional(),
  help: z.string().optional(),
})
export type FormField = z.infer<typeof FormField>

export const ResultAction = z.object({
  id: z.string().optional(),
  label: z.string(),
  icon: z.string().optional(),
  condition: z.string().optional(),
  prompt_template: z.string(),
  confirm: z.string().optional(),
  /** An operation of Furrow's own that runs at once, without an agent. */
  operation: z.object({ name: z.string(), input: JsonObject }).optional(),
})
export type ResultAction = z.infer<typeof ResultAction>

export const RenderHint = z.object({
  kind: z.enum(['table', 'chart', 'markdown', 'image', 'diff', 'file', 'log', 'key-value', 'tree', 'json']),
  /** Where in `data` it is; all of it when left out. */
  path: z.string().optional(),
  columns: z.array(z.string()).optional(),
})
export type RenderHint = z.infer<typeof RenderHint>

/** What a tool says about itself. Fields that it got wrong have their default and are named in `problems`. */
export const ToolMeta = z.object({
  name: z.string(),
  display_name: z.string(),
  description: z.string(),
  version: z.string(),
  requires_setup: z.boolean(),
  setup_done: z.boolean().optional(),
  setup_description: z.string().optional(),
  input_schema: JsonObject,
  output_schema: JsonObject,
  secrets: z.array(SecretRef).optional(),
  form_layout: z.array(FormField).optional(),
  streaming: z.boolean().optional(),
  result_actions: z.array(ResultAction).optional(),
  timeout_seconds: z.number().positive().optional(),
  tags: z.array(z.string()).optional(),
  persist_interactions: z.boolean().optional(),
  threaded: z.boolean().optional(),
  effect: ToolEffect.optional(),
  /** A condition over `$`, the input: then a person has to agree, as for a destructive tool. */
  confirm_when: z.string().optional(),
  exclusive: z.boolean().optional(),
  render: RenderHint.optional(),
})
export type ToolMeta = z.infer<typeof ToolMeta>

export const MetaProblem = z.object({ field: z.string(), message: z.string() })
export type MetaProblem = z.infer<typeof MetaProblem>

/** A tool as every door shows it: its meta, and what Furrow knows of it. Of an untrusted one, only what its files say. */
export const Tool = ToolMeta.extend({
  /** Ships with Furrow; to change it, clone it. */
  built_in: z.boolean(),
  source: z.enum(['repository', 'package', 'recipe']),
  /** Its folder or file, relative to the workspace. */
  path: z.string(),
  trusted: z.boolean(),
  standing: z.enum(['trusted', 'followed', 'changed', 'new']),
  /** Of everything that decides what runs. */
  hash: z.string(),
  runtime: Runtime.optional(),
  /** Why it cannot be used, where something is wrong with all of it. */
  error: z.string().optional(),
  problems: z.array(MetaProblem),
  missing_secrets: z.array(z.string()),
  missing_grants: z.array(z.string()),
  /** Of secrets with a scope of their own: in which it is not set. */
  missing_scopes: z.array(z.object({ name: z.string(), scope: z.string() })).optional(),
  /** A person follows its folder and lets it keep its grants when its code changes. */
  keeps_grants: z.boolean().optional(),
  cloned_from: z.object({ name: z.string(), version: z.string(), hash: z.string() }).optional(),
  /** The command line of a recipe. */
  command: z.string().optional(),
})
export type Tool = z.infer<typeof Tool>

/** The record of one tool run, or of one thread. */
export const Interaction = z.object({
  id: z.string(),
  tool_name: z.string(),
  kind: z.enum(['run', 'setup', 'thread']),
  status: RunStatus,
  created_at: z.string(),
  completed_at: z.string().optional(),
  /** Without the values of secret fields. */
  input: JsonObject.optional(),
  result: ToolResult.optional(),
  /** The file of the log, beside the record. */
  streaming_log: z.string().optional(),
  tags: z.array(z.string()),
  notes: z.string().nullable(),
  reason: z.string().optional(),
  exit_code: z.number().int().optional(),
  signal: z.string().optional(),
  contained: Run.shape.contained,
  missing: Run.shape.missing,
  duration_ms: z.number().int().optional(),
  tool_version: z.string().optional(),
  tool_hash: z.string().optional(),
  runtime: Runtime.optional(),
  /** Secrets that it had although they were granted to other code of this tool. */
  kept_grants: z.array(z.string()).optional(),
  actor: ActorView,
  /** The operation that started it. */
  trigger: z.string(),
  links: z.array(z.string()).optional(),
  pinned: z.boolean().optional(),
  attachments: z.array(Attachment).optional(),
  attachments_in_all: Run.shape.attachments_in_all,
  /** How many attachments were too large or too many to keep. */
  attachments_dropped: z.number().int().optional(),
  /** While it is queued: how many runs it waits for. */
  position: z.number().int().optional(),
  lines: z.number().int().optional(),
  /** The middle of its log was not kept. */
  cut: z.boolean().optional(),
  /** The title of a thread. */
  title: z.string().optional(),
})
export type Interaction = z.infer<typeof Interaction>

export const InteractionDetail = Interaction.extend({
  /** The last lines of its log; all of it is at `/api/runs/:id/log`. */
  log: z.array(RunLine),
  /** Of a result that is too large for this answer: the follow-ups whose condition holds. */
  follow_ups: z.array(z.string()).optional(),
})
export type InteractionDetail = z.infer<typeof InteractionDetail>

/** One value that differs between two runs; where it is not there, its side is missing. */
export const Difference = z.object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })
export type Difference = z.infer<typeof Difference>

export const InteractionProblem = z.object({ id: z.string(), path: z.string(), message: z.string() })
export type InteractionProblem = z.infer<typeof InteractionProblem>

/** Starting a tool answers at once with the run; a caller who wants its end in the answer says how long to wait for it. */
export const Wait = z.number().int().min(0).max(600).optional().describe('So many seconds for the result.')

/** What running a tool answers: its result when that came while one waited, and in any case where to look. */
export const ToolAnswer = z.looseObject({
  interaction_id: z.string(),
  tool_name: z.string(),
  status: RunStatus,
  /** The stream of its events, for who wants to follow. */
  events: z.string(),
  ok: z.boolean().optional(),
  data: z.unknown().optional(),
  error: z.string().optional(),
  duration_ms: z.number().optional(),
  /** The names of its attachments, the first of them where there are many. */
  attachments: z.array(z.string()).optional(),
  attachments_in_all: z.number().int().optional(),
  /** How many attachments were too large or too many to keep. */
  attachments_dropped: z.number().int().optional(),
  /** The middle of its log was not kept. */
  log_cut: z.boolean().optional(),
})
export type ToolAnswer = z.infer<typeof ToolAnswer>

/** Over HTTP: 202 while it runs, 200 with the result of one that ended while somebody waited. */
export function presentStarted({ interaction_id, status }: ToolAnswer): Presented {
  return { status: isOver({ status }) ? 200 : 202, headers: { 'X-Interaction-Id': interaction_id } }
}

/** A tool that ships with Furrow, for whoever looks for one to add. */
export const AvailableTool = z.object({
  name: z.string(),
  display_name: z.string(),
  description: z.string(),
  version: z.string(),
  tags: z.array(z.string()),
  /** The variables in which it looks for secrets; those that it can do without are marked with `?`. */
  secrets: z.array(z.string()),
  /** The labels of what it offers on a result. */
  follow_ups: z.array(z.string()),
  streaming: z.boolean(),
  /** There without being added; adding it puts a copy into the repository. */
  built_in: z.boolean(),
  /** In this repository already. */
  added: z.boolean(),
  /** Added from an older Furrow; `furrow tool update` brings it up to date. */
  newer: z.boolean(),
})
export type AvailableTool = z.infer<typeof AvailableTool>

/** What an update did, or would do; paths are relative to the workspace. */
export const Updated = z.object({
  dry_run: z.boolean(),
  written: z.array(z.string()),
  /** Of an older version, and no part of this one. */
  removed: z.array(z.string()),
  /** Edited here, so moved aside before it was replaced. */
  kept_aside: z.array(z.string()),
  /** From what is here to what comes with Furrow, of each file that is there already. */
  differences: z.array(z.object({ path: z.string(), edited: z.boolean(), diff: z.string() })),
})
export type Updated = z.infer<typeof Updated>

/** Files of a tool that were written, relative to the workspace. */
export const WrittenTool = z.object({ name: z.string(), files: z.array(z.string()) })
export type WrittenTool = z.infer<typeof WrittenTool>

export const TestReport = z.object({
  name: z.string(),
  passed: z.number().int(),
  failed: z.number().int(),
  tests: z.array(z.object({ file: z.string(), name: z.string(), ok: z.boolean(), problems: z.array(z.string()) })),
})
export type TestReport = z.infer<typeof TestReport>
