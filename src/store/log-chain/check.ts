import type { Database } from '../database/sqlite.ts'
import { type ChainHead, guardedHeadFileOf, headFileOf, readHead } from './head.ts'
import { type ChainLine, type ChainLink, chainLinesOf, lineHash, linksOf, startHash } from './link.ts'

export interface LogCheck {
  readonly entries: number
  /** Of a chain that began when there were entries already: when, and why. */
  readonly start?: { readonly at: number; readonly why: string }
  /** Each a sentence about entries that are not as they were logged. */
  readonly damage: readonly string[]
}

/** Compares every entry of the log with its chain, and the end of the chain with the head that was noted beside it. */
export function checkLog(state: Database, stateFile: string): LogCheck {
  // Before the chain is read: others go on writing, and the head is never ahead of them.
  const head = readHead(headFileOf(stateFile))
  const guarded = readHead(guardedHeadFileOf(stateFile))
  state.exec('BEGIN')
  try {
    const [links, lines] = [linksOf(state), chainLinesOf(state)]
    const first = links[0]
    return {
      entries: lines.length,
      ...(first?.n === 0 && { start: { at: first.at, why: first.name } }),
      damage: [
        ...compareLines(state, links, lines),
        ...new Set([
          ...compareHead(links, head, headFileOf(stateFile)),
          ...(guarded === undefined ? [] : compareHead(links, guarded, guardedHeadFileOf(stateFile))),
        ]),
      ],
    }
  } finally {
    state.exec('ROLLBACK')
  }
}

function compareLines(state: Database, links: readonly ChainLink[], lines: readonly ChainLine[]): string[] {
  const byId = new Map(lines.map(line => [line.id, line]))
  const chained = new Set(links.map(({ id }) => id))
  return [
    ...links.flatMap((link, index) => [
      ...whyNotAfter(links[index - 1], link),
      ...whyNotItself(state, link, byId.get(link.id)),
    ]),
    ...lines.flatMap(line => [
      ...(chained.has(line.id)
        ? []
        : [`Entry ${nameOf(line)} was added to the log, but not by this version of Furrow.`]),
      ...whyNotUndone(line, byId),
    ]),
  ]
}

function whyNotAfter(last: ChainLink | undefined, link: ChainLink): string[] {
  if (last === undefined)
    return link.previous === '' ? [] : [`What came before ${nameOf(link)} is missing from the log.`]
  const gap = link.n - last.n - 1
  if (gap > 0) return [`${countOf(gap)} missing from the log between ${nameOf(last)} and ${nameOf(link)}.`]
  return link.previous === last.hash ? [] : [`Entry ${nameOf(link)} was not logged after ${nameOf(last)}.`]
}

function whyNotItself(state: Database, link: ChainLink, line: ChainLine | undefined): string[] {
  if (link.n === 0) return link.hash === startHash(link) ? [] : ['The start of the chain was changed afterwards.']
  if (line === undefined) return [`Entry ${nameOf(link)} is missing from the log.`]
  const isSame = line.name === link.name && line.at === link.at && lineHash(state, line, link) === link.hash
  return isSame ? [] : [`Entry ${nameOf(line)} was changed after it was logged.`]
}

/** The mark of an entry that was undone is not in its hash: it has to agree with the entry of the undo. */
function whyNotUndone(line: ChainLine, byId: ReadonlyMap<string, ChainLine>): string[] {
  const undone = line.undoes === null ? undefined : byId.get(line.undoes)
  const hidden = undone?.undone_by === null ? [undone] : []
  const isForged = line.undone_by !== null && byId.get(line.undone_by)?.undoes !== line.id
  return [...hidden, ...(isForged ? [line] : [])].map(
    marked => `Entry ${nameOf(marked)}: the mark that it was undone was changed afterwards.`,
  )
}

function compareHead(links: readonly ChainLink[], head: ChainHead | undefined, file: string): string[] {
  const last = links.at(-1)
  // The first entry may be there before its head.
  const since = links.filter(({ n, at }) => n > 0 && (links[0]?.n !== 0 || at > links[0].at))
  if (head === undefined)
    return since.length > 1 ? [`${file} is missing: the end of the log cannot be compared with it.`] : []
  const found = links.find(({ n }) => n === head.n)
  if (found?.hash === head.hash) return []
  if (found?.id === head.id) return [`The chain was calculated again, up to ${nameOf(head)}.`]
  if (found !== undefined) return [`Entry ${nameOf(head)} is missing from the log; ${nameOf(found)} is at its place.`]
  const cut = head.n - (last?.n ?? 0)
  return cut > 0 ? [`${countOf(cut)} missing at the end of the log, up to ${nameOf(head)}.`] : []
}

function countOf(n: number): string {
  return n === 1 ? '1 entry is' : `${n} entries are`
}

function nameOf(
  entry: Pick<ChainLine, 'id' | 'name' | 'at'> & { readonly summary?: string | null; n?: number },
): string {
  const time = new Date(entry.at).toISOString().slice(0, 19).replace('T', ' ')
  if (entry.n === 0) return `the start of the chain (${time})`
  const what = entry.summary === undefined || entry.summary === null ? entry.name : `${entry.name}: ${entry.summary}`
  return `${entry.id} (${time}, ${what})`
}
