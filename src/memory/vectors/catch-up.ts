import { isRefused } from '../../operation/errors.ts'
import type { Call } from '../../workspace/call.ts'
import type { Home } from '../../workspace/home.ts'
import { memoryIn } from '../open.ts'
import { type Provider, providerIn } from './provider.ts'

const BATCH = 32

/** Makes vectors for records that lack one, some at a time, until none does or enough were made. */
export async function catchUp(
  call: Call,
  { embedder }: Provider,
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<number> {
  const { vectors } = memoryIn(call)
  let made = 0
  while (made < most && !signal.aborted) {
    const lacking = await vectors.lacking(embedder.name, Math.min(BATCH, most - made))
    if (lacking.length === 0) break
    const texts = lacking.map(({ title, content }) => `${title}\n\n${content}`)
    const found = await embedder.embed(texts, signal)
    await vectors.keep(
      embedder.name,
      lacking.flatMap(({ id }, at) => (found[at] === undefined ? [] : [{ id, vector: found[at] }])),
    )
    made += lacking.length
    call.progress({ done: made, message: `${made} vectors made` })
  }
  return made
}

const working = new WeakSet<Home>()

async function catchUpWithin(call: Call, signal: AbortSignal): Promise<void> {
  const provider = providerIn(call)
  if (provider !== undefined) await catchUp(call, provider, { most: BATCH, signal })
}

/** After a save, where the process lives on: nobody waits for it, and what fails is made up for by a later one. */
export function catchUpLater(call: Call): void {
  if (call.traits.endsWithCall || working.has(call.home)) return
  working.add(call.home)
  const stop = new AbortController()
  const work = catchUpWithin(call, stop.signal)
    .catch(error => {
      if (!isRefused(error)) throw error
    })
    .finally(() => {
      working.delete(call.home)
      registered[Symbol.dispose]()
    })
  const registered = call.beforeClose(async () => {
    stop.abort()
    await work
  })
}
