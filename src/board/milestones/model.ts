import * as z from 'zod'
import { Id } from '../../operation/ids.ts'
import { type CardKind, CardProblem, common } from '../entities.ts'

export const MILESTONE_STATUSES = ['active', 'verifying', 'released', 'skipped'] as const
export const UAT_VERDICTS = ['pass', 'pass_with_tasks', 'failed'] as const

const Milestone = z.looseObject({
  ...common,
  vision: z.string().optional(),
  /** In the order in which they matter. */
  features: z.array(z.string()).default([]),
  released_at: z.string().optional(),
  skipped_at: z.string().optional(),
  skipped_because: z.string().optional(),
})

export const milestones = {
  name: 'milestone',
  folder: '.sdlc/milestones',
  form: 'folder',
  schema: Milestone,
} as const satisfies CardKind

const UatRun = z.looseObject({
  ...common,
  completed_at: z.string().optional(),
  verdict: z.enum(UAT_VERDICTS).optional(),
  by: z.string().optional(),
  notes: z.string().optional(),
  /** The interaction of the deploy that it tests. */
  deploy: z.string().optional(),
})

/** The runs of one milestone's acceptance test, a file each. */
export function uatRuns(milestone: string) {
  return {
    name: 'milestone',
    folder: `${milestones.folder}/${milestone}/uat-runs`,
    form: 'file',
    schema: UatRun,
  } as const satisfies CardKind
}

export const MilestoneId = Id.describe('The short name of a milestone')

export const UatView = z.object({
  id: z.string(),
  started_at: z.string(),
  completed_at: z.string().optional(),
  verdict: z.enum(UAT_VERDICTS).optional(),
  by: z.string().optional(),
  notes: z.string().optional(),
  deploy: z.string().optional(),
})

export const MilestoneView = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(MILESTONE_STATUSES),
  vision: z.string().optional(),
  features: z.array(z.object({ id: z.string(), phase: z.string() })),
  acceptance_test: z.string().optional(),
  uat: z.array(UatView),
  /** Runs whose file cannot be read. */
  problems: z.array(CardProblem),
  skipped_because: z.string().optional(),
})

export type MilestoneView = z.infer<typeof MilestoneView>
