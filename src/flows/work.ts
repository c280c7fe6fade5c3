import { readCatalog } from '../changes/catalog.ts'
import { isChecked } from '../changes/context/checked.ts'
import { nextStep } from '../changes/next.ts'
import type { Kept } from '../changes/shelf.ts'
import { shell } from '../operation/shell.ts'
import type { Call } from '../workspace/call.ts'
import { filesOf } from '../workspace/files.ts'
import type { Need, Status } from './model.ts'

export interface OpenWork {
  readonly work?: Status['work']
  readonly damaged: Need[]
  readonly paused: readonly string[]
  /** Over, and not in the history yet. */
  readonly finished: NonNullable<Status['finished']>
}

/** What is being worked on here, and what of it cannot be read. */
export function openWork(call: Call): OpenWork {
  const files = filesOf(call)
  const shelf = readCatalog(call)
  const active = shelf.kept.find(({ change }) => change.status === 'active')
  return {
    ...(active !== undefined && { work: workOf(active, isChecked(call, files, active.change)) }),
    damaged: shelf.damaged.map(({ path, message, fix }) => ({
      kind: 'damaged',
      title: `${path} cannot be read`,
      detail: message,
      fix,
    })),
    finished: shelf.closed
      .filter(({ status }) => status === 'completed' || status === 'cancelled')
      .map(({ id, status, proof }) => ({
        id,
        status,
        ...(proof !== undefined && { proof }),
        archive: shell`furrow change archive ${id}`,
      })),
    paused: shelf.kept.filter(({ change }) => change.status === 'paused').map(({ change }) => change.id),
  }
}

function workOf({ change }: Kept, checked: boolean): NonNullable<Status['work']> {
  const { id, type, size, description, current_stage } = change
  return { id, type, size, description, stage: current_stage, next: nextStep(change, { checked }) }
}
