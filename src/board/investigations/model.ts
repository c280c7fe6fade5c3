import * as z from 'zod'
import { Id } from '../../operation/ids.ts'
import { type CardKind, common } from '../entities.ts'

export const INVESTIGATION_KINDS = ['root_cause', 'evolve', 'guideline'] as const
export type InvestigationKind = (typeof INVESTIGATION_KINDS)[number]

/** The steps of each kind in order, and the text that ends a step. */
export const STEPS: Readonly<Record<InvestigationKind, readonly { step: string; file: string }[]>> = {
  root_cause: [
    { step: 'triage', file: 'triage.md' },
    { step: 'investigate', file: 'investigation.md' },
    { step: 'synthesize', file: 'synthesis.md' },
    { step: 'output', file: 'findings.md' },
  ],
  evolve: [
    { step: 'survey', file: 'survey.md' },
    { step: 'analyze', file: 'analysis.md' },
    { step: 'paths', file: 'paths.md' },
    { step: 'roadmap', file: 'roadmap.md' },
    { step: 'output', file: 'action-plan.md' },
  ],
  guideline: [
    { step: 'problem', file: 'problem.md' },
    { step: 'agenda', file: 'agenda.md' },
    { step: 'perspectives', file: 'perspectives.md' },
    { step: 'toc', file: 'toc.md' },
    { step: 'distillation', file: 'guideline-draft.md' },
    { step: 'publish', file: 'guideline.md' },
  ],
}

export const ALL_STEPS: readonly string[] = [
  ...new Set(INVESTIGATION_KINDS.flatMap(kind => STEPS[kind].map(({ step }) => step))),
]

const Investigation = z.looseObject({
  ...common,
  kind: z.enum(INVESTIGATION_KINDS),
  step: z.string(),
  status: z.enum(['in_progress', 'complete', 'parked']),
  parked_because: z.string().optional(),
})

export const investigations = {
  name: 'investigation',
  folder: '.sdlc/investigations',
  form: 'folder',
  schema: Investigation,
} as const satisfies CardKind

export const InvestigationId = Id.describe('The short name of an investigation')

export const InvestigationView = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(INVESTIGATION_KINDS),
  step: z.string(),
  status: z.enum(['in_progress', 'complete', 'parked']),
  parked_because: z.string().optional(),
  context: z.string().optional(),
  steps: z.array(z.object({ step: z.string(), path: z.string(), written: z.boolean() })),
  origin: z.object({ kind: z.string(), ref: z.string() }).optional(),
  updated_at: z.string(),
})

export type InvestigationView = z.infer<typeof InvestigationView>
