import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '../../workspace/call.ts'
import { engineIn } from '../index/open.ts'

/**
 * Does what a question needs. A browser that is closed takes its question back from nobody; Ctrl-C does. What goes on
 * without its caller ends with the app, and the thread says so.
 */
export async function awaitOrDetach(call: Call, work: (call: Call) => Promise<void>): Promise<void> {
  const seconds = call.traits.indexPatienceSeconds
  if (!Number.isFinite(seconds)) return work(call)
  const isReady = engineIn(call).isReady()
  const stop = new AbortController()
  const task = work(Object.create(call, { signal: { value: stop.signal } }) as Call)
  if (isReady) return task
  const ending = call.beforeClose(async () => {
    stop.abort()
    await Promise.allSettled([task])
  })
  const over = task.finally(() => ending[Symbol.dispose]())
  await sooner(over, seconds)
}

async function sooner(work: Promise<void>, seconds: number): Promise<void> {
  const enough = new AbortController()
  // Whoever does not wait any more finds in the thread what went wrong.
  void work.catch(() => undefined).then(() => enough.abort())
  await Promise.race([work, pause(seconds * 1000, undefined, { signal: enough.signal }).catch(() => undefined)])
}
