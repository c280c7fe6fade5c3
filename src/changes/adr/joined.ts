import { mergeSides } from '../../store/documents/merge-sides.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { readChangeFolder } from '../record/change-files.ts'
import { putChange } from '../record/put-change.ts'
import { type AdrHead, adrHeadOf, createdAt, isSameAdrTitle } from './document.ts'

/** Two branches gave one number to two decisions, and a merge left both in one file. */
export interface Joined {
  readonly older: Side
  readonly newer: Side
}

interface Side {
  readonly text: string
  readonly head: AdrHead
}

/** Both decisions of such a file, where each is whole and in our form; nothing where one decision was edited twice. */
export function joinedAt(path: string, text: string): Joined | undefined {
  const sides = (mergeSides(text) ?? []).flatMap(side => {
    const head = adrHeadOf(path, side)
    return head === undefined || head.foreign === true ? [] : [{ text: side, head }]
  })
  const [older, newer] = sides.sort((one, other) =>
    (createdAt(one.text) ?? '') < (createdAt(other.text) ?? '') ? -1 : 1,
  )
  if (older === undefined || newer === undefined || isSameAdrTitle(older.head.title, newer.head.title)) return undefined
  return { older, newer }
}

/** The older one keeps the file; the newer one gets a file of its own. The text with the markers is kept aside. */
export function divide(call: Call, tx: Transaction, { path, to }: { path: string; to: string }): AdrHead | undefined {
  const bytes = tx.read(path)?.bytes
  const joined = bytes === undefined ? undefined : joinedAt(path, bytes.toString('utf8'))
  if (bytes === undefined || joined === undefined) return undefined
  const { older, newer } = joined
  call.store.keep(path, bytes)
  tx.write(path, older.text)
  const folder = path.slice(0, path.lastIndexOf('/'))
  tx.create(`${folder}/${to}.md`, newer.text.replace(`# ${newer.head.id}: `, `# ${to}: `))
  for (const kept of readChangeFolder(tx, { history: true }).kept.filter(each => path.startsWith(`${each.folder}/`)))
    putChange(tx, { ...kept, change: { ...kept.change, adrs: [...new Set([...kept.change.adrs, to])] } })
  tx.emit('adr', to)
  return { ...newer.head, path: `${folder}/${to}.md` }
}
