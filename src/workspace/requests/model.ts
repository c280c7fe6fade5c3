import * as z from 'zod'
import { PastedCommand } from '../../shared/shell/shell-schema.ts'
import { ActorView } from '../model.ts'

/** What an agent asked for, as the person who decides sees it. */
export const RequestView = z.object({
  id: z.string(),
  operation: z.string(),
  /** What the operation does, in one line. */
  summary: z.string(),
  /** What the person is asked, with all that would be done. */
  question: z.string(),
  /** The operation as a person would type it. */
  command: PastedCommand,
  input: z.unknown(),
  actor: ActorView,
  created_at: z.string(),
  status: z.enum(['pending', 'confirmed', 'dismissed']),
  answered_at: z.string().optional(),
  /** What it is about as that is now, in markdown; told of one request that still waits. */
  about: z.string().optional(),
  /** The hash of what it is about: given to `request.confirm`, nothing else is allowed. */
  shown: z.string().optional(),
})
export type RequestView = z.infer<typeof RequestView>
