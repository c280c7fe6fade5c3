import * as z from 'zod'

/** What may be done in a state besides moving on; a state lists those that it allows. */
export const ABILITIES = [
  'task.create',
  'task.update',
  'task.delete',
  'artifact.add',
  'artifact.approve',
  'artifact.reject',
  'artifact.remove',
  'note',
  'step.update',
  'finalize',
] as const

/** The commands that fire events. `advance` goes on inside a phase, `complete` leaves it, the others need a reason. */
export const TRIGGERS = ['advance', 'complete', 'reopen', 'revise', 'abandon'] as const

/** Predicates that a transition may ask for; `named` calls a function that the program knows by name. */
export const GUARDS = [
  'tasks_exist',
  'tasks_open',
  'tasks_resolved',
  'tasks_completed',
  'artifacts_exist',
  'artifacts_approved',
  'overview_present',
  'dependencies_met',
  'task_artifacts_approved',
  'verdict',
  'steps_done',
  'named',
] as const

/** What a step of a checklist does when the plan is applied; `manual` is done by the person or agent that completes it. */
export const ACTIONS = [
  'publish',
  'index',
  'commit',
  'push',
  'issue',
  'pull_request',
  'draft_pull_request',
  'checks',
  'ready_pull_request',
  'manual',
] as const

/** What a review comes to. */
export const REVIEW_VERDICTS = ['pass', 'fail'] as const

const Name = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,40}$/, 'is not a name: letters, digits, _ and -')
const NAME_OF_TEMPLATE = /^[a-z][a-z0-9-]{0,60}$/
const Line = z.string().min(1).max(500)

export const Guard = z.strictObject({
  guard: z.enum(GUARDS),
  /** The kind of artifact that it is about. */
  kind: Name.optional(),
  /** How many there must be at least. */
  at_least: z.int().min(1).optional(),
  /** The overview's file name, or the function's name. */
  name: z.string().max(80).optional(),
  /** What the review of this iteration has to say. */
  verdict: z.enum(REVIEW_VERDICTS).optional(),
  /** Count only what was completed in this iteration. */
  this_iteration: z.boolean().optional(),
})
export type Guard = z.infer<typeof Guard>

export const ChecklistStep = z.strictObject({
  action: z.enum(ACTIONS),
  /** With `each`, {{id}} and {{name}} are those of the task. */
  name: Line,
  /** One step for each completed task. */
  each: z.literal('task').optional(),
  /** May be skipped, with a reason. */
  optional: z.boolean().optional(),
})
export type ChecklistStep = z.infer<typeof ChecklistStep>

export const TypeState = z.strictObject({
  title: Line,
  /** One sentence for whoever comes here without having seen the rest. */
  purpose: Line,
  phase: Name.optional(),
  /** What the phase's status is while the project is here. */
  status: Name.optional(),
  /** The guide that the brief carries: one of Furrow's, or `.sow/types/<prompt>.md`. */
  prompt: z.string().min(1).max(80),
  allows: z.array(z.enum(ABILITIES)).optional(),
  /** Kinds of artifact that may be added here; the first is what is meant when nothing is said. */
  adds: z.array(Name).optional(),
  /** Steps that are planned when the project comes here. */
  checklist: z.array(ChecklistStep).optional(),
  /** What is said when something is tried that does not belong here, by ability or trigger. */
  refuses: z.record(z.string(), Line).optional(),
  terminal: z.boolean().optional(),
})
export type TypeState = z.infer<typeof TypeState>

export const Transition = z.strictObject({
  event: Name,
  from: z.array(Name).min(1),
  to: Name,
  by: z.enum(TRIGGERS),
  summary: Line,
  guards: z.array(Guard).optional(),
  voids_approvals: z.boolean().optional(),
  /** The work is done once more: the next iteration begins, with what the review or the reason says as its feedback. */
  iterates: z.boolean().optional(),
})
export type Transition = z.infer<typeof Transition>

export const Kind = z.strictObject({
  needs_approval: z.boolean(),
  /** Whether a decision on it says pass or fail. */
  verdict: z.boolean().optional(),
  /** Its folder and how several are called; made from the name without it. */
  plural: Name.optional(),
  /** The outline of a new one, among Furrow's own; `<type>-<kind>` without it. */
  template: z.string().regex(NAME_OF_TEMPLATE, 'is not the name of a template').optional(),
})

/** How a type speaks of its parts where the plain words do not fit. */
export const Words = z.strictObject({
  /** What the description of a project is: Question, Goal. */
  description: Line.optional(),
  /** The heading above its tasks. */
  tasks: Line.optional(),
  /** What is done with the tasks that are left: Continue research. */
  working: Line.optional(),
  /** What is done with the next one: Find out. */
  next: Line.optional(),
  /** What a task is linked to: Findings. */
  refs: Line.optional(),
  /** What needs no approval: Findings. */
  material: Line.optional(),
  /** What is approved: Summaries. */
  documents: Line.optional(),
})

export const ProjectType = z.strictObject({
  schema_version: z.literal(1),
  name: z.string().regex(/^[a-z][a-z0-9_]{0,40}$/, 'must be small letters, digits and _, a letter first'),
  title: Line,
  /** What its tasks are called: `topic`, `document`, `work unit`. */
  task: z.string().regex(/^[a-z][a-z ]{0,28}[a-z]$/, 'is not a noun in small letters'),
  /** Whether tasks depend on each other: `order` holds one back until those before it are completed, `record` keeps it for what follows. */
  dependencies: z.enum(['order', 'record']).optional(),
  /** Which files to name as inputs at the start. */
  inputs: Line.optional(),
  /** Whether it is research: outcomes are conclusions, and what is stated names its sources. */
  evidence: z.boolean().optional(),
  words: Words.optional(),
  prefixes: z.array(z.string().regex(/^[a-z0-9-]+\/$/, 'ends with /')),
  initial: Name,
  /** In their order. */
  phases: z.array(Name).min(1),
  kinds: z.record(Name, Kind),
  /** What is published at the end, and where; with several, `overview` is the one that leads to the others. */
  publishes: z
    .strictObject({ kind: Name, folder: z.string(), title: Line, overview: z.string().optional() })
    .optional(),
  states: z.record(Name, TypeState),
  transitions: z.array(Transition).min(1),
})
export type ProjectType = z.infer<typeof ProjectType>

export type Ability = (typeof ABILITIES)[number]
export type Trigger = (typeof TRIGGERS)[number]
