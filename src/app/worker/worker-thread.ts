import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Progress } from '../../operation/capabilities.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { packageRoot } from '../../store/installation/package-root.ts'
import type { JobControl, RunInWorker } from '../../workspace/worker-jobs.ts'
import { unpackError, type WorkerOrder, type WorkerReply } from './message.ts'

interface ThreadOptions {
  readonly start?: () => Worker
  /** How long it waits for another order before it ends, and its memory is free again. */
  readonly idleMs?: number
}

interface PendingOrder extends JobControl {
  readonly order: Extract<WorkerOrder, { job: string }>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  tries: number
}

const IDLE_MS = 60_000
/** What was under way when the thread died is tried once more, in a new one. */
const TRIES = 2

/** One thread for what would keep a server from answering: started by the first order, gone when there are none. */
export class WorkerThread implements AsyncDisposable {
  readonly #start: () => Worker
  readonly #idleMs: number
  readonly #pending = new Map<number, PendingOrder>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #count = 0

  constructor({ start = startBuilt, idleMs = IDLE_MS }: ThreadOptions = {}) {
    this.#start = start
    this.#idleMs = idleMs
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  readonly run: RunInWorker = <O>({ name }: { name: string }, input: unknown, { signal, progress }: JobControl) => {
    this.#count += 1
    const order = { id: this.#count, job: name, input }
    return new Promise<O>((resolve, reject) => {
      this.#pending.set(order.id, {
        order,
        signal,
        progress,
        resolve: resolve as PendingOrder['resolve'],
        reject,
        tries: 0,
      })
      this.#send(order.id)
      const stop = () => this.#worker?.postMessage({ id: order.id, stop: true } satisfies WorkerOrder)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { reject } of this.#pending.values()) reject(refuse('cancelled', 'The server was stopped.'))
    this.#pending.clear()
    await this.#end()
  }

  #send(id: number): void {
    const pending = this.#pending.get(id)
    if (pending === undefined) return
    pending.tries += 1
    clearTimeout(this.#idle)
    this.#worker ??= this.#begin()
    this.#worker.postMessage(pending.order)
  }

  #begin(): Worker {
    const worker = this.#start()
    let cause: unknown
    worker.on('message', (news: WorkerReply) => this.#hear(news))
    worker.on('error', error => {
      cause = error
    })
    worker.on('exit', () => {
      if (this.#worker === worker) this.#replace(cause)
    })
    return worker
  }

  #hear({ id, kind, body }: WorkerReply): void {
    const pending = this.#pending.get(id)
    if (kind === 'progress') pending?.progress(body as Progress)
    if (pending === undefined || kind === 'progress') return
    this.#pending.delete(id)
    if (kind === 'value') pending.resolve(body)
    else pending.reject(unpackError(body))
    if (this.#pending.size === 0) this.#idle = setTimeout(() => void this.#end(), this.#idleMs).unref()
  }

  #replace(cause: unknown): void {
    this.#worker = undefined
    for (const pending of [...this.#pending.values()])
      if (pending.tries < TRIES) this.#send(pending.order.id)
      else {
        this.#pending.delete(pending.order.id)
        pending.reject(died(pending.order.job, cause))
      }
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

function died(job: string, cause: unknown) {
  const why = cause instanceof Error ? `: ${cause.message}` : ''
  return refuse('io_error', `The thread that does ${job} ended twice while it was at work${why}.`, {
    target: job,
    fix: shell`furrow doctor`,
    cause,
  })
}

/** The bin knows this word only inside a thread. */
function startBuilt(): Worker {
  return new Worker(path.join(packageRoot(), 'dist/furrow.cjs'), { argv: ['__thread'] })
}
