import { blocked, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { committedFiles } from '../../store/git/git-write.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { commitHere } from '../../workspace/commits/commit-here.ts'
import { type Files, filesOf } from '../../workspace/workspace-files.ts'
import { endApprovalRequests } from '../artifacts/requests.ts'
import { freeArchive } from '../cleanup.ts'
import { commitStep, requireProject } from '../record/engine.ts'
import {
  type LoadedProject,
  PROJECT,
  projectEventsFile,
  readProjectEvents,
  stateFile,
} from '../record/project-files.ts'
import { currentState } from '../record/project-parts.ts'
import { currentBranch, hasGit } from '../rules/branch.ts'
import { applyTransition } from '../rules/machine.ts'
import { isForward, transitionsFrom } from '../rules/ways.ts'
import type { Transition } from '../types/model.ts'
import { branchProblem, type ProjectProblem } from './branch-problem.ts'
import * as contracts from './contracts.ts'
import { endedProblem, isListed } from './ended-on-branch.ts'
import { requireNothingUnfinished } from './unfinished.ts'

export const settle = implement(() => contracts.settle, {
  async run(call, { reason, commit: wanted }) {
    if (wanted) await requireNothingUnfinished(call)
    await requireElsewhere(call)
    const tracked = hasGit(call) && (await committedFiles(call.workspace.root, [PROJECT], options(call))).length > 0
    const held = await commitStep(call, { command: 'settle', adopts: true }, ({ held: now, tx, at, by }) => {
      const isOver = currentState(now.type, now.state).terminal === true
      if (isOver && tx.read(projectEventsFile()) !== undefined) readProjectEvents(tx, now.state)
      const archive = freeArchive(tx, now.state.project.name)
      const from = now.state.statechart.current_state
      const end = endOf(now, tx, tracked)
      const why = reason ?? `not worked on here: ${branchProblem(call, now)[0]?.message ?? 'it is over'}`
      if (end === undefined) return { state: now.state, summary: `settled in ${archive}`, archive, reason: why }
      const state = applyTransition(now.type, now.state, end, { at, by, reason: why })
      return { state, summary: `settled in ${archive}`, archive, event: end.event, from, to: end.to, reason: why }
    })
    endApprovalRequests(call)
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

/** An exploration whose branch can be switched to is finished or abandoned there; settling is for where it does not belong. */
async function requireElsewhere(call: Call): Promise<void> {
  await call.store.settled()
  // A call that is sent again after it freed the worktree is answered from the journal.
  if (!hasGit(call) || filesOf(call).read(stateFile()) === undefined) return
  const held = requireProject(call, filesOf(call))
  if (currentState(held.type, held.state).terminal === true) return
  const { name, branch } = held.state.project
  const ended = await endedProblem(call, held)
  if (ended?.code === 'given_up_on_branch') return
  const problem = ended ?? branchProblem(call, held)[0]
  if (problem !== undefined && !STAYS.includes(problem.code)) return
  if (problem !== undefined) throw refuse('blocked', problem.message, { target: branch, fix: problem.fix })
  throw blocked([
    {
      code: 'worked_on_here',
      ids: [name],
      message: `${name} is worked on here, on ${currentBranch(call) ?? branch}`,
      fix: shell`furrow agent status`,
    },
  ])
}

/** Where the exploration can go on: what leads there is not giving it up. */
const STAYS: readonly ProjectProblem['code'][] = [
  'branch_on_remote',
  'other_branch',
  'no_branch',
  'protected_branch',
  'ended_on_branch',
]

/**
 * What was published, or merged after its review, is completed, whatever an older state file says of the steps after
 * that; the rest is given up.
 */
function endOf({ type, state }: LoadedProject, files: Files, isMerged: boolean): Transition | undefined {
  if (currentState(type, state).terminal === true) return undefined
  const ends = type.transitions.filter(way => isForward(way) && type.states[way.to]?.terminal === true)
  const folder = type.publishes?.folder
  const listed = folder === undefined ? '' : (files.read(`${folder}/index.md`)?.bytes.toString('utf8') ?? '')
  if (isListed(listed, state.project.name)) return ends[0]
  const last = folder === undefined && isMerged ? ends.find(way => isFrom(way, state)) : undefined
  return last ?? transitionsFrom(type, state).find(({ by }) => by === 'abandon')
}

function isFrom({ from }: Transition, { statechart }: LoadedProject['state']): boolean {
  return from.includes(statechart.current_state)
}
