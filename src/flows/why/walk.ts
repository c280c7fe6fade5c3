import type { Cause, Missing } from './model.ts'

export type Kind = Cause['kind']

/** Something that may have a cause, and what led to it. */
export interface Lead {
  readonly kind: Kind
  readonly id: string
  readonly because: string
}

/** What is known of a lead: itself, where it goes on, and links that ought to be there. */
export interface Known {
  readonly cause: Omit<Cause, 'because'>
  readonly leads?: readonly Lead[]
  readonly missing?: readonly Missing[]
}

/** Nothing when there is no such thing. */
export type Look = (lead: Lead) => Promise<Known | undefined>

const MOST = 40

/** Goes back from step to step, each thing once; what a lead points at and is gone is a missing link. */
export async function walk(start: readonly Lead[], look: Look): Promise<{ causes: Cause[]; missing: Missing[] }> {
  const causes: Cause[] = []
  const missing: Missing[] = []
  const seen = new Set<string>()
  const queue = [...start]
  for (let lead = queue.shift(); lead !== undefined && causes.length < MOST; lead = queue.shift()) {
    const key = `${lead.kind}:${lead.id}`
    if (seen.has(key)) continue
    seen.add(key)
    const known = await look(lead)
    if (known === undefined) missing.push({ link: key, would: `${lead.because}, and it is not here any more` })
    else {
      causes.push({ ...known.cause, because: lead.because })
      missing.push(...(known.missing ?? []))
      queue.push(...(known.leads ?? []))
    }
  }
  return { causes, missing }
}
