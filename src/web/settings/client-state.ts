import type { Output } from '../api/call.ts'
import type { Tone } from '../parts/Badge.tsx'

export type Client = Output<'client.list'>['clients'][number]

export interface ClientState {
  readonly tone: Tone
  readonly text: string
  /** Lower comes first in the list. */
  readonly rank: number
}

/** How a client stands, in one word: what works now before what could. */
export function stateOf({ connected, registrations, set_up, detected }: Client): ClientState {
  if (connected.length > 0) return { tone: 'sprout', text: 'connected', rank: 0 }
  if (registrations.some(({ state }) => state === 'damaged')) return { tone: 'rust', text: 'damaged file', rank: 1 }
  if (registrations.some(({ state }) => state === 'another'))
    return { tone: 'amber', text: 'not this install', rank: 2 }
  if (set_up) return { tone: 'sky', text: 'set up', rank: 3 }
  return detected ? { tone: 'clay', text: 'used here', rank: 4 } : { tone: 'plain', text: '', rank: 5 }
}

export function inOrder(clients: readonly Client[]): Client[] {
  return clients.toSorted((a, b) => stateOf(a).rank - stateOf(b).rank)
}
