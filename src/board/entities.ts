import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { isRefused, refuse } from '../operation/errors.ts'
import { slug, whyNotId } from '../operation/names/naming.ts'
import { shell } from '../shared/shell/shell.ts'
import { damaged } from '../store/documents/document.ts'
import { parseWith, versionOf, whyNotWritable } from '../store/documents/schema.ts'
import { openYaml } from '../store/documents/yaml/yaml.ts'
import type { Transaction } from '../store/journal/transaction.ts'
import type { Files } from '../workspace/workspace-files.ts'

export const SCHEMA = 1

/** Where a card came from: a result, a thread, a run. */
export const CardOrigin = z.looseObject({ kind: z.string(), ref: z.string() })
export type CardOrigin = z.infer<typeof CardOrigin>

/** What every card has; the rest is its kind's. */
export const common = {
  schema_version: z.number(),
  title: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  origin: CardOrigin.optional(),
}

/** One kind of card: where its files are and what they hold. */
export interface CardKind<S extends z.ZodObject = z.ZodObject> {
  readonly name: string
  /** `.sdlc/features` */
  readonly folder: string
  /** A folder of its own with `manifest.yaml`, or one file. */
  readonly form: 'folder' | 'file'
  readonly schema: S
}

export type Card<K extends CardKind> = z.infer<K['schema']>

export interface CardEntry<K extends CardKind = CardKind> {
  readonly id: string
  readonly card: Card<K>
}

/** A manifest that cannot be read is one row, never a hole and never an empty board. */
export const CardProblem = z.object({ kind: z.string(), id: z.string(), path: z.string(), message: z.string() })
export type CardProblem = z.infer<typeof CardProblem>

export interface CardFolder<K extends CardKind> {
  readonly entries: CardEntry<K>[]
  readonly problems: CardProblem[]
}

export function readCardFolder<K extends CardKind>(files: Files, kind: K): CardFolder<K> {
  const shelf: CardFolder<K> = { entries: [], problems: unreadableFolder(files, kind) }
  for (const id of idsIn(files, kind)) {
    try {
      const card = readOne(files, kind, id)
      if (card !== undefined) shelf.entries.push({ id, card })
    } catch (error) {
      if (!isRefused(error)) throw error
      shelf.problems.push({ kind: kind.name, id, path: cardFileOf(kind, id), message: error.message })
    }
  }
  return shelf
}

/** What is in the way of the folder: with a file in its place, the list of its names is empty too. */
function unreadableFolder(files: Files, { name, folder }: CardKind): CardProblem[] {
  try {
    files.read(`${folder}/manifest.yaml`)
    return []
  } catch (error) {
    if (!isRefused(error)) throw error
    return [{ kind: name, id: '', path: folder, message: error.message }]
  }
}

export function findCard<K extends CardKind>(files: Files, kind: K, id: string): CardEntry<K> {
  const card = readOne(files, kind, id)
  if (card !== undefined) return { id, card }
  throw refuse('not_found', `There is no ${kind.name} ${id}.`, { target: id, fix: shell`furrow ${kind.name} list` })
}

/** Writes a card: what this version does not know of it, its comments and its order stay. */
export function writeCard<K extends CardKind>(tx: Transaction, kind: K, { id, card }: CardEntry<K>): CardEntry<K> {
  const path = cardFileOf(kind, id)
  const before = tx.read(path)?.bytes
  const newer = before === undefined ? undefined : whyNotWritable(openYaml(before, path).data(), versions(path))
  if (newer !== undefined) throw newer
  const document = openYaml(before ?? `schema_version: ${SCHEMA}\n`, path)
  const old = (document.data() ?? {}) as Record<string, unknown>
  for (const key of Object.keys(kind.schema.shape)) {
    const value = plain((card as Record<string, unknown>)[key])
    if (value === undefined) document.remove([key])
    else if (!isDeepStrictEqual(plain(old[key]), value)) document.set([key], value)
  }
  tx.emit(kind.name, id, tx.write(path, document.print()))
  return { id, card }
}

export function cardFileOf({ folder, form }: CardKind, id: string): string {
  return form === 'folder' ? `${folder}/${id}/manifest.yaml` : `${folder}/${id}.yaml`
}

/** A short name that nothing of this kind has yet. */
export function freeSlug(files: Files, kind: CardKind, title: string): string {
  const base = slug(title, { fallback: kind.name })
  const taken = new Set(idsIn(files, kind))
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? base : `${base}-${n}`
    if (!taken.has(id)) return id
  }
}

/** `f-001`, `f-002`: one more than the highest there ever was in this folder. */
export function nextCardNumber(files: Files, kind: CardKind, prefix: string): string {
  const numbers = idsIn(files, kind).map(id => Number(id.slice(prefix.length + 1)) || 0)
  return `${prefix}-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`
}

function idsIn(files: Files, { folder, form }: CardKind): string[] {
  const names = files.list(folder).filter(name => !name.startsWith('.'))
  if (form === 'folder') return names
  return names.filter(name => name.endsWith('.yaml')).map(name => name.slice(0, -'.yaml'.length))
}

function readOne<K extends CardKind>(files: Files, kind: K, id: string): Card<K> | undefined {
  const path = cardFileOf(kind, id)
  const file = files.read(path)
  if (file === undefined) return undefined
  if (whyNotId(id) !== undefined) throw damaged(path, 'has a name that is not a valid id')
  const document = openYaml(file.bytes, path)
  versionOf(document.data(), versions(path))
  return parseWith(kind.schema, document.data(), { path, lineOf: field => document.lineOf(field) }) as Card<K>
}

function versions(path: string) {
  return { path, current: SCHEMA, absent: SCHEMA }
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
