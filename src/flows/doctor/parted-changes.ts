import path from 'node:path'
import { CHANGES, HISTORY, printChange } from '../../changes/record/change-files.ts'
import { freeId } from '../../changes/record/free-id.ts'
import { idsInOtherWorktrees } from '../../changes/record/other-worktrees.ts'
import { mergeSides } from '../../store/documents/merge-sides.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { type ChangeSide, sidesOf } from './merged-change.ts'

/** Two changes that two branches began under one id, as titles without Latin letters do: the older one first. */
export function partedChanges(damaged: Buffer, target: string): readonly [ChangeSide, ChangeSide] | undefined {
  const [one, other] = sidesOf(damaged, target)
  if (one === undefined || other === undefined || !areTwo(one, other)) return undefined
  return one.change.created_at < other.change.created_at ? [one, other] : [other, one]
}

/** What was begun at two times is one change only where both say that it is about the same. */
function areTwo({ change: one }: ChangeSide, { change: other }: ChangeSide): boolean {
  return one.created_at !== other.created_at && one.description !== other.description
}

/** The older one keeps the folder; the newer one gets an id and a folder of its own, with its texts. */
export function partChanges(call: Call, tx: Transaction, target: string): string | undefined {
  const damaged = tx.read(target)?.bytes
  const parted = damaged === undefined ? undefined : partedChanges(damaged, target)
  if (damaged === undefined || parted === undefined) return undefined
  const [older, newer] = parted
  const from = path.posix.dirname(target)
  const taken = new Set([...tx.list(CHANGES), ...tx.list(HISTORY), ...idsInOtherWorktrees(call)])
  const id = freeId(newer.change.description, taken)
  const to = `${path.posix.dirname(from)}/${id}`
  const kept = call.store.keep(target, damaged)
  for (const file of textsIn(tx, from)) partText(call, tx, { parted, from, to, file })
  tx.write(target, older.text)
  const moved = printChange({ ...newer.change, id }, Buffer.from(newer.text), target)
  tx.emit('change', id, tx.create(`${to}/change.json`, moved))
  tx.emit('change', older.change.id)
  tx.enqueue('change.archived', { change: older.change.id, started: newer.change.created_at, from, to })
  tx.describe(`parted two changes that had the id ${older.change.id}; the newer one is ${id} now`)
  return `${target} held two changes: "${older.change.description}" keeps the id ${older.change.id}, "${newer.change.description}" is ${id} now (${to}); the damaged text is in ${kept}`
}

function textsIn(tx: Transaction, folder: string): string[] {
  const decisions = tx.list(`${folder}/adrs`).map(name => `adrs/${name}`)
  return [...tx.list(folder), ...decisions].filter(name => name.endsWith('.md'))
}

interface Parting {
  readonly parted: readonly [ChangeSide, ChangeSide]
  readonly from: string
  readonly to: string
  readonly file: string
}

/** A text that both wrote is in both; a text of one of them goes with it. */
function partText(call: Call, tx: Transaction, { parted: [older, newer], from, to, file }: Parting): void {
  const bytes = tx.read(`${from}/${file}`)?.bytes
  if (bytes === undefined) return
  const text = bytes.toString('utf8')
  const sides = mergeSides(text)
  const of = (side: ChangeSide) => sides?.[side.index] ?? text
  const isNewer = sides !== undefined || isTextOf(newer, file)
  const isOlder = sides !== undefined || isTextOf(older, file) || !isNewer
  if (sides !== undefined) call.store.keep(`${from}/${file}`, bytes)
  if (isNewer) tx.create(`${to}/${file}`, ownLink(of(newer), { file, id: path.posix.basename(to) }))
  if (!isOlder) tx.remove(`${from}/${file}`)
  else if (sides !== undefined) tx.write(`${from}/${file}`, of(older))
}

/** A stage that is done has its text, and so has one that was reopened. */
function isTextOf({ change }: ChangeSide, file: string): boolean {
  const name = path.posix.basename(file, '.md')
  if (file.startsWith('adrs/')) return change.adrs.includes(name)
  return change.stages.some(stage => stage.name === name && stage.status !== 'pending' && hasText(change, stage))
}

function hasText(
  { reopened = [] }: ChangeSide['change'],
  { name, status }: ChangeSide['change']['stages'][0],
): boolean {
  return status === 'completed' || reopened.some(({ stage }) => stage === name)
}

/** A decision names the change to which it belongs. */
function ownLink(text: string, { file, id }: { file: string; id: string }): string {
  return file.startsWith('adrs/') ? text.replace(/^- \*\*Change:\*\* .+$/m, `- **Change:** ${id}`) : text
}
