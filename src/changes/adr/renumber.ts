import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { readChangeFolder } from '../record/change-files.ts'
import { putChange } from '../record/put-change.ts'
import { adrDirectory } from './directory.ts'
import { type AdrHead, adrLinksIn, createdAt, nextAdrNumber, renameLink } from './document.ts'
import { followFiles } from './follow-files.ts'
import { fileNames, headsIn } from './heads.ts'
import { divide } from './joined.ts'
import { namesInOtherWorktrees } from './worktrees.ts'

/** Two branches can each give the same number; a merge brings both files together. */
export interface SharedNumber {
  readonly id: string
  readonly heads: readonly AdrHead[]
}

export function sharedNumbers(heads: readonly AdrHead[]): SharedNumber[] {
  const ids = [...new Set(heads.map(({ id }) => id))].sort()
  return ids
    .map(id => ({ id, heads: heads.filter(head => head.id === id) }))
    .filter(({ heads: same }) => same.length > 1)
}

export interface Renumbered {
  readonly from: string
  readonly to: string
  readonly title: string
  readonly path: string
}

/** The oldest file of a number keeps it; every other one of ours gets the next free number, with what links to it. */
export async function renumberShared(call: Call, id: string): Promise<Renumbered[]> {
  let written: string[] = []
  // One repair gives several numbers, and each of them can be undone by itself.
  const own = { ...call, operationId: `${call.operationId}-${id}` }
  const done = await call.store.transact(own, tx => {
    const directory = adrDirectory(call)
    const made: Renumbered[] = []
    const taken = [...fileNames(tx, directory), ...namesInOtherWorktrees(call)]
    const next = () => nextAdrNumber(headsIn(tx, directory), [...taken, ...made.map(each => `${each.to}.md`)])
    for (const path of new Set(headsIn(tx, directory).flatMap(head => (head.id === id ? [head.path] : [])))) {
      const to = next()
      const head = divide(call, tx, { path, to })
      if (head === undefined) continue
      made.push({ from: id, to, title: head.title, path: head.path })
      relink(tx, { head, to, heads: headsIn(tx, directory) })
    }
    for (const head of newerOf(tx, headsIn(tx, directory), id))
      made.push(renumber(tx, { head, to: next(), heads: headsIn(tx, directory) }))
    written = [...tx.plan.changes.values()].map(({ path }) => path)
    tx.describe(`gave new numbers to decisions: ${made.map(({ from, to }) => `${from} is ${to} now`).join(', ')}`)
    return made
  })
  await followFiles(call, written)
  return done
}

/** All but the oldest; a file in a form of its own keeps its number, because nobody but its author rewrites it. */
function newerOf(tx: Transaction, heads: readonly AdrHead[], id: string): AdrHead[] {
  const same = heads.filter(head => head.id === id)
  const age = (head: AdrHead) => (head.foreign === true ? '' : (createdAt(textOf(tx, head)) ?? '~'))
  const [, ...newer] = same.sort((a, b) => (age(a) < age(b) || (age(a) === age(b) && a.path < b.path) ? -1 : 1))
  return newer.filter(({ foreign }) => foreign === undefined)
}

interface Renumbering {
  readonly head: AdrHead
  readonly to: string
  readonly heads: readonly AdrHead[]
}

function renumber(tx: Transaction, { head, to, heads }: Renumbering): Renumbered {
  const text = textOf(tx, head)
  const path = `${folderOf(head.path)}/${to}.md`
  tx.create(path, text.replace(`# ${head.id}: `, `# ${to}: `))
  tx.remove(head.path)
  relink(tx, { head: { ...head, path }, to, heads })
  for (const kept of readChangeFolder(tx, { history: true }).kept.filter(({ folder }) => path.startsWith(`${folder}/`)))
    putChange(tx, {
      ...kept,
      change: { ...kept.change, adrs: kept.change.adrs.map(each => (each === head.id ? to : each)) },
    })
  tx.emit('adr', to)
  return { from: head.id, to, title: head.title, path }
}

/** The decision that it replaced, and the one that replaced it, name it by its new number. */
function relink(tx: Transaction, renumbering: Renumbering): void {
  relinkReplaced(tx, renumbering)
  relinkSuccessor(tx, renumbering)
}

/** Another decision that keeps the number may be the one that replaced it. */
function relinkReplaced(tx: Transaction, { head, to, heads }: Renumbering): void {
  const { supersedes } = adrLinksIn(textOf(tx, head))
  const isOthers = heads.some(
    other => other.id === head.id && other.path !== head.path && supersedesIn(tx, other) === supersedes,
  )
  if (isOthers) return
  for (const other of heads.filter(({ id }) => id === supersedes))
    rewriteLink(tx, other, 'Superseded by', { from: head.id, to })
}

/** Another branch may have a successor of that number too: the one beside it is meant. */
function relinkSuccessor(tx: Transaction, { head, to, heads }: Renumbering): void {
  const by = adrLinksIn(textOf(tx, head)).superseded_by
  const found = heads.filter(other => other.id === by && supersedesIn(tx, other) === head.id)
  const beside = found.filter(({ path }) => folderOf(path) === folderOf(head.path))
  const [successor, second] = beside.length === 0 ? found : beside
  if (successor !== undefined && second === undefined) rewriteLink(tx, successor, 'Supersedes', { from: head.id, to })
}

function rewriteLink(
  tx: Transaction,
  { path }: AdrHead,
  link: 'Supersedes' | 'Superseded by',
  change: { from: string; to: string },
): void {
  const text = textOf(tx, { path })
  const next = renameLink(text, link, change)
  if (next !== text) tx.write(path, next)
}

function supersedesIn(tx: Transaction, head: AdrHead): string | undefined {
  return adrLinksIn(textOf(tx, head)).supersedes
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function textOf(tx: Transaction, { path }: Pick<AdrHead, 'path'>): string {
  return tx.read(path)?.bytes.toString('utf8') ?? ''
}
