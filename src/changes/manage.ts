import { blocked, type Reason } from '../operation/errors.ts'
import type { Transaction } from '../store/journal/transaction.ts'
import { type Call, implement } from '../workspace/call.ts'
import { endRequests } from '../workspace/requests/requests.ts'
import { whyNotArchive, whyNotCancel, whyNotPause, whyNotReopenChange, whyNotSwitch } from './change-rules.ts'
import * as contracts from './contracts.ts'
import type { Change, ChangeView } from './model.ts'
import { type ChangeAction, onlyCandidate } from './record/candidate.ts'
import {
  activeIn,
  type ChangeFiles,
  findChange,
  HISTORY,
  othersActive,
  readChangeFolder,
} from './record/change-files.ts'
import { putChange } from './record/put-change.ts'
import { renderChange, viewChange } from './show/view-change.ts'
import { activateChange, archiveChange, cancelChange, currentIndex, pauseChange, reopenChange } from './transitions.ts'

export const archive = implement(() => contracts.archive, {
  run: (call, { id }) =>
    close(call, { id, step: 'archive' }, (tx, kept, at) => {
      refuseMove(whyNotArchive(kept.change))
      const change = archiveChange(kept.change, at)
      putChange(tx, { ...kept, change })
      const folder = `${HISTORY}/${change.id}`
      tx.rename(kept.folder, folder)
      tx.enqueue('change.archived', { change: change.id, started: change.created_at, from: kept.folder, to: folder })
      tx.describe(`archived the change ${change.id}`)
      return { change, folder }
    }),
  render: renderChange,
})

export const cancel = implement(() => contracts.cancel, {
  run: (call, { id }) =>
    close(call, { id, step: 'cancel' }, (tx, kept, at) => {
      refuseMove(whyNotCancel(kept.change))
      tx.describe(`cancelled the change ${kept.change.id}`)
      return putChange(tx, { ...kept, change: cancelChange(kept.change, at) })
    }),
  render: renderChange,
})

export const reopen = implement(() => contracts.reopen, {
  run: (call, { id, stage, reason }) =>
    move(call, { id }, (tx, kept, at) => {
      refuseMove(whyNotReopenChange(kept.change, stage, activeIn(readChangeFolder(tx))?.change))
      const target = stage ?? lastDone(kept.change)
      tx.describe(`reopened the change ${id} at ${target}`)
      return putChange(tx, { ...kept, change: reopenChange(kept.change, target, { reason, at }) })
    }),
  render: renderChange,
})

export const pause = implement(() => contracts.pause, {
  run: (call, { id }) =>
    move(call, { id, step: 'pause' }, (tx, kept, at) => {
      refuseMove(whyNotPause(kept.change))
      tx.describe(`paused the change ${kept.change.id}`)
      return putChange(tx, { ...kept, change: pauseChange(kept.change, at) })
    }),
  render: renderChange,
})

export const switchTo = implement(() => contracts.switchTo, {
  run: (call, { id }) =>
    move(call, { id }, (tx, kept, at) => {
      const others = othersActive(readChangeFolder(tx), id)
      refuseMove(whyNotSwitch(kept.change, others.length))
      for (const other of others) putChange(tx, { ...other, change: pauseChange(other.change, at) })
      tx.describe(`switched to the change ${id}`)
      return putChange(tx, { ...kept, change: activateChange(kept.change, at) })
    }),
  render: renderChange,
})

export function refuseMove(reasons: readonly Reason[]): void {
  if (reasons.length > 0) throw blocked(reasons)
}

/** A change by its id, or the only one for which the step makes sense. */
type ChangeReference = { readonly id: string } | { readonly id: string | undefined; readonly step: ChangeAction }
type Move = (tx: Transaction, kept: ChangeFiles, at: string) => ChangeFiles

async function move(call: Call, meant: ChangeReference, make: Move): Promise<ChangeView> {
  const at = new Date(call.clock.now()).toISOString()
  const kept = await call.store.transact(call, tx => make(tx, meantIn(tx, meant), at))
  return viewChange(call, kept)
}

function meantIn(tx: Transaction, meant: ChangeReference): ChangeFiles {
  if (meant.id !== undefined) return findChange(tx, meant.id)
  return onlyCandidate(readChangeFolder(tx), 'step' in meant ? meant.step : 'pause')
}

/** What a person was asked about a change that is over needs no answer any more. */
async function close(call: Call, meant: ChangeReference, make: Move): Promise<ChangeView> {
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
