import * as z from 'zod'
import { Id } from '../../operation/ids.ts'
import { type CardKind, common } from '../entities.ts'

export const PONDER_STATUSES = ['exploring', 'converging', 'committed', 'parked'] as const

const Ponder = z.looseObject({
  ...common,
  status: z.enum(PONDER_STATUSES),
  tags: z.array(z.string()).default([]),
  committed_to: z.array(z.string()).default([]),
  parked_because: z.string().optional(),
})

export const ponders = {
  name: 'ponder',
  folder: '.sdlc/ponders',
  form: 'folder',
  schema: Ponder,
} as const satisfies CardKind

export const PonderId = Id.describe('The short name of a ponder')

export const PonderView = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(PONDER_STATUSES),
  tags: z.array(z.string()),
  committed_to: z.array(z.string()),
  parked_because: z.string().optional(),
  brief: z.string().optional(),
  /** Texts that were captured, by their names. */
  artifacts: z.array(z.string()),
  sessions: z.number(),
  origin: z.object({ kind: z.string(), ref: z.string() }).optional(),
  updated_at: z.string(),
})

export type PonderView = z.infer<typeof PonderView>
