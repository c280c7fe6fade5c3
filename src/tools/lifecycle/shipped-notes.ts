import * as z from 'zod'
import { openJson } from '../../store/documents/json/json.ts'
import { parseWith } from '../../store/documents/schema.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import { TOOLS } from '../files/tool-folders.ts'

/** What Furrow wrote here by itself, so that an edited copy is told from an old one. */
const SHIPPED = `${TOOLS}/.furrow-shipped.json`

const NotesFile = z.object({ files: z.record(z.string(), z.string()) })

/** A view of the files of this worktree. */
export type ReadToolFile = (file: string) => Uint8Array | undefined

/** The hash of each file as it was written, by its path below the folder of tools. */
export type Notes = ReadonlyMap<string, string>

export function readNotes(read: ReadToolFile): Notes {
  const bytes = read(SHIPPED)
  if (bytes === undefined) return new Map()
  return new Map(Object.entries(parseWith(NotesFile, openJson(bytes, SHIPPED).data(), { path: SHIPPED }).files))
}

export function readShipped(tx: Transaction): Notes {
  return readNotes(file => tx.read(file)?.bytes)
}

export function noteShipped(tx: Transaction, files: Notes): void {
  writeNotes(tx, new Map([...readShipped(tx), ...files]))
}

/** Of files that are gone: whoever makes one in their place owns it. */
export function forgetShipped(tx: Transaction, isGone: (file: string) => boolean): void {
  const all = readShipped(tx)
  const left = [...all].filter(([file]) => !isGone(file))
  if (left.length < all.size) writeNotes(tx, new Map(left))
}

function writeNotes(tx: Transaction, notes: Notes): void {
  const files = Object.fromEntries([...notes].sort(([a], [b]) => (a < b ? -1 : 1)))
  tx.write(SHIPPED, `${JSON.stringify({ schema_version: 1, files }, null, 2)}\n`)
}
