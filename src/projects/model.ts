import * as z from 'zod'
import { Approval } from '../lifecycle/approval.ts'
import { NextStep } from '../lifecycle/next.ts'
import { ReasonView } from '../lifecycle/reason.ts'
import { Id, Label, RepoPath } from '../operation/ids.ts'
import { PastedCommand } from '../operation/shell-schema.ts'
import { TRIGGERS } from './types/model.ts'

export const STATE_SCHEMA = 1
export const TASK_STATUSES = ['pending', 'in_progress', 'completed', 'abandoned', 'skipped'] as const
export const NOTE_KINDS = ['decision', 'question', 'insight', 'note'] as const

export const ProjectName = Id.describe('The name of the project, as `furrow explore list` shows it.')
export const OtherProject = ProjectName.optional().describe(
  'Another than the one of this worktree: archived, or of a worktree.',
)
export const TaskId = Id.describe('Such as 001.')
export const ArtifactPath = RepoPath.describe('Relative to .sow/project/; project/notes.md is understood too.')
export const Title = Label
/** A day or a moment as ISO 8601 writes it. */
const Time = z.string().refine(text => isTime(text), 'is no time such as 2026-01-02T03:04:05Z')

export function isTime(text: unknown): boolean {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\d(?:$|[T ])/.test(text) && !Number.isNaN(Date.parse(text))
}

/** A path relative to `.sow/project/`, however it was written. */
export function inFolder(file: string): string {
  return file.replace(/^(?:\.sow\/)?project\/(?=.)/, '')
}

const FolderPath = z.string().min(1).transform(inFolder)
const Text = z.string().max(20_000)

/** Lists that other programs leave out or write as null. */
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform(items => items ?? [])

/** A path, or what sow wrote in its place: a whole artifact. */
const Ref = z.union([FolderPath, z.looseObject({ path: FolderPath }).transform(({ path }) => path)])

/** A topic or, in the finalization, a step. Keys that nobody here knows stay. */
export const Task = z.looseObject({
  id: z.string().regex(/^\d{3,}$/, 'is no number of at least three digits'),
  name: z.string().min(1),
  status: z.enum(TASK_STATUSES),
  question: z.string().optional(),
  scope: z.string().optional(),
  outcome: z.string().optional(),
  reason: z.string().optional(),
  refs: list(Ref),
  metadata: z.record(z.string(), z.unknown()).optional(),
  /** Of a step: what the plan does, and what came of it. */
  action: z.string().optional(),
  optional: z.boolean().optional(),
  result: z.string().optional(),
  /** The person who skipped it; without one Furrow did, and tries again. */
  skipped_by: z.string().optional(),
  created_at: Time.optional(),
  started_at: Time.optional(),
  updated_at: Time.optional(),
  completed_at: Time.optional(),
})
export type Task = z.infer<typeof Task>

export const Artifact = z.looseObject({
  path: FolderPath,
  kind: z.string().optional(),
  created_at: Time.optional(),
  approval: Approval.optional(),
  rejection: z
    .looseObject({ by: z.string(), at: Time, note: z.string().optional(), content: z.string().optional() })
    .optional(),
  /** As sow writes it; without what was approved it proves nothing. */
  approved: z.boolean().nullish(),
})
export type Artifact = z.infer<typeof Artifact>

export const Phase = z.looseObject({
  status: z.string().min(1),
  enabled: z.boolean(),
  created_at: Time.optional(),
  started_at: Time.nullish(),
  completed_at: Time.nullish(),
  tasks: list(Task),
  artifacts: list(Artifact),
})
export type Phase = z.infer<typeof Phase>

export const Note = z.looseObject({
  id: z.string(),
  kind: z.enum(NOTE_KINDS),
  text: z.string(),
  at: Time,
  by: z.string(),
  /** Of a question: what came of it. */
  resolved: z.looseObject({ answer: z.string(), at: Time, by: z.string() }).optional(),
})
export type Note = z.infer<typeof Note>

/** What finalization publishes, fixed when the plan is made. */
export const Plan = z.looseObject({
  slug: z.string(),
  month: z.string(),
  include_findings: z.boolean(),
  /** What was published, with the hash that it was verified by. */
  published: list(z.looseObject({ from: z.string(), path: z.string(), content: z.string() })),
  /** What earlier rounds published under other names. */
  withdrawn: z.array(z.string()).optional(),
  commit: z.string().optional(),
  pull_request: z.string().optional(),
})
export type Plan = z.infer<typeof Plan>

/** `.sow/project/state.yaml`, with the fields of seed 003 and what has been added since. */
export const ProjectState = z.looseObject({
  schema_version: z.int().optional(),
  /** How many entries the event log has; each commit adds one. */
  revision: z.int().min(0).optional(),
  project: z.looseObject({
    type: z.string().min(1),
    name: z.string().regex(/^[a-z0-9][a-z0-9-]*[a-z0-9]$/, 'is no name: small letters, digits and - in between'),
    branch: z.string().min(1),
    description: z.string(),
    created_at: Time,
    updated_at: Time,
  }),
  statechart: z.looseObject({ current_state: z.string().min(1) }),
  phases: z.record(z.string(), Phase),
  /** The highest task id that was ever given; none is given twice. */
  last_task_id: z.int().optional(),
  notes: list(Note).optional(),
  plan: Plan.optional(),
})
export type ProjectState = z.infer<typeof ProjectState>

