import type { Output } from '../api/call.ts'
import type { Tone } from '../parts/text/Badge.tsx'

export type ClientDetail = Output<'client.list'>['clients'][number]

export interface ClientState {
  readonly tone: Tone
  readonly text: string
  /** Lower comes first in the list. */
  readonly rank: number
}

/** How a client stands, in one word: what works now before what could. */
export function clientStateOf({ connected, registrations, set_up, detected }: ClientDetail): ClientState {
  if (connected.length > 0) return { tone: 'sprout', text: 'connected', rank: 0 }
  if (registrations.some(({ state }) => state === 'damaged')) return { tone: 'rust', text: 'damaged file', rank: 1 }
  if (registrations.some(({ state }) => state === 'another'))
    return { tone: 'amber', text: 'points to another Furrow', rank: 2 }
  if (set_up) return { tone: 'sky', text: 'set up', rank: 3 }
  return detected ? { tone: 'clay', text: 'used here', rank: 4 } : { tone: 'plain', text: '', rank: 5 }
}

export function clientsInOrder(clients: readonly ClientDetail[]): ClientDetail[] {
  return clients.toSorted((a, b) => clientStateOf(a).rank - clientStateOf(b).rank)
}
