import * as z from 'zod'
import { ActorView } from '../workspace/model.ts'
import { BudgetLimits, BudgetUsed } from './budget/model.ts'

/**
 * The first three are under way (`waiting`: an agent asked for a permission); whatever follows is the end, and is written
 * once. `stopped` and `paused` are ends of agents alone: by somebody's word, and by a limit of the agent's own.
 * `over_budget`: a budget that it shares was used up.
 */
export const RunStatus = z.enum([
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'timed_out',
  'cancelled',
  'stopped',
  'paused',
  'over_budget',
  'interrupted',
])
export type RunStatus = z.infer<typeof RunStatus>

export const RunKind = z.enum(['exec', 'gate', 'tool', 'agent', 'index'])
export type RunKind = z.infer<typeof RunKind>

/**
 * How surely the whole process tree ends with the run: inside a namespace of its own, or by group and marker. A sandbox
 * is a namespace that sees the workspace and the system, and nothing else.
 */
export const Level = z.enum(['sandbox', 'namespace', 'group'])

export const Attachment = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.number().int(),
  /** What the program calls it: `screenshot`, `report`. */
  kind: z.string().optional(),
})
export type Attachment = z.infer<typeof Attachment>

/** What a program that speaks the tool protocol answers. Keys beyond these are kept. */
export const ToolResult = z.looseObject({
  ok: z.boolean(),
  data: z.unknown().optional(),
  error: z.string().optional(),
  duration_ms: z.number().optional(),
})
export type ToolResult = z.infer<typeof ToolResult>

export const Runtime = z.enum(['bun', 'deno', 'node', 'shell'])
export type Runtime = z.infer<typeof Runtime>

/** The part of a run that only tools have. Its record is kept with the interactions of that tool. */
export const ToolPart = z.object({
  name: z.string(),
  mode: z.enum(['run', 'setup']),
  version: z.string().optional(),
  /** Of everything that decided what ran. */
  hash: z.string().optional(),
  runtime: Runtime.optional(),
  /** Secrets that it had although they were granted to other code of this tool: its folder keeps its grants. */
  kept_grants: z.array(z.string()).optional(),
  /** Of the tool's own config; a setup counts for this one only. */
  config_hash: z.string().optional(),
  /** Without the values of secret fields. */
  input: z.record(z.string(), z.unknown()).optional(),
  /** The secret fields that were given; their values are kept nowhere. */
  not_kept: z.array(z.string()).optional(),
  result: ToolResult.optional(),
  /** Its output is a stream of events, kept beside the record. */
  streaming: z.boolean().optional(),
  /** Kept in memory alone, until whoever ran it ends, or an hour later. */
  passing: z.boolean().optional(),
  tags: z.array(z.string()),
  notes: z.string().nullable(),
})
export type ToolPart = z.infer<typeof ToolPart>

export const AgentProfile = z.enum(['read', 'write'])
export type AgentProfile = z.infer<typeof AgentProfile>

/** What an agent asked to be allowed to do, and nobody has answered yet. */
export const Permission = z.object({
  id: z.string(),
  /** What it wants to do, in the agent's own words. */
  title: z.string(),
  /** `edit`, `execute`, `fetch`: as the agent calls it. */
  tool: z.string(),
  /** The files it is about; relative to the folder of the run where they are inside of it. */
  paths: z.array(z.string()),
  /** What it would be called with, cut where it is long. */
  input: z.string().optional(),
  /** The answers that the agent offers. */
  options: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })),
  asked_at: z.string(),
})
export type Permission = z.infer<typeof Permission>

