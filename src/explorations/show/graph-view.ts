import * as z from 'zod'
import { ReasonView } from '../../lifecycle/reason.ts'
import { TRIGGERS } from '../types/model.ts'

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
