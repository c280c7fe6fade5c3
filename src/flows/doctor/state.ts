import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { isLockDamaged, lockFileIn, rebuildState, replaceLock } from '../../store/database/repair-state.ts'
import { clearDamage, damageOf } from '../../store/database/write-guard.ts'
import type { Call } from '../../workspace/call.ts'
import type { Finding } from '../model.ts'

const REPAIR = shell`furrow doctor repair`

export function lookAtState({ store }: Call) {
  const file = stateFileIn(store.folder)
  const says = problemIn(store)
  const message = says === undefined ? damageOf(file)?.message : `state.db is damaged: ${says}`
  const stuck = store.outbox.stuck()
  return [
    message === undefined
      ? { level: 'ok' as const, message: 'state.db is whole.' }
      : { level: 'problem' as const, message, target: file, fix: REPAIR },
    ...(isLockDamaged(store.folder)
      ? [
          {
            level: 'problem' as const,
            message: 'lock.db is damaged: nothing can be written here.',
            target: lockFileIn(store.folder),
            fix: REPAIR,
          },
        ]
      : []),
    ...stuck.map(({ kind, last_error }) => ({
      level: 'warning' as const,
      message: `An effect on ${kind} was given up: ${last_error}`,
      fix: REPAIR,
    })),
  ]
}

function problemIn({ state }: Call['store']): string | undefined {
  const { integrity_check: says } = state.prepare('PRAGMA integrity_check').get() as { integrity_check: string }
  return says === 'ok' ? undefined : says
}

export async function repairState(call: Call, { target }: Finding): Promise<string> {
  const name = target === undefined ? undefined : path.basename(target)
  if (target !== undefined && name === 'state.db') return repairDatabase(call, target)
  if (target !== undefined && name === 'lock.db') {
    replaceLock(path.dirname(target))
    return 'lock.db is new; it holds nothing'
  }
  call.store.outbox.retryStuck()
  return 'effects that were given up are tried again'
}

async function repairDatabase(call: Call, file: string): Promise<string> {
  if (!call.traits.endsWithCall)
    throw refuse('invalid_state', `${file} is in use by this server: stop it, then repair it in a terminal.`, {
      target: file,
      fix: REPAIR,
    })
  const isWhole = isSound(call)
  letGo(call)
  if (isWhole) {
    clearDamage(file)
    return 'state.db passes a full check and can be written to again'
  }
  const { kept, operations, pages, unreadable } = await rebuildState(path.dirname(file), call.clock.now())
  const lost = `${unreadable} of ${pages} pages could not be read`
  return `state.db is rebuilt with ${operations} operations; ${lost}; the damaged file is kept as ${kept}`
}

function isSound(call: Call): boolean {
  try {
    return problemIn(call.store) === undefined
  } catch {
    // Not even a check can read it.
    return false
  }
}

function letGo(call: Call): void {
  try {
    call.store.makeWay()
  } catch {
    // It could not even be opened, so nothing is held.
  }
}

function stateFileIn(folder: string): string {
  return path.join(folder, 'state.db')
}
