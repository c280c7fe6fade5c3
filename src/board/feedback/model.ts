import * as z from 'zod'
import { Id } from '../../operation/ids.ts'
import { type CardKind, common } from '../entities.ts'

const Feedback = z.looseObject({
  ...common,
  status: z.enum(['open', 'promoted', 'archived']),
  enrichments: z.array(z.looseObject({ text: z.string(), by: z.string(), at: z.string() })).default([]),
  promoted_to: z.string().optional(),
  archived_because: z.string().optional(),
})

export const feedback = {
  name: 'feedback',
  folder: '.sdlc/feedback',
  form: 'file',
  schema: Feedback,
} as const satisfies CardKind

export const FeedbackId = Id.describe('The id of a piece of feedback: f-001')

export const FeedbackView = z.object({
  id: z.string(),
  text: z.string(),
  status: z.enum(['open', 'promoted', 'archived']),
  enrichments: z.array(z.object({ text: z.string(), by: z.string(), at: z.string() })),
  promoted_to: z.string().optional(),
  archived_because: z.string().optional(),
  origin: z.object({ kind: z.string(), ref: z.string() }).optional(),
  created_at: z.string(),
})

export type FeedbackView = z.infer<typeof FeedbackView>
