import type { Brief } from './brief.ts'
import type { BriefSource } from './brief-source.ts'

/** How much of what grows is shown; the state, what blocks it and the next commands always are. */
export interface BriefLimits {
  readonly events: number
  /** How many resolved topics, from the oldest, are told in one line. */
  readonly topics: number
  /** How many findings and notes, from the oldest, are left out. */
  readonly findings: number
  readonly notes: number
  readonly guide: boolean
}

const EVENTS = 8
export const WHOLE: BriefLimits = { events: EVENTS, topics: 0, findings: 0, notes: 0, guide: true }

/** Takes the oldest detail away, a bit at a time, until the text fits; what is left then is the least that helps. */
export function withinTokens(
  source: BriefSource,
  text: (kept: BriefLimits) => string,
  most = Number.POSITIVE_INFINITY,
): Brief {
  let shortest = made(text(WHOLE))
  if (shortest.tokens <= most) return shortest
  for (const kept of shorter(source)) {
    const brief = made(text(kept))
    if (brief.tokens <= most) return brief
    shortest = brief
  }
  return shortest
}

function made(text: string): Brief {
  return { text, tokens: Math.ceil(Buffer.byteLength(text) / 4) }
}

function* shorter({ view }: BriefSource): Generator<BriefLimits> {
  const resolved = view.tasks.filter(({ status }) => status === 'completed' || status === 'abandoned').length
  const findings = view.artifacts.filter(({ needs_approval }) => !needs_approval).length
  const cuts: Partial<BriefLimits>[] = [
    ...upTo(EVENTS).map(left => ({ events: EVENTS - left })),
    ...upTo(resolved).map(topics => ({ topics })),
    ...upTo(findings).map(left => ({ findings: left })),
    ...upTo(view.notes.length).map(notes => ({ notes })),
    { guide: false },
  ]
  let kept = WHOLE
  for (const cut of cuts) {
    kept = { ...kept, ...cut }
    yield kept
  }
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
