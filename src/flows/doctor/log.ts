import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'

/** The rest is counted. */
const MOST_NAMED = 20
const ADVICE = 'Compare it with a backup of FURROW_HOME. A repair keeps state.db as it is and begins a new chain.'

/** What the journal held and Furrow did not carry out. */
export async function lookAtJournal({ store }: Call) {
  await store.settled()
  const unfinished = store.listSetAside().map(({ id, name, places }) => ({
    level: 'problem' as const,
    message: `The unfinished operation ${name} (${id}) was not carried out: nothing proves that Furrow wrote it. It names ${places.join(', ')}. Look at the tools that ran here, and at these files.`,
    target: store.folder,
    fix: shell`furrow doctor repair`,
  }))
  const forged = store.seals.forged().map(id => ({
    level: 'warning' as const,
    message: `The log says that a person did ${id}, but the entry has no valid seal: a tool or another program wrote it, or the key of the journal was replaced. It does not count as a decision.`,
    target: store.folder,
    fix: shell`furrow log show ${id}`,
  }))
  return [...unfinished, ...forged.slice(0, MOST_NAMED)]
}

/** A person has seen it. */
export async function forgetUnproven({ store }: Call): Promise<string | undefined> {
  if (store.listSetAside().length === 0) return undefined
  await store.forgetSetAside()
  return 'operations that were not carried out are no longer listed; no file was changed'
}

export async function lookAtLog({ store }: Call) {
  await store.settled()
  const { entries, start, damage } = store.checkLog()
  if (damage.length === 0) {
    const since = start === undefined ? '' : `, since ${new Date(start.at).toISOString().slice(0, 10)} (${start.why})`
    return [
      {
        level: 'ok' as const,
        message: `The log is as it was written (${entries} ${entries === 1 ? 'entry' : 'entries'}${since}).`,
      },
    ]
  }
  const more = damage.length - MOST_NAMED
  const named = [...damage.slice(0, MOST_NAMED), ...(more > 0 ? [`The log has ${more} more such entries.`] : [])]
  return named.map(says => ({
    level: 'problem' as const,
    message: `${says} ${ADVICE}`,
    target: store.folder,
    fix: shell`furrow doctor repair`,
  }))
}

/** Nothing is brought back: a person accepts the log as it is, and the log says so. */
export async function repairLog(call: Call): Promise<string | undefined> {
  const restarted = await call.store.restartLogChain()
  if (restarted === undefined) return undefined
  const { kept, damage } = restarted
  await call.store.transact({ ...call, operationId: `${call.operationId}-log` }, tx => {
    tx.describe(`accepted a log that was changed: ${damage.slice(0, MOST_NAMED).join(' ')}`)
    tx.emit('log', call.operationId)
  })
  return `the log begins a new chain; state.db with the old one is kept as ${kept}`
}
