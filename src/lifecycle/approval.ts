import * as z from 'zod'
import type { Actor } from '../operation/actor.ts'
import { revisionOf } from '../store/files/files.ts'

/** Somebody's word for exactly these bytes; other bytes void it. */
export const Approval = z.looseObject({
  by: z.string(),
  at: z.string(),
  /** SHA-256 of what was approved. */
  content: z.string(),
  note: z.string().optional(),
  /** Set when no person said it: what let an agent say it in a person's name. */
  delegated: z.enum(['config', 'token']).optional(),
})
export type Approval = z.infer<typeof Approval>

export type ApprovalState = 'none' | 'approved' | 'void'

export function approvalStateOf(approval: Approval | undefined, bytes: Uint8Array | undefined): ApprovalState {
  if (approval === undefined) return 'none'
  return bytes !== undefined && revisionOf(bytes) === approval.content ? 'approved' : 'void'
}

export interface ApprovalInput {
  readonly actor: Actor
  readonly at: string
  readonly bytes: Uint8Array
  readonly note?: string | undefined
}

export function approve({ actor, at, bytes, note }: ApprovalInput): Approval {
  return {
    by: actor.id,
    at,
    content: revisionOf(bytes),
    ...(note !== undefined && note !== '' && { note }),
    // A person-only operation that an agent carries out was allowed to it by its token or by the person's config.
    ...(actor.kind === 'agent' && { delegated: actor.allow === undefined ? ('config' as const) : ('token' as const) }),
  }
}
