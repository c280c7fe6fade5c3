import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Change } from '../model.ts'
import { activeIn, type ChangeFiles, type ChangeFolder } from './change-files.ts'

export type ChangeAction = 'archive' | 'cancel' | 'pause'

const FITS: Readonly<Record<ChangeAction, readonly Change['status'][]>> = {
  archive: ['completed', 'cancelled'],
  cancel: ['active', 'paused'],
  pause: ['active'],
}

const NONE: Readonly<Record<ChangeAction, string>> = {
  archive: 'There is no finished change to archive.',
  cancel: 'There is no open change to cancel.',
  pause: 'There is no active change to pause.',
}

/** The change that is meant when none is named: the only one that can take the step, the active one before others. */
export function onlyCandidate(shelf: ChangeFolder, step: ChangeAction): ChangeFiles {
  const fitting = shelf.kept.filter(({ change }) => FITS[step].includes(change.status))
  const active = step === 'archive' ? undefined : activeIn(shelf)
  const only = active ?? (fitting.length === 1 ? fitting[0] : undefined)
  if (only !== undefined) return only
  if (fitting.length === 0) throw refuse('not_found', NONE[step], { fix: shell`furrow change list` })
  const ids = fitting.map(({ change }) => change.id)
  throw refuse('usage', `Which change? ${ids.join(', ')} can be ${PAST[step]}.`, {
    target: 'id',
    fix: shell`furrow change list`,
    details: { ids },
  })
}

const PAST: Readonly<Record<ChangeAction, string>> = { archive: 'archived', cancel: 'cancelled', pause: 'paused' }
