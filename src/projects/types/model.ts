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
  'tasks_resolved',
  'tasks_completed',
  'artifacts_exist',
  'artifacts_approved',
  'overview_present',
  'steps_done',
  'named',
] as const

/** What a step of a checklist does when the plan is applied; `manual` is done by whoever completes it. */
export const ACTIONS = ['publish', 'index', 'commit', 'push', 'pull_request', 'manual'] as const

const Name = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,40}$/, 'is no name: letters, digits, _ and -')
const Line = z.string().min(1).max(500)

export const Guard = z.strictObject({
  guard: z.enum(GUARDS),
  /** The kind of artifact that it is about. */
  kind: Name.optional(),
  /** How many there must be at least. */
  at_least: z.int().min(1).optional(),
  /** The overview's file name, or the function's name. */
  name: z.string().max(80).optional(),
})
export type Guard = z.infer<typeof Guard>

export const Step = z.strictObject({
  action: z.enum(ACTIONS),
  name: Line,
  /** May be skipped, with a reason. */
  optional: z.boolean().optional(),
})
export type Step = z.infer<typeof Step>

export const State = z.strictObject({
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
  checklist: z.array(Step).optional(),
  /** What is said when something is tried that does not belong here, by ability or trigger. */
  refuses: z.record(z.string(), Line).optional(),
  terminal: z.boolean().optional(),
})
export type State = z.infer<typeof State>

export const Transition = z.strictObject({
  event: Name,
  from: z.array(Name).min(1),
  to: Name,
  by: z.enum(TRIGGERS),
  summary: Line,
  guards: z.array(Guard).optional(),
  voids_approvals: z.boolean().optional(),
})
export type Transition = z.infer<typeof Transition>

export const ProjectType = z.strictObject({
  schema_version: z.literal(1),
  name: z.string().regex(/^[a-z][a-z0-9_]{0,40}$/, 'is no name of a type: small letters, digits and _'),
  title: Line,
  /** What its tasks are called: `topic`, `document`. */
  task: z.string().regex(/^[a-z]{2,30}$/),
  prefixes: z.array(z.string().regex(/^[a-z0-9-]+\/$/, 'ends with /')),
  initial: Name,
  /** In their order. */
  phases: z.array(Name).min(1),
  kinds: z.record(Name, z.strictObject({ needs_approval: z.boolean() })),
  /** What is published at the end, and where. */
  publishes: z.strictObject({ kind: Name, folder: z.string(), title: Line }).optional(),
  states: z.record(Name, State),
  transitions: z.array(Transition).min(1),
})
export type ProjectType = z.infer<typeof ProjectType>

export type Ability = (typeof ABILITIES)[number]
export type Trigger = (typeof TRIGGERS)[number]
