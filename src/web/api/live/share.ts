/**
 * One thing that only one tab of this browser does at a time (holding the event stream), and that all tabs hear
 * about. The tab that holds the lock leads; when it closes, the browser hands the lock to another.
 */
export interface SharedTask<Message> {
  /** Tells every tab, this one included. */
  tell(message: Message): void
  close(): void
}

export function shareBetweenTabs<Message>(
  name: string,
  { lead, hear }: { lead: (signal: AbortSignal) => Promise<void>; hear: (message: Message) => void },
): SharedTask<Message> {
  const stop = new AbortController()
  const channel = new BroadcastChannel(name)
  channel.onmessage = event => hear(event.data as Message)
  stop.signal.addEventListener('abort', () => channel.close())
  void whenLeader(name, stop.signal, () => lead(stop.signal))
  return {
    tell(message) {
      channel.postMessage(message)
      hear(message)
    },
    close: () => stop.abort(),
  }
}

async function whenLeader(name: string, signal: AbortSignal, lead: () => Promise<void>): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, lead)
  } catch (error) {
    // Given up while waiting: this tab closed before its turn came.
    if (!signal.aborted) throw error
  }
}
