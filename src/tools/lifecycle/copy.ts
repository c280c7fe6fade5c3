import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import { contentHash } from '../../workspace/trust/subjects.ts'
import { isReservedFolder, shippedFolder, TOOLS, whyNotToolName } from '../files/tool-folders.ts'
import { noteShipped, readShipped } from './shipped-notes.ts'

export const AUTHOR_KIT = '_shared'

const LEFT_OUT = /^(?:node_modules|\.furrow-.*)$/

export interface CopiedFile {
  /** Relative to the folder of the tool. */
  readonly path: string
  readonly bytes: Buffer
}

export function toolFilesOf(folder: string, below = ''): CopiedFile[] {
  return fs
    .readdirSync(path.join(folder, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => {
      const place = path.posix.join(below, entry.name)
      if (LEFT_OUT.test(entry.name) || (entry.isDirectory() && isReservedFolder(folder, place))) return []
      if (entry.isDirectory()) return toolFilesOf(folder, place)
      return entry.isFile() ? [{ path: place, bytes: fs.readFileSync(path.join(folder, place)) }] : []
    })
}

/** In a section: new files of a tool whose folder is not there yet; answers their paths. */
export function createTool(tx: Transaction, name: string, files: readonly CopiedFile[]): string[] {
  const folder = `${TOOLS}/${name}`
  if (tx.list(folder).length > 0)
    throw refuse('conflict', `There is a tool ${name} already.`, { target: name, fix: shell`furrow tool info ${name}` })
  for (const file of files) tx.create(`${folder}/${file.path}`, file.bytes)
  return files.map(file => `${folder}/${file.path}`)
}

/** In a section: the author's kit, because tools import it from beside them. What was edited here stays as it is. */
export function copyAuthorKit(tx: Transaction): string[] {
  const known = readShipped(tx)
  const files = toolFilesOf(path.join(shippedFolder(), AUTHOR_KIT))
    .map(({ path: file, bytes }) => ({ name: `${AUTHOR_KIT}/${file}`, bytes }))
    .filter(({ name, bytes }) => isOurs(tx.read(`${TOOLS}/${name}`)?.bytes, { bytes, noted: known.get(name) }))
  if (files.length === 0) return []
  for (const { name, bytes } of files) tx.write(`${TOOLS}/${name}`, bytes)
  noteShipped(tx, new Map(files.map(({ name, bytes }) => [name, filesHash(bytes)])))
  return files.map(({ name }) => `${TOOLS}/${name}`)
}

/** Not there, or still what an older Furrow wrote. */
function isOurs(
  there: Uint8Array | undefined,
  { bytes, noted }: { bytes: Buffer; noted: string | undefined },
): boolean {
  if (there === undefined) return true
  const hash = filesHash(there)
  return hash === noted && hash !== filesHash(bytes)
}

export function filesHash(bytes: Uint8Array): string {
  return contentHash(bytes)
}

export function requireName(name: string): void {
  const reason = whyNotToolName(name)
  if (reason !== undefined)
    throw refuse('usage', `${JSON.stringify(name)} ${reason}; it cannot be the name of a tool.`, {
      target: 'name',
      fix: shell`furrow tool list`,
    })
}
