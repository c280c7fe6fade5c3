import * as z from 'zod'
import { NextStep } from '../lifecycle/next-step.ts'
import { ReviewThread } from '../reviews/model.ts'
import { SPEC_STAGES } from './stages.ts'

export const SPEC_SCHEMA = 1
export const MODES = ['guided', 'expert'] as const
export const SPEC_VERDICTS = ['PASS', 'PASS_WITH_WARNINGS', 'FAIL'] as const

const Time = z.string()
const Hash = z.string()

export const StageStatus = z.object({
  status: z.enum(['pending', 'in_progress', 'completed']),
  started_at: Time.optional(),
  completed_at: Time.optional(),
  /** How often it was written. */
  iterations: z.int().min(0).default(0),
  /** SHA-256 of the file as Furrow wrote it or as somebody confirmed it. */
  artifact_hash: Hash.optional(),
  /** The earlier files as they were then; another hash now makes this stage stale. */
  based_on: z.record(z.string(), Hash).optional(),
})
export type StageStatus = z.infer<typeof StageStatus>

/** One round of the Clarity Gate; earlier rounds are never changed. */
export const ClarityRound = z.object({
  round: z.int().min(1),
  at: Time,
  by: z.string(),
  /** Every dimension that has a score by now, those of earlier rounds included. */
  scores: z.record(z.string(), z.number()),
  evidence: z.record(z.string(), z.string()).default({}),
  /** Scored in this round without an id or a quotation to show for it. */
  unproven: z.array(z.string()).default([]),
  score: z.int(),
})
export type ClarityRound = z.infer<typeof ClarityRound>

const Move = z.object({ stage: z.enum(SPEC_STAGES), at: Time, by: z.string(), reason: z.string().optional() })

/** `sdd.json` */
export const Spec = z.object({
  schema_version: z.literal(SPEC_SCHEMA),
  name: z.string(),
  description: z.string(),
  mode: z.enum(MODES),
  current_stage: z.enum(SPEC_STAGES),
  stage_status: z.object({
    init: StageStatus,
    propose: StageStatus,
    specify: StageStatus,
    'business-rules': StageStatus,
    clarify: StageStatus,
    design: StageStatus,
    tasks: StageStatus,
    validate: StageStatus,
  }),
  clarity_score: z.int().default(0),
  clarity_rounds: z.array(ClarityRound).default([]),
  verdict: z.enum(SPEC_VERDICTS).optional(),
  /** The highest number ever given per kind of id, so that none is given twice. */
  last_ids: z.record(z.string(), z.int()).default({}),
  reopened: z.array(Move).default([]),
  confirmed: z.array(Move).default([]),
  created_at: Time,
  updated_at: Time,
})
export type Spec = z.infer<typeof Spec>

export const StageView = z.object({
  name: z.enum(SPEC_STAGES),
  title: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
  path: z.string(),
  bytes: z.number().optional(),
  iterations: z.number(),
  completed_at: z.string().optional(),
  /** The earlier files that changed since; empty when it is up to date. */
  stale: z.array(z.string()),
  /** The file on disk is not the one that was written or confirmed. */
  edited: z.boolean(),
  /** A stage that was done, and its file is gone. */
  missing: z.boolean(),
})
export type StageView = z.infer<typeof StageView>

export const DimensionView = z.object({
  name: z.string(),
  weight: z.number(),
  question: z.string(),
  score: z.number().optional(),
  evidence: z.string().optional(),
  unproven: z.boolean(),
  /** Its share of what the gate lacks; when every dimension gains as much, the gate opens. */
  lacks: z.number(),
})
export type DimensionView = z.infer<typeof DimensionView>

export const GateView = z.object({
  score: z.number(),
  threshold: z.number(),
  passed: z.boolean(),
  dimensions: z.array(DimensionView),
  /** With what each dimension lacked then. */
  rounds: z.array(ClarityRound.extend({ lacks: z.record(z.string(), z.number()) })),
})
export type GateView = z.infer<typeof GateView>

export const FindingView = z.object({
  kind: z.string(),
  level: z.enum(['block', 'advise']),
  path: z.string(),
  line: z.number(),
  message: z.string(),
  id: z.string().optional(),
})

export const SpecView = z.object({
  name: z.string(),
  description: z.string(),
  mode: z.enum(MODES),
  current_stage: z.enum(SPEC_STAGES),
  done: z.boolean(),
  stages: z.array(StageView),
  gate: GateView,
  verdict: z.enum(SPEC_VERDICTS).optional(),
  /** What this call wrote, where it kept a text that was in the way, and the ids that it gave. */
  saved: z.object({ path: z.string(), kept: z.string().optional(), ids_given: z.array(z.string()) }).optional(),
  notices: z.array(z.string()),
  /** What was computed about the texts, where the call asks for it. */
  findings: z.array(FindingView).optional(),
  /** The requirements and the business rules, where the Clarity Gate asks about them. */
  texts: z.array(z.string()).optional(),
  next: NextStep,
})
export type SpecView = z.infer<typeof SpecView>

export const SpecContext = SpecView.extend({
  detail_level: z.enum(['summary', 'standard', 'full']),
  artifacts: z.array(
    z.object({
      stage: z.enum(SPEC_STAGES),
      path: z.string(),
      content: z.string(),
      revision: z.string(),
      /** Characters that did not fit. */
      left_out: z.number(),
    }),
  ),
  /** Review threads on its documents that are open. */
  reviews: z.array(ReviewThread).optional(),
})
export type SpecContext = z.infer<typeof SpecContext>
