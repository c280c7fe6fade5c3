import type { LogEntryRow, StatusDetail } from '../api/types.ts'

export interface ConnectionStatus {
  readonly on: boolean
  readonly text: string
  readonly at?: string
}

/** Agents that are connected now; else the last trace that one left in the journal. */
export function connectionStatus(
  connected: StatusDetail['connected'],
  entries: readonly LogEntryRow[],
): ConnectionStatus {
  const [first] = connected
  if (first !== undefined)
    return { on: true, text: `Connected: ${connected.map(({ client }) => client).join(', ')}`, at: first.since }
  const trace = entries.find(entry => entry.actor.kind === 'agent')
  if (trace === undefined) return { on: false, text: 'No agent has called yet. This light turns green when one does.' }
  return { on: false, text: `No agent connected. Last seen: ${trace.actor.id}`, at: trace.at }
}
