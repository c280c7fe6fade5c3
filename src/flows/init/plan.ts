import { isDeepStrictEqual } from 'node:util'
import { unifiedDiff } from '../../store/diff.ts'
import { readBlock, removeBlock, writeBlock } from '../../store/documents/blocks.ts'
import { openJson } from '../../store/documents/json.ts'
import type { PlannedChange } from '../model.ts'
import type { Contribution } from './contributions.ts'

/** A file as it is and as it shall be; nothing stands for no file. */
export interface FilePlan {
  readonly change: PlannedChange
  readonly after: string | undefined
}

/** What installing or uninstalling a contribution makes of a file's text. Doing it twice changes nothing. */
export function planFile(contribution: Contribution, before: string | undefined, uninstall: boolean): FilePlan {
  const { file, note } = contribution
  const kept = uninstall && isEdited(contribution, before)
  const edited = kept ? before : uninstall ? without(contribution, before) : withIt(contribution, before ?? '')
  const after = edited === undefined || isBare(edited) ? undefined : edited
  const diff = unifiedDiff(before ?? '', after ?? '', file)
  return { change: { path: file, change: kept ? 'kept' : changeOf(before, after), note, diff }, after }
}

function withIt(contribution: Contribution, before: string): string {
  if (contribution.kind === 'block')
    return writeBlock(before, contribution.name, { path: contribution.file, body: contribution.text })
  const document = openJson(before === '' ? '{}\n' : before, contribution.file)
  document.set(contribution.path, contribution.value)
  return document.print()
}

function without(contribution: Contribution, before: string | undefined): string | undefined {
  if (before === undefined) return undefined
  if (contribution.kind === 'block') return removeBlock(before, contribution.name, contribution.file)
  const document = openJson(before, contribution.file)
  document.remove(contribution.path)
  const [parent = ''] = contribution.path
  const left = (document.data() as Record<string, unknown>)[parent]
  if (left !== null && typeof left === 'object' && Object.keys(left).length === 0) document.remove([parent])
  return document.print()
}

/** What the user changed inside our part is theirs: uninstall leaves it. */
function isEdited(contribution: Contribution, before: string | undefined): boolean {
  if (before === undefined) return false
  if (contribution.kind === 'block') {
    const block = readBlock(before, contribution.name, contribution.file)
    return block !== undefined && block.trim() !== contribution.text.trim()
  }
  const data = openJson(before, contribution.file).data()
  const value = contribution.path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], data)
  return value !== undefined && !isDeepStrictEqual(JSON.parse(JSON.stringify(value)), contribution.value)
}

function isBare(text: string): boolean {
  return text.trim() === '' || text.trim() === '{}'
}

function changeOf(before: string | undefined, after: string | undefined): PlannedChange['change'] {
  if (before === after) return 'unchanged'
  if (before === undefined) return 'create'
  return after === undefined ? 'remove' : 'update'
}
