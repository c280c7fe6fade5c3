import { useEffect, useState } from 'react'
import type { AgentEvent } from '../../agents/model.ts'
import { callOperation } from '../api/call.ts'
import { onChange } from '../api/live/live.ts'
import { followEvents } from '../api/live/stream.ts'
import { request } from '../api/request.ts'

export interface EventsState {
  readonly events: readonly AgentEvent[]
  readonly ready: boolean
  readonly error?: unknown
}

/** What happened in an agent run, read on whenever something comes. */
export function useEvents(id: string): EventsState {
  const [state, setState] = useState<EventsState>({ events: [], ready: false })
  useEffect(() => {
    const stop = new AbortController()
    setState({ events: [], ready: false })
    const readOn = reader(id, { signal: stop.signal, tell: setState })
    const unhear = onChange(event => {
      if ((event.kind === 'run' || event.kind === 'agent') && event.id === id) readOn()
    })
    readOn()
    void followEvents({
      signal: stop.signal,
      // From the end on: the lines only say that there is something to read.
      open: signal => request(`/api/runs/${encodeURIComponent(id)}/events?from=1`, { signal }),
      onMessages: messages => {
        readOn()
        return messages.some(({ event }) => event === 'end') ? 'done' : undefined
      },
    })
    return () => {
      unhear()
      stop.abort()
    }
  }, [id])
  return state
}

interface EventSubscription {
  readonly signal: AbortSignal
  readonly tell: (change: (state: EventsState) => EventsState) => void
}

/** One page at a time; a call while one is under way reads once more after it. */
function reader(id: string, { signal, tell }: EventSubscription): () => void {
  let [offset, busy, again] = [0, false, false]
  const read = async () => {
    const page = await callOperation('agent.events', { id, offset }, { signal })
    offset = page.next
    again ||= page.more
    tell(({ events }) => ({ events: [...events, ...page.events], ready: true }))
  }
  const readAll = async () => {
    try {
      do {
        again = false
        await read()
      } while (again && !signal.aborted)
    } catch (error) {
      if (!signal.aborted) tell(state => ({ ...state, ready: true, error }))
    } finally {
      busy = false
    }
  }
  return () => {
    again = true
    if (busy) return
    busy = true
    void readAll()
  }
}