/** The part of a run that only agents have. */
export const AgentPart = z.object({
  name: z.string(),
  /** One run of a key is under way at a time. */
  key: z.string(),
  /** What it is for: `act`, `plan`, `build`, `ask`, `prompt`. */
  purpose: z.string(),
  target: z.string().optional(),
  /** Where what it was given comes from: an interaction, a page. */
  origin: z.string().optional(),
  profile: AgentProfile,
  /** As it was given to the agent. */
  prompt: z.string(),
  /** Somebody may be asked for permissions; otherwise what no rule allows is denied. */
  attended: z.boolean(),
  /** What it may use together with all that it starts. */
  limits: BudgetLimits,
  /** What was used of that so far. */
  used: BudgetUsed.optional(),
  /** What it is for: it uses the budget of this feature, and counts for this stage of this change. */
  feature: z.string().optional(),
  change: z.string().optional(),
  stage: z.string().optional(),
  turns: z.number().int().optional(),
  /** Of its whole session, as the agent reports it. */
  cost: z.object({ amount: z.number(), currency: z.string() }).optional(),
  session_id: z.string().optional(),
  /** The agent can go on with its session. */
  resumable: z.boolean().optional(),
  /** The run whose session this one goes on with. */
  resumes: z.string().optional(),
  stop_reason: z.string().optional(),
  pending: z.array(Permission).optional(),
  /** The commit of the tree as it was before, which a write run starts from. */
  snapshot: z.string().optional(),
  worktree: z.string().optional(),
  /** What it left that is neither a file, a folder nor a link, and so is in no result. */
  left_out: z.array(z.string()).optional(),
  /** What became of the changes of a write run. */
  changes: z.enum(['open', 'none', 'merged', 'discarded', 'undone', 'resumed']).optional(),
})
export type AgentPart = z.infer<typeof AgentPart>

export const Run = z.object({
  id: z.string(),
  kind: RunKind,
  label: z.string(),
  argv: z.array(z.string()).optional(),
  /** Where it runs, as an absolute path. */
  cwd: z.string(),
  status: RunStatus,
  /** Why it ended as it did, where the exit code alone does not say. */
  reason: z.string().optional(),
  exit_code: z.number().int().optional(),
  signal: z.string().optional(),
  level: Level,
  /** Every wall around it was seen when it started. Left out for a command of the person's own. */
  contained: z.boolean().optional(),
  /** The walls that were missing then, in words. */
  missing: z.array(z.string()).optional(),
  actor: ActorView,
  /** The operation that started it. */
  trigger: z.string(),
  /** The run inside which it was started. */
  parent: z.string().optional(),
  timeout_seconds: z.number().optional(),
  /** Owned by a process of its own, which goes on when the one that asked for it ends. */
  detached: z.boolean().optional(),
  started_at: z.string(),
  ended_at: z.string().optional(),
  duration_ms: z.number().int().optional(),
  /** Of a queued run: how many it waits for, those that run included. */
  position: z.number().int().optional(),
  /** What it wrote, before anything was cut. */
  bytes: z.number().int().optional(),
  lines: z.number().int().optional(),
  cut: z.boolean().optional(),
  attachments: z.array(Attachment).optional(),
  /** How many attachments it has, where only the first are named. */
  attachments_in_all: z.number().int().optional(),
  /** How many attachments were too large or too many to keep. */
  attachments_dropped: z.number().int().optional(),
  /** What refers to it (a change, a feature); linked and pinned runs are kept. */
  links: z.array(z.string()).optional(),
  pinned: z.boolean().optional(),
  tool: ToolPart.optional(),
  agent: AgentPart.optional(),
})
export type Run = z.infer<typeof Run>

/** What its start showed of the walls around a run. */
export type Containment = Pick<Run, 'contained' | 'missing'>

/** A record that cannot be read: named, kept, and no reason to hide the others. */
export const RunProblem = z.object({ id: z.string(), path: z.string(), message: z.string() })
export type RunProblem = z.infer<typeof RunProblem>

/** What a line of a tool is beyond its text; a line without it is an event `log` of its level. */
export const LineEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), message: z.string(), percent: z.number().optional() }),
  Attachment.omit({ type: true }).extend({ type: z.literal('attachment'), media_type: z.string() }),
])
export type LineEvent = z.infer<typeof LineEvent>

export const RunLine = z.object({
  n: z.number().int(),
  /** When it came, in milliseconds since the epoch. */
  t: z.number(),
  level: z.enum(['stdout', 'stderr', 'progress', 'note']),
  text: z.string(),
  /** It goes on where the line before it of its level stopped: it was too long, or nothing came for a while. */
  continued: z.boolean().optional(),
  /** No line break had come when it was written. */
  open: z.boolean().optional(),
  event: LineEvent.optional(),
})
export type RunLine = z.infer<typeof RunLine>

/** A run as an operation that started it answers: with its last lines, when it ended or was waited for. */
export const FollowedRun = Run.extend({ tail: z.array(RunLine).optional() })
export type FollowedRun = z.infer<typeof FollowedRun>

const UNDER_WAY: ReadonlySet<RunStatus> = new Set(['queued', 'running', 'waiting'])

export function isOver({ status }: Pick<Run, 'status'>): boolean {
  return !UNDER_WAY.has(status)
}

export type AgentRun = Run & { readonly agent: AgentPart }
