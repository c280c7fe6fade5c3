import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { taskLinesOf } from '../../shared/task-lines.ts'
import { gitLog, gitStatus } from '../../store/git/git.ts'
import type { Call } from '../../workspace/call.ts'
import { type Files, filesOf } from '../../workspace/workspace-files.ts'
import type { ChangeFiles } from '../record/change-files.ts'

const OWN_FOLDERS = /^(?:sdd|\.sdlc|\.sow)\//

/** Signs that a change was called done before anybody worked on it. They warn and stop nothing: only proof decides. */
export async function unfinishedSigns(call: Call, kept: ChangeFiles): Promise<string[]> {
  const open = openTasks(call, kept)
  const tasks =
    open === 0 ? [] : [`${open} ${open === 1 ? 'task is' : 'tasks are'} not ticked in ${kept.folder}/tasks.md.`]
  return (await isUntouched(call, kept)) ? [...tasks, 'No file has changed since this change was started.'] : tasks
}

function openTasks(call: Call, { folder }: ChangeFiles): number {
  return tasksIn(filesOf(call), folder).filter(({ done }) => !done).length
}

/** The number of the first task that is not ticked, while they are worked on. */
export function firstOpenTask(files: Files, { change, folder }: ChangeFiles): number | undefined {
  if (change.status !== 'active' || change.current_stage !== 'verify') return undefined
  const at = tasksIn(files, folder).findIndex(({ done }) => !done)
  return at === -1 ? undefined : at + 1
}

function tasksIn(files: Files, folder: string) {
  return taskLinesOf(files.read(`${folder}/tasks.md`)?.bytes.toString('utf8') ?? '')
}

/** Neither a commit since the change began nor a file written since, other than the pipeline's own texts. */
async function isUntouched({ workspace: { root, repository } }: Call, { change }: ChangeFiles): Promise<boolean> {
  if (repository.gitDir === undefined) return false
  try {
    const [last] = await gitLog(root, { limit: 1 })
    if (last !== undefined && Date.parse(last.date) >= Math.floor(Date.parse(change.created_at) / 1000) * 1000)
      return false
    const others = (await gitStatus(root)).filter(each => !OWN_FOLDERS.test(each.path))
    return others.every(each => isOlder(path.join(root, each.path), change.created_at))
  } catch (error) {
    // A repository without a commit has no log; what git cannot say is no sign.
    if (isRefused(error)) return false
    throw error
  }
}

/** What lay there uncommitted before the change began is not its work; when a file was removed nobody can tell. */
function isOlder(file: string, begun: string): boolean {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false })
  return stats !== undefined && stats.ctimeMs < Date.parse(begun)
}
