import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { rebuildState } from '../../store/repair-state.ts'
import type { Call } from '../../workspace/call.ts'
import type { Finding } from '../model.ts'

export function lookAtState({ store }: Call) {
  const { integrity_check: says } = store.state.prepare('PRAGMA integrity_check').get() as { integrity_check: string }
  const stuck = store.outbox.stuck()
  return [
    says === 'ok'
      ? { level: 'ok' as const, message: 'state.db is whole.' }
      : {
          level: 'problem' as const,
          message: `state.db is damaged: ${says}`,
          target: stateFileIn(store.folder),
          fix: shell`furrow doctor repair`,
        },
    ...stuck.map(({ kind, last_error }) => ({
      level: 'warning' as const,
      message: `An effect on ${kind} was given up: ${last_error}`,
      fix: shell`furrow doctor repair`,
    })),
  ]
}

export async function repairState(call: Call, { target }: Finding): Promise<string> {
  if (target !== undefined && path.basename(target) === 'state.db') return mend(call, target)
  call.store.outbox.retryStuck()
  return 'effects that were given up are tried again'
}

async function mend(call: Call, file: string): Promise<string> {
  if (call.actor.door !== 'cli')
    throw refuse('invalid_state', `${file} is in use by this server: stop it, then mend in a terminal.`, {
      target: file,
      fix: shell`furrow doctor repair`,
    })
  letGo(call)
  const { kept, operations, pages, unreadable } = await rebuildState(path.dirname(file), call.clock.now())
  return `state.db is rebuilt with ${operations} operations; ${unreadable} of ${pages} pages could not be read; the damaged file is kept as ${kept}`
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
