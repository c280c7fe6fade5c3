import type { QueryClient } from '@tanstack/react-query'
import { type ChangeEvent, isTouched } from '../invalidate.ts'
import { request } from '../request.ts'
import { createState } from '../state.ts'
import { type ConnectionState, type Message, messagesInOrder } from './event-messages.ts'
import { reread } from './reread.ts'
import { shareBetweenTabs } from './share.ts'
import { followEvents } from './stream.ts'

export const liveness = createState<ConnectionState>('connecting')
const listeners = new Set<(event: ChangeEvent) => void>()

/** Hears every change of the workspace; answers how to stop. */
export function onChange(listener: (event: ChangeEvent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps what the pages show true: one event stream per browser, each event re-reads what it touches. */
export function goLive(queries: QueryClient): () => void {
  const invalidate = batched(queries)
  let lastId = eventOfPage()
  let leads = false

  const hear = (message: Message) => {
    if (message.kind === 'ask') {
      if (!leads) return
      shared.tell({ kind: 'at', id: lastId, again: false })
      shared.tell({ kind: 'liveness', liveness: liveness.get() })
    } else if (message.kind === 'liveness') {
      const back = liveness.get() === 'lost' && message.liveness === 'live'
      liveness.set(message.liveness)
      if (back) invalidate.all()
    } else if (message.kind === 'at') {
      // What was read before the stream stood may be older than it, unless nothing has happened since the page came.
      if (message.again || lastId === undefined || Number(message.id) > Number(lastId)) invalidate.all()
      lastId = message.id ?? lastId
    } else {
      lastId = String(message.events.at(-1)?.seq ?? lastId)
      for (const event of message.events) for (const listener of listeners) listener(event)
      invalidate.touched(message.events)
    }
  }

  const lead = (signal: AbortSignal) => {
    leads = true
    return followEvents({
      signal,
      open: signal =>
        request('/api/events', { signal, headers: lastId === undefined ? {} : { 'last-event-id': lastId } }),
      onOpen: () => shared.tell({ kind: 'liveness', liveness: 'live' }),
      onLost: () => shared.tell({ kind: 'liveness', liveness: 'lost' }),
      onMessages: messages => {
        for (const message of messagesInOrder(messages)) shared.tell(message)
        return undefined
      },
    })
  }

  const shared = shareBetweenTabs<Message>(`furrow.events.${location.port}`, { lead, hear })
  shared.tell({ kind: 'ask' })
  return shared.close
}

/** The last event before the server answered with this page; everything that it reads comes after. */
function eventOfPage(): string | undefined {
  const written = document.querySelector<HTMLMetaElement>('meta[name="furrow-event"]')?.content ?? ''
  return /^\d+$/.test(written) ? written : undefined
}

/** A burst of events costs one round of reading, not one each. */
function batched(queries: QueryClient) {
  let kinds = new Set<string>()
  let all = false
  let waiting = false
  const flush = () => {
    const now = { kinds, all }
    kinds = new Set()
    all = false
    waiting = false
    void reread(
      queries,
      ({ queryKey: [operation] }) => now.all || [...now.kinds].some(kind => isTouched(String(operation), { kind })),
    )
  }
  const soon = () => {
    if (!waiting) setTimeout(flush, 60)
    waiting = true
  }
  return {
    all() {
      all = true
      soon()
    },
    touched(events: readonly ChangeEvent[]) {
      for (const event of events) kinds.add(event.kind)
      soon()
    },
  }
}
