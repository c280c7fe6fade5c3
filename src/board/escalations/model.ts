import * as z from 'zod'
import { type CardKind, common } from '../entities.ts'

export const ESCALATION_KINDS = ['secret_request', 'question', 'vision', 'manual_test'] as const

const Escalation = z.looseObject({
  ...common,
  kind: z.enum(ESCALATION_KINDS),
  context: z.string().optional(),
  feature: z.string().optional(),
  status: z.enum(['open', 'resolved']),
  resolution: z.string().optional(),
  resolved_at: z.string().optional(),
  resolved_by: z.string().optional(),
})

export const escalations = {
  name: 'escalation',
  folder: '.sdlc/escalations',
  form: 'file',
  schema: Escalation,
} as const satisfies CardKind

export const EscalationView = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(ESCALATION_KINDS),
  context: z.string().optional(),
  feature: z.string().optional(),
  status: z.enum(['open', 'resolved']),
  resolution: z.string().optional(),
  resolved_by: z.string().optional(),
  created_at: z.string(),
})

export type EscalationView = z.infer<typeof EscalationView>
