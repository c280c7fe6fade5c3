import * as z from 'zod'
import { Approval } from '../../lifecycle/approval.ts'
import { NextStep } from '../../lifecycle/next-step.ts'
import { ReasonView } from '../../lifecycle/reason.ts'
import { Id } from '../../operation/ids.ts'
import { type CardKind, common } from '../entities.ts'
import { ARTIFACTS, PHASES } from './phases.ts'

export const FEATURE_TASK_STATUSES = ['pending', 'in_progress', 'completed', 'blocked'] as const

export const Task = z.looseObject({
  id: z.string(),
  title: z.string(),
  body: z.string().optional(),
  status: z.enum(FEATURE_TASK_STATUSES),
  reason: z.string().optional(),
  labels: z.array(z.string()).default([]),
  depends_on: z.array(z.string()).default([]),
  source: z.looseObject({ kind: z.string(), ref: z.string() }).optional(),
  created_at: z.string(),
  completed_at: z.string().optional(),
})
export type Task = z.infer<typeof Task>

/** What somebody said about an artifact; that it is there, its file says. */
const Judged = z.looseObject({
  status: z.enum(['approved', 'rejected', 'waived']),
  approval: Approval.optional(),
  by: z.string().optional(),
  at: z.string().optional(),
  reason: z.string().optional(),
})

export const Feature = z.looseObject({
  ...common,
  description: z.string().optional(),
  phase: z.enum(PHASES),
  phase_history: z.array(z.looseObject({ phase: z.enum(PHASES), at: z.string(), reason: z.string().optional() })),
  artifacts: z.partialRecord(z.enum(ARTIFACTS), Judged).default({}),
  tasks: z.array(Task).default([]),
  /** Ids of tasks are never used again. */
  next_task: z.number().default(1),
  depends_on: z.array(z.string()).default([]),
  change: z.string().optional(),
})
export type Feature = z.infer<typeof Feature>

export const features = {
  name: 'feature',
  folder: '.sdlc/features',
  form: 'folder',
  schema: Feature,
} as const satisfies CardKind

export const ARTIFACT_STATES = [
  'missing',
  'draft',
  'approved',
  'void',
  /** Approved or waived by the card alone: the log of this machine knows of no such decision. */
  'unlogged',
  'rejected',
  'waived',
  'by_change',
] as const

export const FeatureArtifactView = z.object({
  name: z.enum(ARTIFACTS),
  state: z.enum(ARTIFACT_STATES),
  path: z.string(),
  /** Whether there is a text; what is waived may have none. */
  written: z.boolean(),
  by: z.string().optional(),
  reason: z.string().optional(),
})
export type FeatureArtifactView = z.infer<typeof FeatureArtifactView>

export const FeatureId = Id.describe('The short name of a feature')
export const ArtifactName = z.enum(ARTIFACTS)

export const FeatureRow = z.object({
  id: z.string(),
  title: z.string(),
  phase: z.enum(PHASES),
  current: z.boolean(),
  tasks: z.object({ done: z.number(), all: z.number() }),
  change: z.string().optional(),
  next: NextStep,
})

export const FeatureView = FeatureRow.omit({ tasks: true }).extend({
  description: z.string().optional(),
  artifacts: z.array(FeatureArtifactView),
  tasks: z.array(Task),
  depends_on: z.array(z.string()),
  blocked: z.array(ReasonView),
  origin: z.object({ kind: z.string(), ref: z.string() }).optional(),
  history: z.array(z.object({ phase: z.enum(PHASES), at: z.string(), reason: z.string().optional() })),
})
export type FeatureView = z.infer<typeof FeatureView>
