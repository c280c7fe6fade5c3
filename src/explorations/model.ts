import * as z from 'zod'
import { Approval } from '../lifecycle/approval.ts'
import { NextStep } from '../lifecycle/next-step.ts'
import { ReasonView } from '../lifecycle/reason.ts'
import { Id, Label, RepoPath } from '../operation/ids.ts'
import { choiceOf } from '../operation/names/choices.ts'
import { PastedCommand } from '../shared/shell/shell-schema.ts'
import { Conclusion, Confidence, InputDocument, Source } from './evidence/model.ts'
import { REVIEW_VERDICTS, TRIGGERS } from './types/model.ts'
import { BUILT_IN_KINDS, BUILT_IN_TYPES } from './types/names.ts'

export const ProjectTypeName = choiceOf(Id, BUILT_IN_TYPES, 'project_type')
export const ArtifactKind = choiceOf(Id, BUILT_IN_KINDS, 'artifact_kind')

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
const Time = z.string().refine(text => isIsoTime(text), 'is not a time such as 2026-01-02T03:04:05Z')

export function isIsoTime(text: unknown): boolean {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\d(?:$|[T ])/.test(text) && !Number.isNaN(Date.parse(text))
}

/** A path relative to `.sow/project/`, however it was written. */
export function isInFolder(file: string): string {
  return file.replace(/^(?:\.sow\/)?project\/(?=.)/, '')
}

const FolderPath = z.string().min(1).transform(isInFolder)
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
export const ProjectTask = z.looseObject({
  id: z.string().regex(/^\d{3,}$/, 'is not a number of at least three digits'),
  name: z.string().min(1),
  status: z.enum(TASK_STATUSES),
  question: z.string().optional(),
  scope: z.string().optional(),
  outcome: z.string().optional(),
  /** Of the outcome: how sure it is, what would change it, and the sources that it names. */
  confidence: Confidence.optional(),
  would_change: z.string().optional(),
  sources: z.array(z.string()).nullish(),
  reason: z.string().optional(),
  refs: list(Ref),
  metadata: z.record(z.string(), z.unknown()).optional(),
  /** The ids of the tasks that come before it. */
  depends_on: z.array(z.string()).optional(),
  /** In which round of the work it was completed last. */
  iteration: z.int().min(1).optional(),
  /** Of a step: what the plan does, and what came of it. */
  action: z.string().optional(),
  /** Of a step: the state whose checklist it is from, and the task that it is for. */
  state: z.string().optional(),
  task: z.string().optional(),
  optional: z.boolean().optional(),
  result: z.string().optional(),
  /** Of a push: why it failed last, and the branch and address that it failed with. */
  failed: z
    .looseObject({
      failure: z.enum(['ahead', 'gone', 'unreachable', 'refused']),
      remote: z.string(),
      under: z.string(),
    })
    .optional(),
  /** The person who skipped it; without one Furrow did, and tries again. */
  skipped_by: z.string().optional(),
  created_at: Time.optional(),
  started_at: Time.optional(),
  updated_at: Time.optional(),
  completed_at: Time.optional(),
})
export type ProjectTask = z.infer<typeof ProjectTask>

export const Artifact = z.looseObject({
  path: FolderPath,
  kind: z.string().optional(),
  created_at: Time.optional(),
  /** Of a review: the round of the work that it is about. */
  iteration: z.int().min(1).optional(),
  approval: Approval.extend({ verdict: z.enum(REVIEW_VERDICTS).optional() }).optional(),
  rejection: z
    .looseObject({ by: z.string(), at: Time, note: z.string().optional(), content: z.string().optional() })
    .optional(),
  /** As sow writes it; without what was approved it proves nothing. */
  approved: z.boolean().nullish(),
})
export type Artifact = z.infer<typeof Artifact>

export const ProjectPhase = z.looseObject({
  status: z.string().min(1),
  enabled: z.boolean(),
  created_at: Time.optional(),
  started_at: Time.nullish(),
  completed_at: Time.nullish(),
  tasks: list(ProjectTask),
  artifacts: list(Artifact),
})
export type ProjectPhase = z.infer<typeof ProjectPhase>

export const ProjectNote = z.looseObject({
  id: z.string(),
  kind: z.enum(NOTE_KINDS),
  text: z.string(),
  at: Time,
  by: z.string(),
  /** Of a question: what came of it. */
  resolved: z.looseObject({ answer: z.string(), at: Time, by: z.string() }).optional(),
})
export type ProjectNote = z.infer<typeof ProjectNote>

