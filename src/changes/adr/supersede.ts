import type { Transaction } from '../../store/journal/transaction.ts'
import { type Adr, type AdrHead, type AdrStatus, adrLinksIn, dropLink, markSuperseded, statusIn } from './document.ts'
import { isArchived } from './heads.ts'
import { cite, type Replaced } from './memory/remembered.ts'
import { type AdrName, headNamed, type RememberedAdr, readAdrName } from './name.ts'
import { noDecision, supersedeEachOther, supersedesItself } from './refusals.ts'

/** A decision that another one replaces: in a file, or in memory alone. */
export interface Replaces {
  /** The number, or the title of one that has none. */
  readonly name: string
  readonly title: string
  readonly text: string
  readonly head: AdrHead | undefined
}

interface SupersededAdr {
  readonly name: AdrName | undefined
  readonly record: RememberedAdr | undefined
}

export function replacedBy(
  tx: Transaction,
  heads: readonly AdrHead[],
  { name, record }: SupersededAdr,
): Replaces | undefined {
  if (name === undefined) return undefined
  const head = headNamed(heads, name, record === undefined ? [] : [record])
  const text = head === undefined ? record?.content : textOf(tx, head)
  const title = head?.title ?? record?.title
  if (text === undefined || title === undefined) throw noDecision(name, 'supersedes')
  return { name: head?.id ?? title, title, text, head }
}

interface Superseding {
  readonly adr: Adr
  readonly replaces: Replaces
}

/** The file of an archived change stays as it is: there, the successor alone says so. */
export function supersede(tx: Transaction, heads: readonly AdrHead[], { adr, replaces }: Superseding): Replaced {
  const { title, id = title } = adr
  const { name, head, text } = replaces
  if (name === id) throw supersedesItself(id)
  if (successorsOf(tx, heads, id).has(name)) throw supersedeEachOther({ id, other: name, title: replaces.title })
  const marked = markSuperseded(text, id)
  const isMarked = head !== undefined && head.foreign === undefined && !isArchived(head)
  if (isMarked) tx.write(head.path, marked)
  return { title: replaces.title, text: marked, files: cite(head?.path, isMarked ? marked : text) }
}

interface Reinstating {
  readonly earlier: string | undefined
  readonly status: AdrStatus | undefined
  /** How links may name it: by its number, or by its title. */
  readonly names: readonly string[]
  /** The successor, where it is in memory. */
  readonly record: RememberedAdr | undefined
}

/** A decision that is valid again is not replaced any more, and its successor does not say so either. */
export function reinstate(
  tx: Transaction,
  heads: readonly AdrHead[],
  { earlier = '', status, names, record }: Reinstating,
): (Replaced & Pick<AdrHead, 'id' | 'status'>) | undefined {
  const by = adrLinksIn(earlier).superseded_by
  if (by === undefined || (status !== 'accepted' && status !== 'proposed') || statusIn(earlier) !== 'superseded')
    return undefined
  const successor = headNamed(heads, readAdrName(by))
  const dropLinks = (text: string) => names.reduce((left, name) => dropLink(left, 'Supersedes', name), text)
  if (successor === undefined) return reinstateRemembered(by, record, dropLinks)
  const text = textOf(tx, successor)
  const without = dropLinks(text)
  const isChanged = without !== text && !isArchived(successor)
  if (isChanged) tx.write(successor.path, without)
  const { id, title, status: standing, path } = successor
  return { id, title, status: standing, text: without, files: cite(path, isChanged ? without : text) }
}

function reinstateRemembered(by: string, record: RememberedAdr | undefined, dropLinks: (text: string) => string) {
  if (record === undefined) return { id: by, title: by, status: 'accepted', text: '', files: [] }
  const { title, content, files = [] } = record
  return { id: title, title, status: statusIn(content), text: dropLinks(content), files }
}

/** Every decision that replaced this one, directly or by way of another. */
function successorsOf(tx: Transaction, heads: readonly AdrHead[], id: string, found = new Set<string>()): Set<string> {
  const head = headNamed(heads, readAdrName(id))
  const next = adrLinksIn(head === undefined ? '' : textOf(tx, head)).superseded_by
  if (next === undefined || found.has(next)) return found
  return successorsOf(tx, heads, next, found.add(next))
}

function textOf(tx: Transaction, { path }: AdrHead): string {
  return tx.read(path)?.bytes.toString('utf8') ?? ''
}
