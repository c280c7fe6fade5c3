import type { Call } from '../../workspace/call.ts'
import { implement } from '../../workspace/call.ts'
import { type Files, filesAt } from '../../workspace/files.ts'
import { settleTurns } from '../answer/settle.ts'
import * as contracts from './contracts.ts'
import type { ThreadProblem, ThreadRow } from './model.ts'
import { fileOf, placeOf, type ThreadPlace, trashOf } from './place.ts'
import { withPlaces } from './places.ts'
import { renderRows, renderThread } from './render.ts'
import { idsIn, type Row, readRow, requireThread } from './shelf.ts'
import { holds, rowOf, wordsOf } from './title.ts'

export const show = implement(contracts.show, {
  async run(call, { name, id }) {
    await call.store.settled()
    const place = placeOf(call, name)
    const thread = requireThread(filesAt(place.root), place, id)
    return withPlaces(call.workspace.root, await settleTurns(call, thread))
  },
  render: renderThread,
})

export const list = implement(contracts.list, {
  async run(call, { name, text, deleted, limit, cursor }) {
    await call.store.settled()
    const place = placeOf(call, name)
    const files = filesAt(place.root)
    const ids = idsIn(files, deleted ? place.trash : place.folder).filter(id => cursor === undefined || id < cursor)
    const threads: ThreadRow[] = []
    const errors: ThreadProblem[] = []
    for (const id of ids) {
      const row = await rowIn(call, files, { place, id, deleted, text })
      if (row === undefined) continue
      if ('problem' in row) errors.push(row.problem)
      else threads.push(rowOf(row.thread))
      if (threads.length + errors.length === limit && id !== ids.at(-1))
        return { threads, ...(errors.length > 0 && { errors }), next: id }
    }
    return { threads, ...(errors.length > 0 && { errors }) }
  },
  render: renderRows,
})

interface Looking {
  readonly place: ThreadPlace
  readonly id: string
  readonly deleted: boolean
  readonly text: string | undefined
}

async function rowIn(call: Call, files: Files, { place, id, deleted, text }: Looking): Promise<Row | undefined> {
  const file = deleted ? trashOf(place, id) : fileOf(place, id)
  if (text !== undefined && !mayHold(files, file, text)) return undefined
  const row = readRow(files, file, id)
  if (row === undefined || 'problem' in row) return row
  if (text !== undefined && !holds(row.thread, text)) return undefined
  return deleted ? row : { thread: await settleTurns(call, row.thread) }
}

/** Before anything is parsed: a file without the letters of each word cannot hold them. */
function mayHold(files: Files, file: string, text: string): boolean {
  const all = files.read(file)?.bytes.toString('utf8').toLowerCase() ?? ''
  return wordsOf(text).every(word => !/^[a-z0-9]+$/.test(word) || all.includes(word))
}
