import type { Store } from '../../store/store.ts'
import { settleDeadRuns } from '../own/settle-dead-runs.ts'
import { isTransient } from '../own/transient-errors.ts'

type Listener = (ids: ReadonlySet<string>) => void
type WatchContext = Parameters<typeof settleDeadRuns>[0]

/** Owners that were killed say nothing; somebody who waits has to look for them. */
const LOOK_FOR_DEAD_MS = 1000

const bells = new WeakMap<Store, RunEventSource>()

/** Calls back with the runs that changed, in whichever process; many listeners cost one watch. */
export function onRuns(call: WatchContext, listener: Listener): Disposable {
  const bell = bells.get(call.store) ?? new RunEventSource(call)
  bells.set(call.store, bell)
  bell.add(listener)
  return { [Symbol.dispose]: () => bell.remove(listener) }
}

export interface NextChange extends Disposable {
  /** Settles when the run changes, the signal is aborted, or nobody wants to know any more. */
  readonly happened: Promise<void>
}

export function nextChange(call: WatchContext, id: string, signal: AbortSignal): NextChange {
  let stop: () => void = () => undefined
  const happened = new Promise<void>(resolve => {
    stop = resolve
  })
  const bell = onRuns(call, ids => {
    if (ids.has(id)) stop()
  })
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  return {
    happened,
    [Symbol.dispose]() {
      bell[Symbol.dispose]()
      signal.removeEventListener('abort', stop)
      stop()
    },
  }
}

class RunEventSource {
  readonly #call: WatchContext
  readonly #listeners = new Set<Listener>()
  #seq = 0
  #watch: Disposable | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(call: WatchContext) {
    this.#call = call
  }

  add(listener: Listener): void {
    this.#listeners.add(listener)
    if (this.#watch !== undefined) return
    this.#seq = this.#call.store.events.last()
    this.#watch = this.#call.store.events.watch(() => this.#ring())
    this.#timer = setInterval(() => this.#lookForDead(), LOOK_FOR_DEAD_MS)
  }

  remove(listener: Listener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    this.#watch?.[Symbol.dispose]()
    this.#watch = undefined
    clearInterval(this.#timer)
  }

  /** What cannot be settled now (another process is at it, the disk is full) is tried again by the next look. */
  #lookForDead(): void {
    if (!this.#call.store.state.isOpen) {
      clearInterval(this.#timer)
      return
    }
    settleDeadRuns(this.#call).catch((error: unknown) => {
      if (this.#call.store.state.isOpen && !isTransient(error, this.#call)) throw error
    })
  }

  #ring(): void {
    const ids = this.#news()
    if (ids.size > 0) for (const listener of [...this.#listeners]) listener(ids)
  }

  #news(): ReadonlySet<string> {
    const { events } = this.#call.store
    const page = events.since(this.#seq)
    this.#seq = page.kind === 'reset' ? events.last() : (page.events.at(-1)?.seq ?? this.#seq)
    const all = page.kind === 'reset' ? this.#call.store.leases.all('run').map(({ id }) => id) : []
    const told = page.kind === 'reset' ? [] : page.events.flatMap(({ kind, id }) => (kind === 'run' ? [id] : []))
    return new Set([...all, ...told])
  }
}
