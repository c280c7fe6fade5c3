import fs from 'node:fs'
import path from 'node:path'
import { resolveInside } from '../../store/files/contain.ts'
import type { StorageContext } from '../../workspace/call.ts'
import { folderNameOf, type RecordFolder, recordFolderFor, recordOn } from './record-files.ts'
import { INTERACTIONS } from './record-folders.ts'
import { fileNamesIn, idsOn } from './records.ts'

const UPLOADS = 'uploads'
/** Chosen in a form that nobody has sent since. */
const FORGOTTEN_MS = 24 * 60 * 60 * 1000

/** Files that were given to a tool by way of its form: beside its records, in the worktree, so that the tool finds them. */
export function uploadsFolder({ workspace }: Pick<StorageContext, 'workspace'>, tool: string): string {
  return resolveInside(workspace.root, `${INTERACTIONS}/${folderNameOf(tool)}/${UPLOADS}`, { write: true })
}

/** The uploads that the text of a record names. */
export function uploadsIn(record: string): string[] {
  return [...new Set(Array.from(record.matchAll(/\/uploads\/([0-9a-z-]{1,40})\//g), ([, id = '']) => id))]
}

/** Of these, those go that no record of the tool names any more. */
export function removeUnused(place: StorageContext, tool: string, ids: readonly string[]): void {
  if (ids.length === 0) return
  const used = new Set(recordsOf(recordFolderFor(place, { tool: { name: tool, mode: 'run', tags: [], notes: null } })))
  const base = uploadsFolder(place, tool)
  for (const id of ids) if (!used.has(id)) fs.rmSync(path.join(base, id), { recursive: true, force: true })
}

/** What was sent and never used is not kept for good. */
export function sweepUploads(place: StorageContext, tool: string): void {
  const base = uploadsFolder(place, tool)
  const past = Date.now() - FORGOTTEN_MS
  const old = fileNamesIn(base).filter(id => (fs.statSync(path.join(base, id)).mtimeMs ?? 0) < past)
  removeUnused(place, tool, old)
}

function recordsOf(shelf: RecordFolder): string[] {
  return idsOn(shelf).flatMap(id => uploadsIn(fs.readFileSync(recordOn(shelf, id), 'utf8')))
}
