import type { Call } from '../workspace/call.ts'
import { onRuns } from './bell.ts'
import { announce } from './news.ts'
import { mayPass } from './trouble.ts'

const CANCEL = 'cancel'
const TRY_AGAIN_MS = 500

/** Asks the owner of a run to end it; the owner alone signals its processes. */
export function askToCancel(call: Call, id: string): void {
  const { store, actor, clock } = call
  store.mailbox.send({ recipient: recipientOf(id), kind: CANCEL, payload: {}, actor, at: clock.now() })
  announce(call, id)
}

/** Reads the letters to the owner of a run until disposed, those that were there before it included. */
export function listen(call: Call, id: string, onCancel: (by: string) => void): Disposable {
  let again: NodeJS.Timeout | undefined
  const collect = () => {
    clearTimeout(again)
    try {
      for (const { kind, actor } of call.store.mailbox.collect(recipientOf(id))) if (kind === CANCEL) onCancel(actor.id)
    } catch (error) {
      if (!mayPass(error, call)) throw error
      again = setTimeout(collect, TRY_AGAIN_MS)
    }
  }
  const bell = onRuns(call, ids => {
    if (ids.has(id)) collect()
  })
  collect()
  return {
    [Symbol.dispose]() {
      clearTimeout(again)
      bell[Symbol.dispose]()
    },
  }
}

function recipientOf(id: string): string {
  return `run:${id}`
}
