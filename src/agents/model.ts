import * as z from 'zod'
import { Id } from '../operation/ids.ts'

export const AgentName = Id

export const ConfiguredAgent = z.object({
  name: z.string(),
  command: z.string(),
  args: z.array(z.string()),
  /** The names of its variables; values are not shown. */
  env: z.array(z.string()),
  default: z.boolean(),
  /** Where its program is; nothing when it is not on PATH. */
  program: z.string().optional(),
})
export type ConfiguredAgent = z.infer<typeof ConfiguredAgent>

export const DetectedAgent = z.object({
  name: z.string(),
  title: z.string(),
  /** Nothing when none of its programs is on PATH. */
  program: z.string().optional(),
  command: z.string(),
  args: z.array(z.string()),
  configured: z.boolean(),
  /** What to do next: the command that adds it, or how to get it. */
  next: z.string(),
})
export type DetectedAgent = z.infer<typeof DetectedAgent>

export const PermissionVerdict = z.enum(['allow', 'ask', 'deny'])
export type PermissionVerdict = z.infer<typeof PermissionVerdict>

/** One rule of `agents.permissions`; of those that match, the last one counts. */
export const PermissionRule = z.object({
  /** A kind of action (`edit`, `execute`, `fetch`), a tool by name, or `*`; `*` stands for any text. */
  tool: z.string().min(1).max(200).default('*'),
  /** Files below the root: `src/**`; a rule with a path matches only when every file of the action does. */
  path: z.string().min(1).max(1024).optional(),
  action: PermissionVerdict,
})
export type PermissionRule = z.infer<typeof PermissionRule>

const EVENT_TYPES = [
  'started',
  'text',
  'thought',
  'tool',
  'plan',
  'permission',
  'answered',
  'file',
  'terminal',
  'usage',
  'note',
  'ended',
] as const

/** One thing that happened in an agent run, as `<id>.events.jsonl` keeps it: a line each, in order, numbered from 1. */
export const AgentEvent = z.object({
  n: z.number().int(),
  /** In milliseconds since the epoch. */
  t: z.number(),
  type: z.enum(EVENT_TYPES),
  /** What was said (`text`, `thought`), noted, or, of `ended`, the final answer. */
  text: z.string().optional(),
  /** Which call of a tool; the events of one call share it. */
  call: z.string().optional(),
  title: z.string().optional(),
  /** `edit`, `execute`, `fetch`. */
  tool: z.string().optional(),
  status: z.string().optional(),
  paths: z.array(z.string()).optional(),
  input: z.string().optional(),
  output: z.string().optional(),
  entries: z.array(z.object({ content: z.string(), status: z.string(), priority: z.string() })).optional(),
  /** Of `permission` and `answered`. */
  permission: z.string().optional(),
  /** What was decided, and by whom or what: `person`, `rule`, `profile`, `unattended`. */
  answer: z.string().optional(),
  by: z.string().optional(),
  /** `started` */
  agent: z.string().optional(),
  session_id: z.string().optional(),
  used: z.number().optional(),
  size: z.number().optional(),
  cost: z.object({ amount: z.number(), currency: z.string() }).optional(),
  exit_code: z.number().optional(),
  turns: z.number().int().optional(),
  stop_reason: z.string().optional(),
})
export type AgentEvent = z.infer<typeof AgentEvent>
