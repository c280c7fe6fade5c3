import { refuseFor } from '../../lifecycle/reason.ts'
import { isRefused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { runGit } from '../../store/git/git-run.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { whyNotComplete } from '../cleanup.ts'
import type { ProjectEvent, ProjectState } from '../model.ts'
import { guardContextOf, loadProject, noProject, typeIn, writeProject } from '../record/engine.ts'
import {
  type LoadedProject,
  loggedState,
  PROJECT,
  parseEvents,
  projectEventsFile,
  requireWritable,
  stateFile,
  whyNotOf,
} from '../record/project-files.ts'
import { hasGit } from '../rules/branch.ts'
import { derivePhases, lastTaskId } from '../rules/machine.ts'
import { renderProject } from '../show/render-project.ts'
import { viewProject } from '../show/view-project.ts'
import { type Repaired, readStateByRule } from './by-rule.ts'
import * as contracts from './contracts.ts'
import { lastLoggedTask, renumbered, stepsLost } from './merged-log.ts'

/** The state in `state.yaml` counts, whatever the log says; what follows from it by rule is set, and the log goes on. */
export const adopt = implement(() => contracts.adopt, {
  async run(call) {
    await call.store.settled()
    const restored = await missingState(call)
    const at = new Date(call.clock.now()).toISOString()
    const { state, changes } = await call.store.transact(call, tx => {
      if (restored !== undefined) putBack(tx, restored)
      const read = usableState(call, tx, at)
      requireWritable(tx)
      const log = adoptLog(call, tx)
      const led = whereLogLeads(call, read.state, log)
      const { type, found, repaired } = derive(call, led ?? read.state, at)
      if (type.states[found.statechart.current_state]?.terminal === true)
        refuseFor(whyNotComplete({ type, state: found, folder: PROJECT }, tx))
      const revision = Math.max(found.revision ?? 0, log.last)
      const done = [
        ...(restored === undefined ? [] : [`${stateFile()} is back as it was last written`]),
        ...read.repaired,
        ...(led === undefined ? [] : [movedBack(read.state, led)]),
        ...repaired,
        ...(log.dropped === 0
          ? []
          : [`${log.dropped} lines of ${projectEventsFile()} cannot be read; they are in ${log.kept}`]),
        ...(log.last === (found.revision ?? 0) ? [] : [differs(found, log.last)]),
        ...stepsLost(found, log.events),
      ]
      const summary = done.length === 0 ? 'taken as it is' : done.join('; ')
      // No id is given twice, whatever state the file is from.
      const lastTask = Math.max(lastTaskId(found), lastLoggedTask(log.events))
      const known = { ...found, ...(lastTask > 0 && { last_task_id: lastTask }) }
      const stepped = { state: known, summary, to: found.statechart.current_state }
      const held = { type, state: { ...known, revision } }
      return {
        state: writeProject(tx, { held, stepped, order: { command: 'adopt', adopts: true }, at, call }),
        changes: done,
      }
    })
    const held: LoadedProject = loadProject(call, state)
    return { ...viewProject(held, guardContextOf(call, held, filesOf(call))), changes }
  },
  render: ({ changes, ...view }) =>
    [
      ...(changes.length === 0 ? ['Nothing had to be changed.'] : changes.map(line => `- ${line}`)),
      '',
      renderProject(view),
    ].join('\n'),
})

function putBack(tx: Transaction, text: Buffer): void {
  tx.remove(stateFile())
  tx.create(stateFile(), text)
}

/** What is in the file, or what was last written where nothing can be made of that. */
function usableState(call: Call, tx: Transaction, at: string): Repaired {
  try {
    return readUsable(call, tx, at)
  } catch (error) {
    const damaged = tx.read(stateFile())?.bytes
    const last = call.store.lastWritten(call.workspace.root, stateFile())
    if (!isRefused(error) || error.code !== 'damaged' || damaged === undefined) throw error
    if (last === undefined || last.length === 0 || last.equals(damaged)) throw error
    const kept = call.store.keep(stateFile(), damaged)
    putBack(tx, last)
    const { state, repaired } = readUsable(call, tx, at)
    const back = `${error.message} It is back as it was last written; the other text is in ${kept}`
    return { state, repaired: [back, ...repaired] }
  }
}

function readUsable(call: Call, tx: Transaction, at: string): Repaired {
  const read = readStateByRule(tx)
  if (read === undefined) throw noProject()
  derive(call, read.state, at)
  return read
}

/**
 * A state that was edited by hand in a file that is otherwise as the log left it goes back to where the log leads; an
 * end that no command led to never counts.
 */
function whereLogLeads(call: Call, state: ProjectState, { led, last }: Adopted): ProjectState | undefined {
  const { states } = typeIn(call, state)
  const name = state.statechart.current_state
  if (led === undefined || led === name || states[led] === undefined || states[name] === undefined) return undefined
  if (last !== (state.revision ?? 0) && states[name].terminal !== true) return undefined
  return { ...state, statechart: { ...state.statechart, current_state: led } }
}

function movedBack({ statechart: { current_state: said } }: ProjectState, { statechart }: ProjectState): string {
  return `state.yaml said ${said}, where no command led; it is back in ${statechart.current_state}`
}

/** Phases as their state says; only what the schema does not take is worth a word. */
function derive(call: Call, state: ProjectState, at: string) {
  const type = typeIn(call, state)
  const wrong = whyNotOf(type, state, stateFile())
  if (wrong !== undefined && wrong.details?.['field'] === 'statechart.current_state') throw wrong
  const found = derivePhases(type, state, at)
  loadProject(call, found)
  const repaired = Object.entries(state.phases).flatMap(([name, { status, enabled }]) => {
    const now = found.phases[name]
    return now === undefined || (now.status === status && now.enabled === enabled)
      ? []
      : [`phase ${name} was ${inWords({ status, enabled })} and is ${inWords(now)}`]
  })
  return { type, found, repaired }
}

function inWords({ status, enabled }: { readonly status: string; readonly enabled: boolean }): string {
  return enabled ? status : `${status} and not enabled`
}

function differs({ revision = 0 }: ProjectState, last: number): string {
  return `state.yaml was at ${revision} and the log at ${last}`
}

interface Adopted {
  readonly last: number
  /** The state that its moves lead to. */
  readonly led?: string | undefined
  readonly dropped: number
  readonly kept: string
  readonly events: readonly ProjectEvent[]
}

/** The entries that can be read, in their order; a text that loses lines is kept whole. */
function adoptLog({ store }: Call, tx: Transaction): Adopted {
  const file = projectEventsFile()
  const bytes = tx.read(file)?.bytes
  if (bytes === undefined) return { last: 0, dropped: 0, kept: '', events: [] }
  const { events: read, unreadable } = parseEvents(bytes)
  const events = renumbered(read)
  const last = Math.max(0, ...events.map(({ seq }) => seq))
  const led = loggedState(events)
  const text = events.map(event => `${JSON.stringify(event)}\n`).join('')
  if (text === bytes.toString('utf8')) return { last, led, dropped: 0, kept: '', events }
  const kept = unreadable > 0 ? store.keep(file, bytes) : ''
  tx.write(file, text)
  return { last, led, dropped: unreadable, kept: kept ?? '', events }
}

/** The state file that is gone, or was emptied, while the rest of the folder is there: as Furrow wrote it last, or as it was committed. */
async function missingState(call: Call): Promise<Buffer | undefined> {
  const files = filesOf(call)
  const bytes = files.read(stateFile())?.bytes
  if (bytes !== undefined && bytes.toString('utf8').trim() !== '') return undefined
  if (files.list(PROJECT).length === 0) throw noProject()
  const last = call.store.lastWritten(call.workspace.root, stateFile()) ?? (await committedState(call))
  if (last !== undefined && last.length > 0) return last
  throw refuse(
    'not_found',
    `${stateFile()} is ${bytes === undefined ? 'missing' : 'empty'}, and no earlier text of it is known here.`,
    {
      target: stateFile(),
      fix: shell`furrow explore start --help`,
    },
  )
}

async function committedState(call: Call): Promise<Buffer | undefined> {
  if (!hasGit(call)) return undefined
  const options = { signal: call.signal, env: call.env, answers: [128], encoding: 'latin1' as const }
  const { code, stdout } = await runGit(call.workspace.root, ['show', `HEAD:./${stateFile()}`], options)
  return code === 0 ? Buffer.from(stdout, 'latin1') : undefined
}
