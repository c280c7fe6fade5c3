import { isRefused } from '../../operation/errors.ts'
import { shell, splice } from '../../shared/shell/shell.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { type Files, filesOf } from '../../workspace/workspace-files.ts'
import { findCard, readCardFolder, writeCard } from '../entities.ts'
import { currentFeature } from '../features/current.ts'
import { features } from '../features/model.ts'
import { makeEscalation } from './make-escalation.ts'
import { escalations } from './model.ts'

/** What an agent cannot set itself is asked of a person, once, and the current feature waits for it. */
export function asksForTools(call: Call) {
  return {
    async secrets(tool: string, unset: readonly SecretInScope[]): Promise<void> {
      const title = `${unset.map(nameIn).join(', ')} for ${tool}`
      if (isAsked(filesOf(call), title)) return
      await call.store.transact(call, tx => {
        if (isAsked(tx, title)) return
        const context = unset.map(setCommand).join('\n')
        makeEscalation(call, tx, { title, kind: 'secret_request', context, feature: openFeature(call, tx) })
      })
    },
    /** A request ends when a run has every secret that it names; the run of another scope had other ones. */
    async answered(tool: string, given: readonly SecretInScope[]): Promise<void> {
      if (call.store.frozen !== undefined || answeredRequests(filesOf(call), tool, given).length === 0) return
      await call.store.transact(call, tx => {
        const at = new Date(call.clock.now()).toISOString()
        for (const { id, card } of answeredRequests(tx, tool, given)) {
          const resolution = `${tool} has its secrets.`
          // Who runs the tool is not who set the secrets, so nobody is named.
          const answer = { status: 'resolved' as const, resolution, resolved_at: at }
          writeCard(tx, escalations, { id, card: { ...card, ...answer, updated_at: at } })
          tx.describe(`${card.title}: no longer asked for, a run of ${tool} had it`)
          if (card.feature !== undefined) tx.emit('feature', card.feature)
        }
      })
    },
  }
}

interface SecretInScope {
  readonly name: string
  readonly scope: string
}

function nameIn({ name, scope }: SecretInScope): string {
  return scope === 'default' ? name : `${name} (scope ${scope})`
}

function setCommand({ name, scope }: SecretInScope): string {
  return shell`furrow secrets set ${name} ${scope === 'default' ? [] : splice(shell`--scope ${scope}`)}`
}

function answeredRequests(files: Files, tool: string, given: readonly SecretInScope[]) {
  const had = new Set(given.map(nameIn))
  const end = ` for ${tool}`
  return readCardFolder(files, escalations).entries.filter(
    ({ card: { status, kind, title } }) =>
      status === 'open' &&
      kind === 'secret_request' &&
      title.endsWith(end) &&
      title
        .slice(0, -end.length)
        .split(', ')
        .every(name => had.has(name)),
  )
}

function isAsked(files: Files, title: string): boolean {
  return readCardFolder(files, escalations).entries.some(({ card }) => card.status === 'open' && card.title === title)
}

/** The current one, unless it is over or gone. */
function openFeature(call: Call, tx: Transaction): string | undefined {
  const id = currentFeature(call)
  try {
    return id === undefined || findCard(tx, features, id).card.phase === 'released' ? undefined : id
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}
