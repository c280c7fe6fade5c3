import type { Call } from '../../workspace/call.ts'
import { implement } from '../../workspace/call.ts'
import { type Files, filesAt } from '../../workspace/workspace-files.ts'
import { settleTurns } from '../answer/settle.ts'
import * as contracts from './contracts.ts'
import type { ThreadProblem, ThreadRow } from './model.ts'
import { renderRows, renderThread } from './render-thread.ts'
import { readThreadFile, requireThread, type ThreadFile, threadIdsIn } from './thread-files.ts'
import { fileOf, type ThreadFolder, threadFolderOf, trashOf } from './thread-folder.ts'
import { withFileLocations } from './thread-folders.ts'
import { searchTextOf, threadHolds, threadRowOf } from './title.ts'

export const show = implement(() => contracts.show, {
  async run(call, { name, id }) {
    await call.store.settled()
    const place = threadFolderOf(call, name)
    const thread = requireThread(filesAt(place.root), place, id)
    return withFileLocations(call.workspace.root, await settleTurns(call, thread))
  },
  render: renderThread,
})

export const list = implement(() => contracts.list, {
  async run(call, { name, text, deleted, limit, cursor }) {
    await call.store.settled()
    const place = threadFolderOf(call, name)
    const files = filesAt(place.root)
    const ids = threadIdsIn(files, deleted ? place.trash : place.folder).filter(
      id => cursor === undefined || id < cursor,
    )
    const threads: ThreadRow[] = []
    const errors: ThreadProblem[] = []
    for (const id of ids) {
      const row = await rowIn(call, files, { place, id, deleted, text })
      if (row === undefined) continue
      if ('problem' in row) errors.push(row.problem)
      else threads.push(threadRowOf(row.thread))
      if (threads.length + errors.length === limit && id !== ids.at(-1))
        return { threads, ...(errors.length > 0 && { errors }), next: id }
    }
    return { threads, ...(errors.length > 0 && { errors }) }
  },
  render: renderRows,
})

interface ThreadQuery {
  readonly place: ThreadFolder
  readonly id: string
  readonly deleted: boolean
  readonly text: string | undefined
}

async function rowIn(
  call: Call,
  files: Files,
  { place, id, deleted, text }: ThreadQuery,
): Promise<ThreadFile | undefined> {
  const file = deleted ? trashOf(place, id) : fileOf(place, id)
  if (text !== undefined && !mayHold(files, file, text)) return undefined
  const row = readThreadFile(files, file, id)
  if (row === undefined || 'problem' in row) return row
  if (text !== undefined && !threadHolds(row.thread, text)) return undefined
  return deleted ? row : { thread: await settleTurns(call, row.thread) }
}

/** Before anything is parsed: a file without the letters of each word cannot hold them. */
function mayHold(files: Files, file: string, text: string): boolean {
  const all = files.read(file)?.bytes.toString('utf8').toLowerCase() ?? ''
  return searchTextOf(text).every(word => !/^[a-z0-9]+$/.test(word) || all.includes(word))
}
