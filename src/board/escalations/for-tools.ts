import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { type Files, filesOf } from '../../workspace/files.ts'
import { find, put, readAll } from '../entities.ts'
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
    /** A tool that has its secrets asks for none any more. */
    async answered(tool: string): Promise<void> {
      if (call.store.frozen !== undefined || openRequests(filesOf(call), tool).length === 0) return
      await call.store.transact(call, tx => {
        const at = new Date(call.clock.now()).toISOString()
        for (const { id, card } of openRequests(tx, tool)) {
          const resolution = `${tool} has its secrets.`
          const answer = { status: 'resolved' as const, resolution, resolved_at: at, resolved_by: call.actor.id }
          put(tx, escalations, { id, card: { ...card, ...answer, updated_at: at } })
          tx.describe(`${card.title}: set and granted`)
          if (card.feature !== undefined) tx.emit('feature', card.feature)
        }
      })
    },
  }
}

function openRequests(files: Files, tool: string) {
  return readAll(files, escalations).entries.filter(
    ({ card }) => card.status === 'open' && card.kind === 'secret_request' && card.title.endsWith(` for ${tool}`),
  )
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