/** What finalization publishes, fixed when the plan is made. */
export const PublicationPlan = z.looseObject({
  slug: z.string(),
  month: z.string(),
  include_findings: z.boolean(),
  /** What was published, with the hash that it was verified by. */
  published: list(z.looseObject({ from: z.string(), path: z.string(), content: z.string() })),
  /** What earlier rounds published under other names. */
  withdrawn: z.array(z.string()).optional(),
  commit: z.string().optional(),
  pull_request: z.string().optional(),
  /** The pull request that was marked as ready. */
  ready: z.string().optional(),
  /** What was opened for each task. */
  issues: z.array(z.looseObject({ task: z.string(), number: z.int(), url: z.string() })).optional(),
})
export type PublicationPlan = z.infer<typeof PublicationPlan>

export const Feedback = z.looseObject({
  /** Of the round that it was said about. */
  iteration: z.int().min(1),
  text: z.string(),
  by: z.string(),
  at: Time,
  /** The review that says more. */
  path: z.string().optional(),
})

/** `.sow/project/state.yaml`, with the fields of seed 003 and what has been added since. */
export const ProjectState = z.looseObject({
  schema_version: z.int().optional(),
  /** How many entries the event log has; each commit adds one. */
  revision: z.int().min(0).optional(),
  project: z.looseObject({
    type: z.string().min(1),
    name: z.string().regex(/^[a-z0-9][a-z0-9-]*[a-z0-9]$/, 'is not a name: small letters, digits and - in between'),
    branch: z.string().min(1),
    description: z.string(),
    created_at: Time,
    updated_at: Time,
  }),
  statechart: z.looseObject({ current_state: z.string().min(1) }),
  phases: z.record(z.string(), ProjectPhase),
  /** The highest task id that was ever given; none is given twice. */
  last_task_id: z.int().optional(),
  notes: list(ProjectNote).optional(),
  /** Where findings come from. */
  sources: list(Source).optional(),
  /** The highest number that was ever given to a source; texts cite by it. */
  last_source_id: z.int().optional(),
  conclusions: list(Conclusion).optional(),
  /** Documents that the research starts from. */
  inputs: list(InputDocument).optional(),
  /** The round of the work; the first without it. */
  iteration: z.int().min(1).optional(),
  /** What each round that has ended left to the next. */
  feedback: z.array(Feedback).optional(),
  plan: PublicationPlan.optional(),
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
  confidence: Confidence.optional(),
  would_change: z.string().optional(),
  sources: z.array(z.string()).optional(),
  reason: z.string().optional(),
  refs: z.array(z.string()),
  metadata: z.record(z.string(), z.string()).optional(),
  depends_on: z.array(z.string()).optional(),
  /** Those of them that are not resolved yet. */
  waits_for: z.array(z.string()).optional(),
  iteration: z.int().optional(),
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
      verdict: z.enum(REVIEW_VERDICTS).optional(),
    })
    .optional(),
  /** Whether the decision on it says pass or fail. */
  verdict: z.boolean().optional(),
  rejection: z.object({ by: z.string(), at: z.string(), note: z.string().optional() }).optional(),
  tasks: z.array(z.string()),
})
export type ArtifactView = z.infer<typeof ArtifactView>

/** The last approval of a document that says something else now, and what is different. */
export const SinceApproval = z.object({
  by: z.string(),
  at: z.string(),
  /** Left out when the text that was approved is no longer kept. */
  diff: z.string().optional(),
})
export type SinceApproval = z.infer<typeof SinceApproval>

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
  /** Empty where nothing is published. */
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

/** What the parts of a project are called in its type. */
export const WordsView = z.object({
  title: z.string(),
  task: z.string(),
  tasks: z.string(),
  description: z.string(),
  heading: z.string(),
  refs: z.string(),
  material: z.string(),
  documents: z.string(),
})
export type WordsView = z.infer<typeof WordsView>

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
  inputs: z.array(z.object({ path: z.string(), standing: z.enum(['holds', 'changed', 'gone']) })),
  /** The round of the work. */
  iteration: z.int(),
  feedback: z.array(
    z.object({ iteration: z.int(), text: z.string(), by: z.string(), at: z.string(), path: z.string().optional() }),
  ),
  words: WordsView,
  /** Whether tasks depend on each other here, and how. */
  dependencies: z.enum(['order', 'record']).optional(),
  /** Kinds of document that may be added in this state. */
  adds: z.array(z.string()),
  /** The first of them that needs no approval. */
  material_kind: z.string().optional(),
  /** Documents to begin: of a kind, or of a task where each has its own. */
  to_begin: z.array(z.object({ kind: z.string(), task: z.string().optional() })),
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
  tasks: z.object({ total: z.int(), resolved: z.int(), called: z.string() }),
})
export type ProjectRow = z.infer<typeof ProjectRow>

export const Prose = Text
