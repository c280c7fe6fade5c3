import type { MailboxMessage } from '../../store/locks/mailbox.ts'
import type { Call } from '../../workspace/call.ts'
import { publishRunEvent } from '../watch/announce-run.ts'
import { onRuns } from '../watch/run-events.ts'
import { isTransient } from './transient-errors.ts'

export const CANCEL = 'cancel'
const TRY_AGAIN_MS = 500

/** Asks the owner of a run to end it; the owner alone signals its processes. */
export function requestCancel(call: Call, id: string): void {
  sendToOwner(call, id, { kind: CANCEL, payload: {} })
}

/** A letter to the owner of a run, who acts on it. */
export function sendToOwner(call: Call, id: string, { kind, payload }: Pick<MailboxMessage, 'kind' | 'payload'>): void {
  const { store, actor, clock } = call
  store.mailbox.send({ recipient: recipientOf(id), kind, payload, actor, at: clock.now() })
  publishRunEvent(call, id)
}

/** Reads the letters to the owner of a run until disposed, those that were there before it included. */
export function listenToMailbox(call: Call, id: string, onLetter: (letter: MailboxMessage) => void): Disposable {
  let again: NodeJS.Timeout | undefined
  const collect = () => {
    clearTimeout(again)
    try {
      for (const letter of call.store.mailbox.collect(recipientOf(id))) onLetter(letter)
    } catch (error) {
      if (!isTransient(error, call)) throw error
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
