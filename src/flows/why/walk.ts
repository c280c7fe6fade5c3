import type { Cause, MissingLink } from './model.ts'

export type CauseKind = Cause['kind']

/** Something that may have a cause, and what led to it. */
export interface Lead {
  readonly kind: CauseKind
  readonly id: string
  readonly because: string
}

/** What is known of a lead: itself, where it goes on, and links that ought to be there. */
export interface ExploredLead {
  readonly cause: Omit<Cause, 'because' | 'from'>
  readonly leads?: readonly Lead[]
  readonly missing?: readonly MissingLink[]
}

/** Nothing when there is no such thing. */
export type ExploreLead = (lead: Lead) => Promise<ExploredLead | undefined>

const MOST = 40

/** Goes back from step to step, each thing once; what a lead points at and is gone is a missing link. */
export async function walk(
  start: readonly Lead[],
  look: ExploreLead,
): Promise<{ causes: Cause[]; missing: MissingLink[] }> {
  const causes: Cause[] = []
  const missing: MissingLink[] = []
  const seen = new Set<string>()
  const queue: (Lead & { from?: string })[] = [...start]
  for (let lead = queue.shift(); lead !== undefined && causes.length < MOST; lead = queue.shift()) {
    const key = `${lead.kind}:${lead.id}`
    if (seen.has(key)) continue
    seen.add(key)
    const known = await look(lead)
    if (known === undefined) missing.push({ link: key, would: `${lead.because}, and it is not here any more` })
    else {
      causes.push({ ...known.cause, because: lead.because, ...(lead.from !== undefined && { from: lead.from }) })
      missing.push(...(known.missing ?? []))
      queue.push(...(known.leads ?? []).map(next => ({ ...next, from: key })))
    }
  }
  return { causes, missing }
}
