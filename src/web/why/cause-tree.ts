import type { Output } from '../api/call.ts'

export type ShownCause = Output<'flow.why'>['causes'][number]

export interface CauseNode {
  readonly cause: ShownCause
  readonly causes: readonly CauseNode[]
}

/** What was asked about, with its causes below it, and theirs below them. */
export function treeOf(causes: readonly ShownCause[], from?: string): CauseNode[] {
  return causes
    .filter(cause => cause.from === from)
    .map(cause => ({ cause, causes: treeOf(causes, `${cause.kind}:${cause.id}`) }))
}
