import { blocked, type Reason } from '../operation/errors.ts'
import type { Transaction } from '../store/transaction.ts'
import { type Call, implement } from '../workspace/call.ts'
import { endRequests } from '../workspace/requests/requests.ts'
import { onlyCandidate, type Step } from './candidate.ts'
import * as contracts from './contracts.ts'
import type { Change, ChangeView } from './model.ts'
import { whyNotArchive, whyNotCancel, whyNotPause, whyNotReopen, whyNotSwitch } from './rules.ts'
import { activeIn, find, HISTORY, type Kept, othersActive, printChange, readShelf } from './shelf.ts'
import {
  activate,
  archive as archived,
  cancel as cancelled,
  currentIndex,
  pause as paused,
  reopen as reopened,
} from './transitions.ts'
import { renderChange, viewChange } from './view.ts'

export const archive = implement(contracts.archive, {
  run: (call, { id }) =>
    close(call, { id, step: 'archive' }, (tx, kept, at) => {
      guard(whyNotArchive(kept.change))
      const change = archived(kept.change, at)
      put(tx, { ...kept, change })
      const folder = `${HISTORY}/${change.id}`
      tx.rename(kept.folder, folder)
      tx.enqueue('change.archived', { change: change.id, from: kept.folder, to: folder })
      tx.describe(`archived the change ${change.id}`)
      return { change, folder }
    }),
  render: renderChange,
})

export const cancel = implement(contracts.cancel, {
  run: (call, { id }) =>
    close(call, { id, step: 'cancel' }, (tx, kept, at) => {
      guard(whyNotCancel(kept.change))
      tx.describe(`cancelled the change ${kept.change.id}`)
      return put(tx, { ...kept, change: cancelled(kept.change, at) })
    }),
  render: renderChange,
})

export const reopen = implement(contracts.reopen, {
  run: (call, { id, stage, reason }) =>
    move(call, { id }, (tx, kept, at) => {
      guard(whyNotReopen(kept.change, stage, activeIn(readShelf(tx))?.change))
      const target = stage ?? lastDone(kept.change)
      tx.describe(`reopened the change ${id} at ${target}`)
      return put(tx, { ...kept, change: reopened(kept.change, target, { reason, at }) })
    }),
  render: renderChange,
})

export const pause = implement(contracts.pause, {
  run: (call, { id }) =>
    move(call, { id, step: 'pause' }, (tx, kept, at) => {
      guard(whyNotPause(kept.change))
      tx.describe(`paused the change ${kept.change.id}`)
      return put(tx, { ...kept, change: paused(kept.change, at) })
    }),
  render: renderChange,
})

export const switchTo = implement(contracts.switchTo, {
  run: (call, { id }) =>
    move(call, { id }, (tx, kept, at) => {
      const others = othersActive(readShelf(tx), id)
      guard(whyNotSwitch(kept.change, others.length))
      for (const other of others) put(tx, { ...other, change: paused(other.change, at) })
      tx.describe(`switched to the change ${id}`)
      return put(tx, { ...kept, change: activate(kept.change, at) })
    }),
  render: renderChange,
})

/** Writes `change.json` in its folder and tells everyone who shows it. */
export function put(tx: Transaction, kept: Kept): Kept {
  const path = `${kept.folder}/change.json`
  const revision = tx.write(path, printChange(kept.change, tx.read(path)?.bytes, path))
  tx.emit('change', kept.change.id, revision)
  return kept
}

export function guard(reasons: readonly Reason[]): void {
  if (reasons.length > 0) throw blocked(reasons)
}

/** A change by its id, or the only one for which the step makes sense. */
type Meant = { readonly id: string } | { readonly id: string | undefined; readonly step: Step }
type Move = (tx: Transaction, kept: Kept, at: string) => Kept

async function move(call: Call, meant: Meant, make: Move): Promise<ChangeView> {
  const at = new Date(call.clock.now()).toISOString()
  const kept = await call.store.transact(call, tx => make(tx, meantIn(tx, meant), at))
  return viewChange(call, kept)
}

function meantIn(tx: Transaction, meant: Meant): Kept {
  if (meant.id !== undefined) return find(tx, meant.id)
  return onlyCandidate(readShelf(tx), 'step' in meant ? meant.step : 'pause')
}

/** What a person was asked about a change that is over needs no answer any more. */
async function close(call: Call, meant: Meant, make: Move): Promise<ChangeView> {
  const view = await move(call, meant, make)
  endRequestsAbout(call, view.id)
  return view
}

export function endRequestsAbout(call: Call, id: string): void {
  endRequests(
    call,
    'dismissed',
    ({ operation, input }) => operation.startsWith('change.') && (input as { id?: unknown } | null)?.id === id,
  )
}

/** A finished change goes back to its last stage, an open one to the stage before the current. */
function lastDone(change: Change): string {
  const index = change.status === 'completed' ? change.stages.length - 1 : Math.max(0, currentIndex(change) - 1)
  return change.stages[index]?.name ?? change.current_stage
}
