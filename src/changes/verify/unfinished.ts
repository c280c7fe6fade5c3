import { isRefused } from '../../operation/errors.ts'
import { log, status } from '../../store/git.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import type { Kept } from '../shelf.ts'

const OWN_FOLDERS = /^(?:sdd|\.sdlc|\.sow)\//

/** Signs that a change was called done before anybody worked on it. They warn and stop nothing: only proof decides. */
export async function unfinishedSigns(call: Call, kept: Kept): Promise<string[]> {
  const open = openTasks(call, kept)
  const tasks =
    open === 0 ? [] : [`${open} ${open === 1 ? 'task is' : 'tasks are'} not ticked in ${kept.folder}/tasks.md.`]
  return (await isUntouched(call, kept)) ? [...tasks, 'No file has changed since this change was started.'] : tasks
}

function openTasks(call: Call, { folder }: Kept): number {
  const text = filesOf(call).read(`${folder}/tasks.md`)?.bytes.toString('utf8') ?? ''
  return text.match(/^\s*[-*+] \[ \]/gm)?.length ?? 0
}

/** Neither a commit since the change began nor an uncommitted file, other than the pipeline's own texts. */
async function isUntouched({ workspace: { root, repository } }: Call, { change }: Kept): Promise<boolean> {
  if (repository.gitDir === undefined) return false
  try {
    const [last] = await log(root, { limit: 1 })
    if (last !== undefined && Date.parse(last.date) >= Math.floor(Date.parse(change.created_at) / 1000) * 1000)
      return false
    return (await status(root)).every(({ path }) => OWN_FOLDERS.test(path))
  } catch (error) {
    // A repository without a commit has no log; what git cannot say is no sign.
    if (isRefused(error)) return false
    throw error
  }
}
