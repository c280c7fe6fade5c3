import type { LogEntry, Status } from '../api/operations.ts'

export interface Light {
  readonly on: boolean
  readonly text: string
  readonly at?: string
}

/** Agents that are connected now, as the status tells; else the last trace that one left in the journal. */
export function lightOf(status: Status | undefined, entries: readonly LogEntry[]): Light {
  const names = (status?.agents ?? []).map(agent => agent.id)
  if (names.length > 0) return { on: true, text: `Connected: ${names.join(', ')}` }
  const trace = entries.find(entry => entry.actor.kind === 'agent')
  if (trace === undefined) return { on: false, text: 'No agent has called yet. This light turns green when one does.' }
  return { on: true, text: `${trace.actor.id} has worked here`, at: trace.at }
}
