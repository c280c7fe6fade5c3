import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { runGit } from '../../store/git-run.ts'
import type { Transaction } from '../../store/transaction.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import { hasGit } from '../branch.ts'
import { heldOf, noProject, put, sightOf, typeIn } from '../engine.ts'
import { derivePhases } from '../machine.ts'
import type { ProjectState } from '../model.ts'
import { renderProject } from '../render.ts'
import { eventsFile, type Held, PROJECT, parseEvents, requireWritable, stateFile, whyNotOf } from '../shelf.ts'
import { viewProject } from '../view.ts'
import { readStateByRule } from './by-rule.ts'
import * as contracts from './contracts.ts'

/** The state in `state.yaml` counts, whatever the log says; what follows from it by rule is set, and the log goes on. */
export const adopt = implement(contracts.adopt, {
  async run(call) {
    await call.store.settled()
    const restored = await missingState(call)
    const at = new Date(call.clock.now()).toISOString()
    const { state, changes } = await call.store.transact(call, tx => {
      if (restored !== undefined) tx.create(stateFile(), restored)
      requireWritable(tx)
      const read = readStateByRule(tx)
      if (read === undefined) throw noProject()
      const { type, found, repaired } = derive(call, read.state, at)
      const log = adoptLog(call, tx)
      const revision = Math.max(found.revision ?? 0, log.last)
      const done = [
        ...(restored === undefined ? [] : [`${stateFile()} is back as it was last written`]),
        ...read.repaired,
        ...repaired,
        ...(log.dropped === 0
          ? []
          : [`${log.dropped} lines of ${eventsFile()} cannot be read; they are in ${log.kept}`]),
        ...(log.last === (found.revision ?? 0) ? [] : [differs(found, log.last)]),
      ]
      const stepped = { state: found, summary: done.length === 0 ? 'taken as it is' : done.join('; ') }
      const held = { type, state: { ...found, revision } }
      return { state: put(tx, { held, stepped, order: { command: 'adopt', adopts: true }, at, call }), changes: done }
    })
    const held: Held = heldOf(call, state)
    return { ...viewProject(held, sightOf(call, held, filesOf(call))), changes }
  },
  render: ({ changes, ...view }) =>
    [
      ...(changes.length === 0 ? ['Nothing had to be changed.'] : changes.map(line => `- ${line}`)),
      '',
      renderProject(view),
    ].join('\n'),
})

/** Phases as their state says; only what the schema does not take is worth a word. */
function derive(call: Call, state: ProjectState, at: string) {
  const type = typeIn(call, state)
  const wrong = whyNotOf(type, state, stateFile())
  if (wrong !== undefined && wrong.details?.['field'] === 'statechart.current_state') throw wrong
  const found = derivePhases(type, state, at)
  heldOf(call, found)
  const repaired = Object.entries(state.phases).flatMap(([name, { status, enabled }]) => {
    const now = found.phases[name]
    return now === undefined || (now.status === status && now.enabled === enabled)
      ? []
      : [`phase ${name} was ${status} and is ${now.status}`]
  })
  return { type, found, repaired }
}

function differs({ revision = 0 }: ProjectState, last: number): string {
  return `state.yaml was at ${revision} and the log at ${last}`
}

interface Adopted {
  readonly last: number
  readonly dropped: number
  readonly kept: string
}

/** The entries that can be read, in their order; a text that loses lines is kept whole. */
function adoptLog({ store }: Call, tx: Transaction): Adopted {
  const file = eventsFile()
  const bytes = tx.read(file)?.bytes
  if (bytes === undefined) return { last: 0, dropped: 0, kept: '' }
  const { events, unreadable } = parseEvents(bytes)
  const last = Math.max(0, ...events.map(({ seq }) => seq))
  const text = events.map(event => `${JSON.stringify(event)}\n`).join('')
  if (text === bytes.toString('utf8')) return { last, dropped: 0, kept: '' }
  const kept = unreadable > 0 ? store.keep(file, bytes) : ''
  tx.write(file, text)
  return { last, dropped: unreadable, kept: kept ?? '' }
}

/** The state file that is gone while the rest of the folder is there: as Furrow wrote it last, or as it was committed. */
async function missingState(call: Call): Promise<Buffer | undefined> {
  const files = filesOf(call)
  if (files.read(stateFile()) !== undefined) return undefined
  if (files.list(PROJECT).length === 0) throw noProject()
  const last = call.store.lastWritten(call.workspace.root, stateFile()) ?? (await committedState(call))
  if (last !== undefined && last.length > 0) return last
  throw refuse('not_found', `${stateFile()} is missing, and no earlier text of it is known here.`, {
    target: stateFile(),
    fix: shell`furrow explore start --help`,
  })
}

async function committedState(call: Call): Promise<Buffer | undefined> {
  if (!hasGit(call)) return undefined
  const options = { signal: call.signal, env: call.env, answers: [128], encoding: 'latin1' as const }
  const { code, stdout } = await runGit(call.workspace.root, ['show', `HEAD:./${stateFile()}`], options)
  return code === 0 ? Buffer.from(stdout, 'latin1') : undefined
}
