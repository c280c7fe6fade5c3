import * as z from 'zod'
import { Confidence, SourceView } from '../../explorations/evidence/model.ts'

export const ProposalView = z.object({
  task: z.string(),
  name: z.string(),
  run: z.string(),
  agent: z.string(),
  /** Of the run: running, waiting, succeeded, failed, ... */
  run_status: z.string(),
  standing: z.enum(['running', 'ready', 'empty', 'accepted', 'discarded']),
  outcome: z.string().optional(),
  confidence: Confidence.optional(),
  would_change: z.string().optional(),
  sources: z.array(SourceView),
  findings: z.array(z.object({ path: z.string(), content: z.string() })),
  warnings: z.array(z.string()),
})
export type ProposalView = z.infer<typeof ProposalView>
