import { blocked, type Reason } from '../operation/errors.ts'
import type { Transaction } from '../store/transaction.ts'
import { type Call, implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'
import type { Change } from './model.ts'
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
    move(call, id, (tx, kept, at) => {
      guard(whyNotArchive(kept.change))
      const change = archived(kept.change, at)
      put(tx, { ...kept, change })
      const folder = `${HISTORY}/${id}`
      tx.rename(kept.folder, folder)
      tx.describe(`archived the change ${id}`)
      return { change, folder }
    }),
  render: renderChange,
})

export const cancel = implement(contracts.cancel, {
  run: (call, { id }) =>
    move(call, id, (tx, kept, at) => {
      guard(whyNotCancel(kept.change))
      tx.describe(`cancelled the change ${id}`)
      return put(tx, { ...kept, change: cancelled(kept.change, at) })
    }),
  render: renderChange,
})

export const reopen = implement(contracts.reopen, {
  run: (call, { id, stage, reason }) =>
    move(call, id, (tx, kept, at) => {
      guard(whyNotReopen(kept.change, stage, activeIn(readShelf(tx))?.change))
      const target = stage ?? lastDone(kept.change)
      tx.describe(`reopened the change ${id} at ${target}`)
      return put(tx, { ...kept, change: reopened(kept.change, target, { reason, at }) })
    }),
  render: renderChange,
})

export const pause = implement(contracts.pause, {
  run: (call, { id }) =>
    move(call, id, (tx, kept, at) => {
      guard(whyNotPause(kept.change))
      tx.describe(`paused the change ${id}`)
      return put(tx, { ...kept, change: paused(kept.change, at) })
    }),
  render: renderChange,
})

export const switchTo = implement(contracts.switchTo, {
  run: (call, { id }) =>
    move(call, id, (tx, kept, at) => {
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

async function move(call: Call, id: string, step: (tx: Transaction, kept: Kept, at: string) => Kept) {
  const at = new Date(call.clock.now()).toISOString()
  const kept = await call.store.transact(call, tx => step(tx, find(tx, id), at))
  return viewChange(call, kept)
}

/** A finished change goes back to its last stage, an open one to the stage before the current. */
function lastDone(change: Change): string {
  const index = change.status === 'completed' ? change.stages.length - 1 : Math.max(0, currentIndex(change) - 1)
  return change.stages[index]?.name ?? change.current_stage
}
