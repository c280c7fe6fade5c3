import * as z from 'zod'
import { NextStep } from '../lifecycle/next-step.ts'
import { Id } from '../operation/ids.ts'
import { ReviewThread } from '../reviews/model.ts'
import { PastedCommand } from '../shared/shell/shell-schema.ts'

export const CHANGE_SCHEMA = 1
export const CHANGE_STATUSES = ['active', 'paused', 'completed', 'cancelled', 'archived'] as const

export const ChangeId = Id.describe('The id of the change, as `furrow change list` shows it.')

const Time = z.string()

export const StageEntry = z.object({
  name: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
  started_at: Time.optional(),
  completed_at: Time.optional(),
})

/** What a report of the context check pointed at: places and names, so that the report can be shown again. */
export const ContextPointers = z.object({
  passages: z.array(z.object({ path: z.string(), heading: z.string(), from: z.number(), to: z.number() })),
  prior: z.array(z.string()),
  explorations: z.array(z.object({ id: z.number(), title: z.string() })),
  conventions: z.array(z.string()),
  conflicts: z.array(z.object({ shared: z.string(), with: z.array(z.string()) })),
})
export type ContextPointers = z.infer<typeof ContextPointers>

/** What the context check saw; a different description or different artifacts void it. */
export const ContextCheck = z.object({
  description: z.string(),
  artifacts: z.record(z.string(), z.string()),
  conflicts: z.array(z.string()),
  found: ContextPointers.optional(),
  at: Time,
})

export const GateProof = z.object({
  name: z.string(),
  command: z.string(),
  run: z.string(),
  exit_code: z.number().nullable(),
  duration_ms: z.number(),
  ok: z.boolean(),
})

export const PROOFS = ['gates', 'commands', 'none'] as const

export const Proof = z.object({ kind: z.enum(PROOFS), results: z.array(GateProof), at: Time })

/** `change.json`, with the fields of seed 002 and what has been added since. */
export const Change = z.object({
  schema_version: z.int().default(CHANGE_SCHEMA),
  id: z.string(),
  type: z.string(),
  size: z.string(),
  description: z.string(),
  stages: z.array(StageEntry).min(1),
  current_stage: z.string(),
  adrs: z.array(z.string()).default([]),
  status: z.enum(CHANGE_STATUSES),
  created_at: Time,
  updated_at: Time,
  context_check: ContextCheck.optional(),
  accepted_commands: z.array(z.string()).optional(),
  proof: Proof.optional(),
  reopened: z.array(z.object({ stage: z.string(), reason: z.string(), at: Time })).optional(),
})
export type Change = z.infer<typeof Change>
export type StageEntry = z.infer<typeof StageEntry>
export type Proof = z.infer<typeof Proof>
export type ContextCheck = z.infer<typeof ContextCheck>

export { NextStep }

const Reasons = z.array(z.object({ code: z.string(), message: z.string(), fix: PastedCommand.optional() })).optional()

/** What cannot be done with a change now, and why; what is not named can be. */
export const BlockedActions = z.object({
  advance: Reasons,
  pause: Reasons,
  switch: Reasons,
  reopen: Reasons,
  cancel: Reasons,
  archive: Reasons,
  accept: Reasons,
})
export type BlockedActions = z.infer<typeof BlockedActions>

/** The context check of a change as it stands now, with what the stage's text says to each conflict. */
export const ContextView = ContextPointers.extend({
  at: Time,
  /** Why it does not count any more; nothing while it stands. */
  voided: z.array(z.string()),
  artifacts: z.array(z.string()),
  conflicts: z.array(z.object({ shared: z.string(), with: z.array(z.string()), disposition: z.string().optional() })),
})
export type ContextView = z.infer<typeof ContextView>

/** What verifying would run, and what keeps it from running. */
export const Verification = z.object({
  kind: z.enum(PROOFS),
  checks: z.array(
    z.object({
      name: z.string(),
      command: z.string(),
      /** A person accepted it for this change, and can withdraw it. */
      accepted: z.boolean(),
    }),
  ),
  problem: z.object({ message: z.string(), fix: PastedCommand.optional() }).optional(),
})
export type Verification = z.infer<typeof Verification>

export const ChangeView = Change.omit({ context_check: true }).extend({
  /** The content was sent before: this stage holds it already, and nothing was written. */
  already_saved: z.string().optional(),
  /** The same change was started before: this is that one, and nothing was written. */
  already_started: z.boolean().optional(),
  /** What exists already about the change, found while its first stage was saved. */
  context_report: z.string().optional(),
  /** What looks unfinished; it stops nothing. */
  warnings: z.array(z.string()).optional(),
  /** Checks of the verify stage that are under way still. */
  verifying: z.array(z.object({ name: z.string(), run: z.string(), status: z.string() })).optional(),
  path: z.string(),
  /** The decisions that `adrs` names, with their titles. */
  decisions: z.array(z.object({ id: z.string(), title: z.string(), status: z.string() })).optional(),
  next: NextStep,
  blocked: BlockedActions.optional(),
  context: ContextView.optional(),
  verification: Verification.optional(),
  /** Review threads on its documents that are open. */
  reviews: z.array(ReviewThread).optional(),
  artifacts: z.array(z.object({ stage: z.string(), path: z.string(), bytes: z.number() })),
})
export type ChangeView = z.infer<typeof ChangeView>

export const ChangeRow = z.object({
  id: z.string(),
  type: z.string(),
  size: z.string(),
  description: z.string(),
  status: z.enum(CHANGE_STATUSES),
  current_stage: z.string(),
  progress: z.object({ done: z.int(), of: z.int() }),
  updated_at: z.string(),
  proof: z.enum(PROOFS).optional(),
})

/** How many changes of a type are at a stage. */
export const ChangeTotal = z.object({
  type: z.string(),
  stage: z.string(),
  open: z.boolean().describe('Active or paused.'),
  count: z.int(),
})
export type ChangeTotal = z.infer<typeof ChangeTotal>

/** A change whose file cannot be read: named, never skipped. */
export const DamagedRow = z.object({ id: z.string(), path: z.string(), message: z.string(), fix: PastedCommand })
