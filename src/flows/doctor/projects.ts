import { loadProject, stateMissing } from '../../explorations/record/engine.ts'
import { listProjects } from '../../explorations/record/find-project.ts'
import { PROJECT, projectEventsFile, readState } from '../../explorations/record/project-files.ts'
import { findProblems } from '../../explorations/recovery/problems.ts'
import { counted } from '../../explorations/show/words.ts'
import { isRefused, type Refused } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'

/** State and log of the project here, and the states of the archived ones. */
export async function lookAtProjects(call: Call) {
  const { rows, damaged } = await listProjects(call)
  const found = [...damaged, ...inHere(call).filter(({ message }) => damaged.every(each => each.message !== message))]
  if (found.length === 0)
    return [{ level: 'ok' as const, message: `${counted(rows.length, 'exploration')} can be read.` }]
  return found.map(({ path, message, fix }) => ({
    level: 'problem' as const,
    message,
    target: path,
    fix: fix === undefined || fix === shell`furrow doctor` ? restoring(call, path) : fix,
  }))
}

interface ProjectFault {
  readonly path: string
  readonly message: string
  /** What sets it right by itself, where the last text that Furrow wrote is not what is wanted. */
  readonly fix?: ShellText | undefined
}

function restoring({ store, workspace }: Call, path: string): ShellText {
  return store.lastWritten(workspace.root, path) === undefined ? shell`git log -- ${path}` : shell`furrow doctor repair`
}

/** What can be wrong with a state that parses: its type, its log, and the branch that is checked out. */
function inHere(call: Call): ProjectFault[] {
  try {
    const files = filesOf(call)
    const state = readState(files)
    const missing = stateMissing(files)
    if (missing !== undefined) throw missing
    if (state === undefined) return []
    return findProblems(call, loadProject(call, state), files).map(({ code, message, fix }) => ({
      path: code === 'log_differs' ? projectEventsFile() : PROJECT,
      message,
      fix,
    }))
  } catch (error) {
    if (!isRefused(error)) throw error
    return isListed(error) ? [] : [{ path: error.target ?? PROJECT, message: error.message, fix: error.fix }]
  }
}

/** A state that cannot be read is in the list already. */
function isListed({ code, details, fix }: Refused): boolean {
  if (code === 'damaged' && fix?.startsWith('furrow explore') === true) return false
  return details?.field === undefined && details?.line === undefined
}
