import type { Reason } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import type { Change } from './model.ts'
import type { MergeMarkers } from './record/merge-markers.ts'
import { currentIndex } from './transitions.ts'

/** Guards that explain themselves: the error, `status`, the page and `furrow next` show the same reasons. */
export function whyNotStart(active: Change | undefined): Reason[] {
  if (active === undefined) return []
  return [
    {
      code: 'change_active',
      ids: [active.id],
      message: `${active.id} (${active.type}, ${active.size}) is active, at ${active.current_stage}. One change at a time.`,
      fix: shell`furrow change pause ${active.id}`,
    },
  ]
}

export function whyNotAdvance(change: Change, content: string): Reason[] {
  if (change.status !== 'active') return [notActive(change)]
  if (content.trim() === '')
    return [
      {
        code: 'content_empty',
        ids: [change.id, change.current_stage],
        message: `${change.id} is at ${change.current_stage}, and the content for it is empty.`,
        fix: shell`furrow guide change-${change.current_stage}`,
      },
    ]
  return []
}

/** Also the text of the current stage counts: what a merge brought to it would be overwritten unread. */
export function whyMerging(markers: readonly MergeMarkers[]): Reason[] {
  return markers.map(({ path, message, fix }) => ({ code: 'conflict_marker', ids: [path], message, fix }))
}

export function whyNotArchive(change: Change): Reason[] {
  if (change.status === 'completed' || change.status === 'cancelled') return []
  return [
    {
      code: 'change_open',
      ids: [change.id],
      message:
        change.status === 'archived'
          ? `${change.id} is archived already.`
          : `${change.id} is still at ${change.current_stage}. Finish its stages before you archive it, or cancel it.`,
      fix: {
        archived: shell`furrow change list --history`,
        paused: shell`furrow change switch ${change.id}`,
        active: shell`furrow next`,
      }[change.status],
    },
  ]
}

export function whyNotCancel(change: Change): Reason[] {
  if (change.status === 'active' || change.status === 'paused') return []
  return [
    {
      code: 'change_closed',
      ids: [change.id],
      message: `${change.id} is ${change.status}; there is nothing to cancel.`,
      fix: shell`furrow change status ${change.id}`,
    },
  ]
}

/** Commands prove a change that is still open. */
export function whyNotProve(change: Change): Reason[] {
  return whyNotOpen(change, 'its commands cannot be changed')
}

export function whyNotTick(change: Change): Reason[] {
  return whyNotOpen(change, 'its tasks cannot be ticked')
}

function whyNotOpen(change: Change, what: string): Reason[] {
  if (change.status === 'active' || change.status === 'paused') return []
  const isArchived = change.status === 'archived'
  return [
    {
      code: 'change_closed',
      ids: [change.id],
      message: `${change.id} is ${change.status}, so ${what}.${isArchived ? '' : ' Reopen it first.'}`,
      fix: isArchived ? shell`furrow change status ${change.id}` : shell`furrow change reopen ${change.id}`,
    },
  ]
}

export function whyNotPause(change: Change): Reason[] {
  return change.status === 'active' ? [] : [notActive(change)]
}

const SWITCHED = {
  active: ({ id }: Change) => ({
    message: `${id} is the active change already.`,
    fix: shell`furrow change status ${id}`,
  }),
  archived: ({ id }: Change) => ({
    message: `${id} is archived; the history is not changed. Undo brings it back.`,
    fix: shell`furrow log`,
  }),
  closed: ({ id, status }: Change) => ({ message: `${id} is ${status}.`, fix: shell`furrow change reopen ${id}` }),
}

export function whyNotSwitch(change: Change, othersActive = 0): Reason[] {
  if (change.status === 'paused' || (change.status === 'active' && othersActive > 0)) return []
  return [
    {
      code: change.status === 'active' ? 'change_active' : 'change_closed',
      ids: [change.id],
      ...SWITCHED[change.status === 'active' || change.status === 'archived' ? change.status : 'closed'](change),
    },
  ]
}

/** Where reopening leads: the stage that was named, or the last one that was done. */
export function whyNotReopenChange(change: Change, stage: string | undefined, active: Change | undefined): Reason[] {
  if (change.status === 'archived')
    return [
      {
        code: 'change_archived',
        ids: [change.id],
        message: `${change.id} is archived; the history is not changed. Undo brings it back.`,
        fix: shell`furrow log`,
      },
    ]
  if (active !== undefined && active.id !== change.id) return whyNotStart(active)
  if (stage === undefined) return []
  const index = change.stages.findIndex(({ name }) => name === stage)
  if (index !== -1 && (index <= currentIndex(change) || change.status === 'completed')) return []
  const names = change.stages.slice(0, currentIndex(change) + 1).map(({ name }) => name)
  return [
    {
      code: 'stage_not_reached',
      ids: [change.id, stage],
      message: `${change.id} has not reached ${stage}; it can go back to ${names.join(', ')}.`,
      fix: shell`furrow change status ${change.id}`,
    },
  ]
}

function notActive(change: Change): Reason {
  const fixes = { paused: 'switch', completed: 'reopen', cancelled: 'reopen', archived: 'status', active: 'status' }
  return {
    code: 'change_not_active',
    ids: [change.id],
    message: `${change.id} is ${change.status}, at ${change.current_stage}.`,
    fix: shell`furrow change ${fixes[change.status]} ${change.id}`,
  }
}
