import { isRefused, type Reason } from '../../operation/errors.ts'
import { openThreadsIn } from '../../reviews/list-reviews.ts'
import type { ShellText } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { adrDirectory } from '../adr/directory.ts'
import { whyNotArchive, whyNotCancel, whyNotPause, whyNotReopenChange, whyNotSwitch } from '../change-rules.ts'
import { specRevisions } from '../context/artifacts.ts'
import { whyNotChecked } from '../context/guard.ts'
import type { BlockedActions, Change, ChangeView, ContextView } from '../model.ts'
import { readCatalog } from '../record/catalog.ts'
import { activeIn, type ChangeFiles, othersActive } from '../record/change-files.ts'
import { verificationOf } from '../verify/verify-plan.ts'

type Detail = Pick<ChangeView, 'blocked' | 'context' | 'verification' | 'reviews'>

/** What a reader of one change wants besides its state: what can be done, what was checked, what will be run. */
export function changeDetailOf(call: Call, files: Files, kept: ChangeFiles): Detail {
  const { change, folder } = kept
  const { threads } = openThreadsIn(files, folder)
  const open = change.status === 'active' || change.status === 'paused'
  return {
    blocked: blockedIn(call, change),
    ...(change.context_check !== undefined && { context: contextOf(call, files, kept) }),
    ...(open && { verification: verificationOf(call, change) }),
    ...(threads.length > 0 && { reviews: threads }),
  }
}

/** The guards of `rules.ts`, asked all at once: what a button says is what the operation would say. */
function blockedIn(call: Call, change: Change): BlockedActions {
  const shelf = readCatalog(call)
  const asks: Record<keyof BlockedActions, () => Reason[]> = {
    advance: () => whyNotPause(change),
    pause: () => whyNotPause(change),
    switch: () => whyNotSwitch(change, othersActive(shelf, change.id).length),
    reopen: () => whyNotReopenChange(change, undefined, activeIn(shelf)?.change),
    cancel: () => whyNotCancel(change),
    archive: () => whyNotArchive(change),
    accept: () => whyNotCancel(change),
  }
  const answers = Object.entries(asks).map(([action, ask]) => [action, reasonsOf(ask)] as const)
  return Object.fromEntries(answers.filter(([, reasons]) => reasons.length > 0))
}

function reasonsOf(ask: () => Reason[]): { code: string; message: string; fix?: ShellText }[] {
  try {
    return ask().map(({ code, message, fix }) => ({ code, message, ...(fix !== undefined && { fix }) }))
  } catch (error) {
    if (!isRefused(error)) throw error
    return [{ code: error.code, message: error.message, ...(error.fix !== undefined && { fix: error.fix }) }]
  }
}

function contextOf(call: Call, files: Files, { change, folder }: ChangeFiles): ContextView {
  const check = change.context_check
  const found = check?.found
  const answer = files.read(`${folder}/context-check.md`)?.bytes.toString('utf8') ?? ''
  const conflicts = found?.conflicts ?? (check?.conflicts ?? []).map(shared => ({ shared, with: [] }))
  return {
    at: check?.at ?? '',
    voided: reasonsOf(() => voidedIn(call, files, change)).map(({ message }) => message),
    artifacts: Object.keys(check?.artifacts ?? {}),
    passages: found?.passages ?? [],
    prior: found?.prior ?? [],
    explorations: found?.explorations ?? [],
    conventions: found?.conventions ?? [],
    conflicts: conflicts.map(conflict => ({ ...conflict, ...dispositionIn(answer, conflict.shared) })),
  }
}

/** Once the stage is done, later changes of what it saw void nothing. */
function voidedIn(call: Call, files: Files, change: Change): Reason[] {
  if (change.current_stage !== 'context-check') return []
  return whyNotChecked(change, specRevisions(files, adrDirectory(call)))
}

/** The line in which the stage's text says what comes of a conflict. */
function dispositionIn(answer: string, shared: string): { disposition?: string } {
  const line = answer.split('\n').find(one => one.includes(shared))
  return line === undefined ? {} : { disposition: line.replace(/^[\s#>*+-]+/, '').trim() }
}
