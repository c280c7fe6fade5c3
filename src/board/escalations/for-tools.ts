import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { type Files, filesOf } from '../../workspace/files.ts'
import { find, readAll } from '../entities.ts'
import { currentFeature } from '../features/current.ts'
import { features } from '../features/model.ts'
import { makeEscalation } from './make.ts'
import { escalations } from './model.ts'

/** What an agent cannot set itself is asked of a person, once, and the current feature waits for it. */
export function asksForTools(call: Call) {
  return {
    async secrets(tool: string, names: readonly string[]): Promise<void> {
      const title = `${names.join(', ')} for ${tool}`
      if (isAsked(filesOf(call), title)) return
      await call.store.transact(call, tx => {
        if (isAsked(tx, title)) return
        const context = names.map(name => shell`furrow secrets set ${name}`).join('\n')
        makeEscalation(call, tx, { title, kind: 'secret_request', context, feature: openFeature(call, tx) })
      })
    },
  }
}

function isAsked(files: Files, title: string): boolean {
  return readAll(files, escalations).entries.some(({ card }) => card.status === 'open' && card.title === title)
}

/** The current one, unless it is over or gone. */
function openFeature(call: Call, tx: Transaction): string | undefined {
  const id = currentFeature(call)
  try {
    return id === undefined || find(tx, features, id).card.phase === 'released' ? undefined : id
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}
