import { isRefused, type Refused } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { heldOf } from '../../projects/engine.ts'
import { listProjects } from '../../projects/find.ts'
import { PROJECT, readEvents, readState } from '../../projects/shelf.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'

/** State and log of the project here, and the states of the archived ones. */
export async function lookAtProjects(call: Call) {
  const { rows, damaged } = await listProjects(call)
  const found = [...damaged.map(({ path, message }) => ({ path, message })), ...inHere(call)]
  if (found.length === 0) return [{ level: 'ok' as const, message: `${rows.length} explorations can be read.` }]
  return found.map(({ path, message }) => ({
    level: 'problem' as const,
    message,
    target: path,
    fix:
      call.store.lastWritten(call.workspace.root, path) === undefined
        ? shell`git log -- ${path}`
        : shell`furrow doctor repair`,
  }))
}

/** What can be wrong with a state that parses: its type, and its log. */
function inHere(call: Call): { path: string; message: string }[] {
  try {
    const files = filesOf(call)
    const state = readState(files)
    if (state === undefined) return []
    heldOf(call, state)
    readEvents(files, state)
    return []
  } catch (error) {
    if (!isRefused(error)) throw error
    return isListed(error) ? [] : [{ path: error.target ?? PROJECT, message: error.message }]
  }
}

/** A state that cannot be read is in the list already. */
function isListed({ details }: Refused): boolean {
  return details?.field === undefined && details?.line === undefined
}
