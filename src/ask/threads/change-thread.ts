import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { findTool } from '../../tools/find-tool.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from './contracts.ts'
import {
  changeThread,
  editThreads,
  newThread,
  type ThreadTransaction,
  writeThread,
  writeTrashedThread,
} from './edit.ts'
import { AMA, type Thread } from './model.ts'
import { renderRow, renderThread } from './render-thread.ts'
import { printThread, readThreadFile, readTrashed, requireThread, threadIdsIn } from './thread-files.ts'
import { fileOf, trashOf } from './thread-folder.ts'
import { threadRowOf, threadTitleOf, titleFrom } from './title.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

export const create = implement(() => contracts.create, {
  async run(call, { name, title = '', tags = [] }) {
    await requireThreaded(call, name)
    return editThreads(call, { tool: name }, section => {
      section.tx.describe(`began the thread ${title}`.trim())
      return writeThread(section, { ...newThread(call, section, title.trim()), tags })
    })
  },
  render: renderThread,
})

export const update = implement(() => contracts.update, {
  async run(call, { name, id, title, tags }) {
    return editThreads(call, { tool: name }, section => {
      section.tx.describe(`edited the thread ${id}`)
      return changeThread(section, id, thread => ({
        ...thread,
        ...(title !== undefined && { title: title.trim() || titleFrom(thread.turns[0]?.question ?? '') }),
        ...(tags !== undefined && { tags: [...new Set(tags)] }),
        updated_at: section.at,
      }))
    })
  },
  render: renderThread,
})

export const remove = implement(() => contracts.remove, {
  async run(call, { name, id, force }) {
    return editThreads(call, { tool: name }, section => {
      const thread = requireThread(section.tx, section.place, id)
      if (thread.committed_to !== null && force !== true) throw stillUsed(thread)
      const trashed = { ...thread, deleted_at: section.at }
      writeTrashedThread(section, trashed)
      emptyTrash(section)
      section.tx.describe(`put the thread ${threadTitleOf(thread)} into the trash`)
      return threadRowOf(trashed)
    })
  },
  render: ({ id, title }) => `"${title}" is in the trash for 30 days: ${shell`furrow ask threads restore ${id}`}`,
})

export const restore = implement(() => contracts.restore, {
  async run(call, { name, id }) {
    return editThreads(call, { tool: name }, section => {
      const { tx, place } = section
      const trashed = readTrashed(tx, place, id)
      if (trashed === undefined)
        throw refuse('not_found', `There is no thread ${id} in the trash.`, {
          target: id,
          fix: shell`furrow ask threads --deleted`,
        })
      const { deleted_at: _, ...thread } = trashed
      const file = fileOf(place, id)
      tx.create(file, printThread(thread, tx.read(trashOf(place, id))?.bytes, file), { mode: 0o600 })
      tx.remove(trashOf(place, id))
      tx.emit('thread', id)
      tx.describe(`restored the thread ${threadTitleOf(thread)}`)
      return threadRowOf(thread)
    })
  },
  render: renderRow,
})

/** Threads are kept for tools that say they keep them. */
async function requireThreaded(call: Call, name: string): Promise<void> {
  if (name === AMA) return
  const { meta } = await findTool(call, name)
  if (meta.threaded === true) return
  throw refuse('unsupported', `${name} keeps no threads: its meta does not say \`threaded\`.`, {
    target: name,
    fix: shell`furrow tool info ${name}`,
  })
}

function stillUsed({ id, committed_to }: Thread) {
  return refuse('blocked', `${committed_to} was made from this thread.`, {
    target: id,
    fix: shell`furrow ask threads delete ${id} --force`,
  })
}

/** What has lain there longer than it is kept goes for good. */
function emptyTrash({ tx, place, at }: ThreadTransaction): void {
  for (const id of threadIdsIn(tx, place.trash)) {
    const row = readThreadFile(tx, trashOf(place, id), id)
    if (row === undefined || 'problem' in row) continue
    const since = Date.parse(row.thread.deleted_at ?? at)
    if (Date.parse(at) - since > KEPT_MS) tx.remove(trashOf(place, id))
  }
}
