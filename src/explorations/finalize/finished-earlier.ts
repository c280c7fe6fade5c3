import { isRefused } from '../../operation/errors.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import type { ProjectTask } from '../model.ts'
import { loadProject } from '../record/engine.ts'
import {
  ARCHIVE,
  type LoadedProject,
  PROJECT,
  projectEventsFile,
  readState,
  stateFile,
} from '../record/project-files.ts'
import { checklistStepsOf } from '../record/project-parts.ts'
import { currentBranch, NO_GIT } from '../rules/branch.ts'
import { isForward } from '../rules/ways.ts'

/** The exploration that was finished last on the branch that is checked out, where none is open. */
export function finishedEarlier(call: Call): LoadedProject | undefined {
  const files = filesOf(call)
  if ([stateFile(), projectEventsFile()].some(file => files.read(file) !== undefined)) return undefined
  const branch = currentBranch(call) ?? NO_GIT
  const here = files.list(ARCHIVE).flatMap(name => archivedOn(call, `${ARCHIVE}/${name}`, branch))
  const [last] = here.toSorted((one, other) =>
    other.state.project.updated_at.localeCompare(one.state.project.updated_at),
  )
  const isCompleted = last?.type.transitions.some(
    way => isForward(way) && way.to === last.state.statechart.current_state && last.type.states[way.to]?.terminal,
  )
  return isCompleted === true ? last : undefined
}

function archivedOn(call: Call, folder: string, branch: string): LoadedProject[] {
  try {
    const state = readState(filesOf(call), folder)
    return state?.project.branch === branch ? [loadProject(call, state, folder)] : []
  } catch (error) {
    // One that cannot be read is named by the list.
    if (isRefused(error)) return []
    throw error
  }
}

/** What its steps have done, as `finish` said it at the time. */
export function linesOf({ type, state, folder }: LoadedProject): string[] {
  const lines = checklistStepsOf(type, state).map(stepLine)
  return folder === PROJECT ? lines : [...lines, `archived in ${folder}`]
}

export function stepLine({ name, status, result, reason }: ProjectTask): string {
  if (status === 'skipped') return `Skipped: ${name} (${reason})`
  return result === undefined ? name : `${name}: ${result}`
}
