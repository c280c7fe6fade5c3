import { commitHere } from '../../lifecycle/commit.ts'
import { blocked } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { committedFiles } from '../../store/git-write.ts'
import { type Call, implement } from '../../workspace/call.ts'
import type { Files } from '../../workspace/files.ts'
import { endApprovalRequests } from '../artifacts/requests.ts'
import { currentBranch, hasGit } from '../branch.ts'
import { freeArchive } from '../cleanup.ts'
import { commit } from '../engine.ts'
import { follow } from '../machine.ts'
import { currentState } from '../parts.ts'
import { type Held, PROJECT } from '../shelf.ts'
import type { Transition } from '../types/model.ts'
import { isForward, leaving } from '../ways.ts'
import * as contracts from './contracts.ts'
import { branchProblem } from './problems.ts'

export const settle = implement(contracts.settle, {
  async run(call, { reason, commit: wanted }) {
    const held = await commit(call, { command: 'settle', adopts: true }, ({ held: now, tx, at }) => {
      requireElsewhere(call, now)
      const archive = freeArchive(tx, now.state.project.name)
      const from = now.state.statechart.current_state
      const end = endOf(now, tx)
      const why = reason ?? `not worked on here: ${branchProblem(call, now)[0]?.message ?? 'it is over'}`
      if (end === undefined) return { state: now.state, summary: `settled in ${archive}`, archive, reason: why }
      const state = follow(now.type, now.state, end, { at, reason: why })
      return { state, summary: `settled in ${archive}`, archive, event: end.event, from, to: end.to, reason: why }
    })
    endApprovalRequests(call)
    const tracked = hasGit(call) && (await committedFiles(call.workspace.root, [PROJECT], options(call))).length > 0
    const { name } = held.state.project
    const made = tracked && wanted ? await commitHere(call, removal(name)) : undefined
    return {
      name,
      state: held.state.statechart.current_state,
      archive: held.folder,
      ...(made !== undefined && { commit: made }),
      uncommitted: tracked && made === undefined,
    }
  },
  render: ({ name, state, archive, commit: made, uncommitted }) =>
    [
      `${name} is in ${archive} (${state}).`,
      ...(made === undefined ? [] : [`Its working folder is off the branch: commit ${made.slice(0, 10)}.`]),
      ...(uncommitted ? ['The branch still holds .sow/project; commit its removal: `furrow explore share`'] : []),
    ].join('\n'),
})

function options({ signal, env }: Call) {
  return { signal, env }
}

function removal(name: string) {
  return { message: `chore: settle ${name}`, paths: [], removes: [PROJECT] }
}

/** On its own branch an exploration is finished or abandoned; settling is for where it does not belong. */
function requireElsewhere(call: Call, held: Held): void {
  const { name, branch } = held.state.project
  const isHere = hasGit(call) && branchProblem(call, held).length === 0
  if (!isHere || currentState(held.type, held.state).terminal === true) return
  throw blocked([
    {
      code: 'worked_on_here',
      ids: [name],
      message: `${name} is worked on here, on ${currentBranch(call) ?? branch}`,
      fix: shell`furrow agent status`,
    },
  ])
}

/** What was published and came with the merge is completed, whatever an older state file says; the rest is given up. */
function endOf({ type, state }: Held, files: Files): Transition | undefined {
  if (currentState(type, state).terminal === true) return undefined
  const done = type.transitions.find(way => isForward(way) && type.states[way.to]?.terminal === true)
  const folder = type.publishes?.folder ?? ''
  const listed = files.read(`${folder}/index.md`)?.bytes.toString('utf8') ?? ''
  if (done !== undefined && isListed(listed, state.project.name)) return done
  return leaving(type, state).find(({ by }) => by === 'abandon')
}

function isListed(index: string, name: string): boolean {
  return new RegExp(`\\]\\(${name}-\\d{4}-\\d{2}[./]`).test(index)
}