/** One line of `.sow/project/events.jsonl`. */
export const ProjectEvent = z.looseObject({
  seq: z.int().min(1),
  at: Time,
  actor: z.object({
    kind: z.enum(['person', 'agent']),
    id: z.string(),
    /** As git knows a person. */
    name: z.string().optional(),
  }),
  command: z.string(),
  summary: z.string(),
  event: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  reason: z.string().optional(),
})
export type ProjectEvent = z.infer<typeof ProjectEvent>

export const TaskView = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(TASK_STATUSES),
  phase: z.string(),
  question: z.string().optional(),
  scope: z.string().optional(),
  outcome: z.string().optional(),
  reason: z.string().optional(),
  refs: z.array(z.string()),
  metadata: z.record(z.string(), z.string()).optional(),
  action: z.string().optional(),
  optional: z.boolean().optional(),
  result: z.string().optional(),
  created_at: z.string().optional(),
  started_at: z.string().optional(),
  updated_at: z.string().optional(),
  completed_at: z.string().optional(),
})
export type TaskView = z.infer<typeof TaskView>

export const ArtifactView = z.object({
  path: z.string(),
  file: z.string(),
  kind: z.string(),
  needs_approval: z.boolean(),
  standing: z.enum(['none', 'approved', 'void', 'unlogged', 'unwritten', 'rejected', 'missing']),
  /** The bytes as they are now. */
  revision: z.string().optional(),
  abstract: z.string().optional(),
  approval: z
    .object({
      by: z.string(),
      at: z.string(),
      content: z.string(),
      note: z.string().optional(),
      delegated: z.enum(['config', 'token']).optional(),
    })
    .optional(),
  rejection: z.object({ by: z.string(), at: z.string(), note: z.string().optional() }).optional(),
  tasks: z.array(z.string()),
})
export type ArtifactView = z.infer<typeof ArtifactView>

/** A way out of the present state, and what is in its way. */
export const TransitionView = z.object({
  event: z.string(),
  by: z.enum(TRIGGERS),
  to: z.string(),
  summary: z.string(),
  command: PastedCommand,
  blocked: z.boolean(),
  reasons: z.array(ReasonView),
})
export type TransitionView = z.infer<typeof TransitionView>

export const PlanView = z.object({
  target: z.string(),
  folder: z.boolean(),
  files: z.array(z.object({ from: z.string(), to: z.string() })),
  steps: z.array(TaskView),
  /** What commit and push start besides git, and what has no say in it. */
  programs: z.array(z.string()),
  warnings: z.array(z.string()),
  reasons: z.array(ReasonView),
  pull_request: z.string().optional(),
  commit: z.string().optional(),
  next: NextStep,
})
export type PlanView = z.infer<typeof PlanView>

export const GraphView = z.object({
  states: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      phase: z.string().optional(),
      terminal: z.boolean(),
      current: z.boolean(),
    }),
  ),
  edges: z.array(
    z.object({
      event: z.string(),
      by: z.enum(TRIGGERS),
      from: z.string(),
      to: z.string(),
      /** Whether it leaves the present state, and may. */
      standing: z.enum(['open', 'blocked', 'elsewhere']),
      reasons: z.array(ReasonView),
    }),
  ),
})
export type GraphView = z.infer<typeof GraphView>

export const ProjectView = z.object({
  type: z.string(),
  name: z.string(),
  branch: z.string(),
  description: z.string(),
  state: z.string(),
  title: z.string(),
  purpose: z.string(),
  phase: z.string().optional(),
  terminal: z.boolean(),
  /** What may be done in this state besides moving on. */
  allows: z.array(z.string()),
  revision: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  path: z.string(),
  phases: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      enabled: z.boolean(),
      started_at: z.string().optional(),
      completed_at: z.string().optional(),
    }),
  ),
  tasks: z.array(TaskView),
  steps: z.array(TaskView),
  artifacts: z.array(ArtifactView),
  notes: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(NOTE_KINDS),
      text: z.string(),
      at: z.string(),
      by: z.string(),
      /** The answer to a question. */
      answer: z.string().optional(),
    }),
  ),
  transitions: z.array(TransitionView),
  /** What files and git say that does not fit it, each with the command that sets it right. */
  problems: z.array(ReasonView),
  warnings: z.array(z.string()),
  next: NextStep,
  /** All that somebody needs who knows nothing of it; after each transition. */
  brief: z.string().optional(),
})
export type ProjectView = z.infer<typeof ProjectView>

export const ProjectRow = z.object({
  name: z.string(),
  type: z.string(),
  state: z.string(),
  /** Whether it is over. */
  over: z.boolean(),
  branch: z.string(),
  description: z.string(),
  where: z.enum(['here', 'worktree', 'archive']),
  path: z.string(),
  updated_at: z.string(),
  tasks: z.object({ total: z.int(), resolved: z.int() }),
})
export type ProjectRow = z.infer<typeof ProjectRow>

export const Prose = Text
