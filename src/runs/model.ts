import * as z from 'zod'
import { ActorView } from '../workspace/model.ts'

/** The first two are under way; whatever follows is the end, and is written once. */
export const RunStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'timed_out', 'cancelled', 'interrupted'])
export type RunStatus = z.infer<typeof RunStatus>

export const RunKind = z.enum(['exec', 'gate', 'tool', 'agent', 'index'])
export type RunKind = z.infer<typeof RunKind>

/** How surely the whole process tree ends with the run: inside a namespace of its own, or by group and marker. */
export const Level = z.enum(['namespace', 'group'])

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
  /** Of the tool's own config; a setup counts for this one only. */
  config_hash: z.string().optional(),
  /** Without the values of secret fields. */
  input: z.record(z.string(), z.unknown()).optional(),
  result: ToolResult.optional(),
  /** Its output is a stream of events, kept beside the record. */
  streaming: z.boolean().optional(),
  /** Kept in memory alone, until whoever ran it ends, or an hour later. */
  passing: z.boolean().optional(),
  tags: z.array(z.string()),
  notes: z.string().nullable(),
})
export type ToolPart = z.infer<typeof ToolPart>

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
  /** How many runs are ahead of it in the queue. */
  position: z.number().int().optional(),
  /** What it wrote, before anything was cut. */
  bytes: z.number().int().optional(),
  lines: z.number().int().optional(),
  cut: z.boolean().optional(),
  attachments: z.array(Attachment).optional(),
  /** What refers to it (a change, a feature); linked and pinned runs are kept. */
  links: z.array(z.string()).optional(),
  pinned: z.boolean().optional(),
  tool: ToolPart.optional(),
})
export type Run = z.infer<typeof Run>

/** A record that cannot be read: named, kept, and no reason to hide the others. */
export const RunProblem = z.object({ id: z.string(), path: z.string(), message: z.string() })
export type RunProblem = z.infer<typeof RunProblem>

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
})
export type RunLine = z.infer<typeof RunLine>

/** A run as an operation that started it answers: with its last lines, when it ended or was waited for. */
export const FollowedRun = Run.extend({ tail: z.array(RunLine).optional() })
export type FollowedRun = z.infer<typeof FollowedRun>

export function isOver({ status }: Pick<Run, 'status'>): boolean {
  return status !== 'queued' && status !== 'running'
}
