import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { type Remembers, remembers } from '../change-ports.ts'
import { readChangeFolder } from '../record/change-files.ts'
import { putChange } from '../record/put-change.ts'
import { adrDirectory } from './directory.ts'
import { type AdrHead, adrLinksIn, adrTitleKey, createdAt, nextAdrNumber } from './document.ts'
import { fileNames, headsIn } from './heads.ts'
import { divide } from './joined.ts'
import { adrTopic } from './remembered.ts'
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
  const done = await call.store.transact(call, tx => {
    const directory = adrDirectory(call)
    const made: Renumbered[] = []
    const taken = [...fileNames(tx, directory), ...namesInOtherWorktrees(call)]
    const next = () => nextAdrNumber(headsIn(tx, directory), [...taken, ...made.map(each => `${each.to}.md`)])
    for (const path of new Set(headsIn(tx, directory).flatMap(head => (head.id === id ? [head.path] : [])))) {
      const to = next()
      const head = divide(call, tx, { path, to })
      if (head === undefined) continue
      made.push({ from: id, to, title: head.title, path: head.path })
      relinkReplaced(tx, { head, to, heads: headsIn(tx, directory) })
    }
    for (const head of newerOf(tx, headsIn(tx, directory), id))
      made.push(renumber(tx, { head, to: next(), heads: headsIn(tx, directory) }))
    tx.describe(`gave new numbers to decisions: ${made.map(({ from, to }) => `${from} is ${to} now`).join(', ')}`)
    return made
  })
  const memory = await call.port(remembers)
  for (const each of done) await rememberNumber(memory, each)
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
  const path = `${head.path.slice(0, head.path.lastIndexOf('/'))}/${to}.md`
  tx.create(path, text.replace(`# ${head.id}: `, `# ${to}: `))
  tx.remove(head.path)
  relinkReplaced(tx, { head: { ...head, path }, to, heads })
  for (const kept of readChangeFolder(tx, { history: true }).kept.filter(({ folder }) => path.startsWith(`${folder}/`)))
    putChange(tx, {
      ...kept,
      change: { ...kept.change, adrs: kept.change.adrs.map(each => (each === head.id ? to : each)) },
    })
  tx.emit('adr', to)
  return { from: head.id, to, title: head.title, path }
}

function relinkReplaced(tx: Transaction, { head, to, heads }: Renumbering): void {
  const { supersedes } = adrLinksIn(textOf(tx, head))
  for (const other of heads.filter(({ id }) => id === supersedes)) relink(tx, other, { from: head.id, to })
}

/** The decision that it replaced names it as its successor. */
function relink(tx: Transaction, other: AdrHead, { from, to }: { from: string; to: string }): void {
  const text = textOf(tx, other)
  const next = text.replace(`- **Superseded by:** ${from}\n`, `- **Superseded by:** ${to}\n`)
  if (next !== text) tx.write(other.path, next)
}

function textOf(tx: Transaction, { path }: AdrHead): string {
  return tx.read(path)?.bytes.toString('utf8') ?? ''
}

async function rememberNumber(memory: Remembers, { from, to, title }: Renumbered): Promise<void> {
  const topic_key = `${adrTopic(memory)}/${adrTitleKey(title)}`
  const record = (await memory.below(topic_key)).find(each => each.topic_key === topic_key)
  if (record === undefined) return
  await memory.remember({ title, content: record.content.replace(`# ${from}: `, `# ${to}: `), topic_key })
}
