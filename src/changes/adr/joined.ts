import { mergeSides } from '../../store/documents/merge-sides.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { readChangeFolder } from '../record/change-files.ts'
import { putChange } from '../record/put-change.ts'
import { type AdrHead, adrHeadOf, adrLinksIn, createdAt, isSameAdrTitle, renameLink } from './document.ts'

/** Two branches gave one number to two decisions, and a merge left both in one file. */
export interface Joined {
  readonly older: Side
  readonly newer: Side
}

interface Side {
  /** Which branch it is from. */
  readonly index: number
  readonly text: string
  readonly head: AdrHead
}

/** Both decisions of such a file, where each is whole and in our form; nothing where one decision was edited twice. */
export function joinedAt(path: string, text: string): Joined | undefined {
  const sides = (mergeSides(text) ?? []).flatMap((side, index) => {
    const head = adrHeadOf(path, side)
    return head === undefined || head.foreign === true ? [] : [{ index, text: side, head }]
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
  relinkJoined(tx, { folder, side: newer, to })
  tx.emit('adr', to)
  return { ...newer.head, path: `${folder}/${to}.md` }
}

/** What replaced it on its own branch may be in such a file too: that side names it by its new number. */
function relinkJoined(tx: Transaction, { folder, side, to }: { folder: string; side: Side; to: string }): void {
  const { superseded_by } = adrLinksIn(side.text)
  const path = `${folder}/${superseded_by}.md`
  const joined = superseded_by === undefined ? undefined : joinedAt(path, tx.read(path)?.bytes.toString('utf8') ?? '')
  if (joined === undefined) return
  const sides = [joined.older, joined.newer].sort((one, other) => one.index - other.index)
  const [ours = '', theirs = ''] = sides.map(({ index, text }) =>
    index === side.index ? renameLink(text, 'Supersedes', { from: side.head.id, to }) : text,
  )
  tx.write(path, `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`)
}
