import { isDeepStrictEqual } from 'node:util'
import { unifiedDiff } from '../../shared/diff.ts'
import { readMarkedBlock, removeBlock, writeBlock } from '../../store/documents/markdown/blocks.ts'
import { type Contribution, type FileRoot, programIn, toPlainJson } from './contributions.ts'
import { addIn, putIn, readJsonc, removeIn } from './edit/jsonc.ts'
import { sealed, sealOf } from './edit/marked.ts'
import { dropTable, putTable, readToml, tomlValueAt } from './edit/toml.ts'
import type { PlannedChange } from './model.ts'

/** A file as it shall be; nothing stands for no file. */
export interface FilePlan {
  readonly root: FileRoot
  readonly file: string
  readonly before: string | undefined
  readonly after: string | undefined
  readonly mode?: number
}

export interface InitPlan {
  readonly changes: readonly PlannedChange[]
  readonly files: readonly FilePlan[]
}

type ReadInitFile = (root: FileRoot, file: string) => string | undefined

/** What installing or uninstalling makes of all files. Doing it twice changes nothing; what a person edited stays. */
export function planAll(contributions: readonly Contribution[], read: ReadInitFile, uninstall: boolean): InitPlan {
  const files = new Map<string, FilePlan>()
  const changes = contributions.flatMap(each => {
    const key = `${each.root}\0${each.file}`
    const before = files.has(key) ? files.get(key)?.after : read(each.root, each.file)
    const original = files.has(key) ? files.get(key)?.before : before
    const step = stepFor(each, before, uninstall)
    const mode = each.kind === 'file' && each.mode !== undefined ? { mode: each.mode } : {}
    files.set(key, { root: each.root, file: each.file, before: original, after: step.after, ...mode })
    if (uninstall && step.change === 'unchanged') return []
    const path = shownPath(each)
    return [{ path, change: step.change, note: noteFor(each, step.change), diff: diffOf(before, step.after, path) }]
  })
  return { changes, files: [...files.values()].filter(({ before, after }) => before !== after) }
}

export function shownPath({ root, file }: { root: FileRoot; file: string }): string {
  return { workspace: file, home: `~/${file}`, git: `.git/${file}` }[root]
}

interface FileChangePreview {
  readonly change: PlannedChange['change']
  readonly after: string | undefined
}

function stepFor(each: Contribution, before: string | undefined, uninstall: boolean): FileChangePreview {
  const standing = standingOf(each, before)
  if (standing === 'edited') return { change: 'kept', after: before }
  if (uninstall && standing === 'absent') return { change: 'unchanged', after: before }
  const text = uninstall ? without(each, before ?? '') : withIt(each, before)
  const after = uninstall && isBare(each, text) ? undefined : text
  return { change: changeOf(before, after), after }
}

/** Whether our part is there, as we wrote it, or as somebody has changed it since. */
function standingOf(each: Contribution, before: string | undefined): 'absent' | 'ours' | 'edited' {
  if (before === undefined) return 'absent'
  switch (each.kind) {
    case 'block': {
      const block = readMarkedBlock(before, each.name, each.file)
      if (block === undefined) return 'absent'
      return sealOf(`${block}\n`, 'markdown') === 'ours' ? 'ours' : 'edited'
    }
    case 'file':
      return sealOf(before, each.comment) === 'ours' ? 'ours' : 'edited'
    case 'entry': {
      const value = tomlValueAt(
        each.format === 'toml' ? readToml(before, each.file) : readJsonc(before, each.file),
        each.path,
      )
      return value === undefined ? 'absent' : isOurs(each.value, value) ? 'ours' : 'edited'
    }
    case 'item': {
      const found = itemsIn(before, each).find(({ item }) => JSON.stringify(item).includes(each.command))
      if (found === undefined) return 'absent'
      return isDeepStrictEqual(toPlainJson(found.item), each.value) ? 'ours' : 'edited'
    }
  }
}

function isOurs(ours: Readonly<Record<string, unknown>>, value: unknown): boolean {
  const shape = ours.type === 'local' ? 'local' : ours.type === 'stdio' ? 'stdio' : 'plain'
  return programIn(value, shape) !== undefined
}

function itemsIn(text: string, { path, file }: Contribution & { kind: 'item' }): { index: number; item: unknown }[] {
  const list = tomlValueAt(readJsonc(text, file), path)
  return Array.isArray(list) ? list.map((item: unknown, index) => ({ index, item })) : []
}

function withIt(each: Contribution, before: string | undefined): string {
  switch (each.kind) {
    case 'block':
      return writeBlock(before ?? '', each.name, { path: each.file, body: sealed(each.text, 'markdown') })
    case 'file':
      return each.text
    case 'entry':
      if (each.format === 'toml') return putTable(before ?? '', each, each.value)
      return isDeepStrictEqual(toPlainJson(tomlValueAt(readJsonc(before ?? '', each.file), each.path)), each.value)
        ? (before ?? '')
        : putIn(started(each, before), each, each.value)
    case 'item':
      return standingOf(each, before) === 'ours' ? (before ?? '') : addIn(started(each, before), each, each.value)
  }
}

function started({ scaffold }: { scaffold: object }, before: string | undefined): string {
  return before === undefined || before.trim() === '' ? `${JSON.stringify(scaffold, null, 2)}\n` : before
}

function without(each: Contribution, before: string): string {
  switch (each.kind) {
    case 'block':
      return removeBlock(before, each.name, each.file)
    case 'file':
      return ''
    case 'entry':
      return each.format === 'toml' ? dropTable(before, each) : removeIn(before, each)
    case 'item': {
      const found = itemsIn(before, each).find(({ item }) => JSON.stringify(item).includes(each.command))
      return found === undefined ? before : removeIn(before, { file: each.file, path: [...each.path, found.index] })
    }
  }
}

/** Nothing but what a new file starts with is left. */
function isBare(each: Contribution, text: string): boolean {
  if (text.trim() === '') return true
  const isJson = each.kind === 'item' || (each.kind === 'entry' && each.format === 'json')
  return isJson && text.replace(/\s/g, '') === JSON.stringify(each.scaffold)
}

function changeOf(before: string | undefined, after: string | undefined): PlannedChange['change'] {
  if (before === after) return 'unchanged'
  if (before === undefined) return 'create'
  return after === undefined ? 'remove' : 'update'
}

function noteFor({ kind, note }: Contribution, change: PlannedChange['change']): string {
  if (change !== 'kept') return note
  return kind === 'entry' ? `${note}, in your own way` : `${note}; yours, so it stays`
}

function diffOf(before: string | undefined, after: string | undefined, path: string): string {
  return unifiedDiff(before ?? '', after ?? '', path)
}
