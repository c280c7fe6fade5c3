import type { ChangeEvent } from '../invalidate.ts'
import type { SseMessage } from './sse.ts'

export type ConnectionState = 'connecting' | 'live' | 'lost'

/** What the leading tab tells the others. */
export type Message =
  | { readonly kind: 'changes'; readonly events: readonly ChangeEvent[] }
  /** The stream stands here; `again` when what lies before was lost and all must be read. */
  | { readonly kind: 'at'; readonly id: string | undefined; readonly again: boolean }
  | { readonly kind: 'liveness'; readonly liveness: ConnectionState }
  | { readonly kind: 'ask' }

/** Changes that stand together travel together; a word on where the stream stands keeps its place among them. */
export function messagesInOrder(messages: readonly SseMessage[]): Message[] {
  const ordered: Message[] = []
  let events: ChangeEvent[] = []
  for (const message of messages) {
    if (message.event === 'change') events.push(JSON.parse(message.data) as ChangeEvent)
    else if (message.event === 'reset' || message.event === 'ready') {
      if (events.length > 0) ordered.push({ kind: 'changes', events })
      events = []
      ordered.push({ kind: 'at', id: message.id, again: message.event === 'reset' })
    }
  }
  if (events.length > 0) ordered.push({ kind: 'changes', events })
  return ordered
}
