import type { Purpose } from '../model.ts'
import { isAboutRecords, isRecord, kindFactor } from './file-kinds.ts'
import { identifiersIn, isNamedPath, isNamedSymbol, type Names } from './names.ts'

/** A passage that words led to. */
export interface Passage {
  readonly id: number
  readonly score: number
  readonly path: string
  readonly symbols: readonly string[]
  /** It opens a file of code before any symbol: a licence, imports, re-exports. */
  readonly isHead?: boolean
}

/** What each is worth is in the table of `npm run bench -- ask`, measured on repositories that none was chosen on. */
export const WEIGHTS = {
  /** A symbol that the question names is defined here. */
  namedSymbol: 0.8,
  /** The same where the question is who calls it. */
  callers: -0.6,
  /** The question names this file. */
  namedPath: 1,
  /** What the head of a file counts. */
  head: 0.6,
  /** What each further passage of a file counts beside the one before it. */
  further: 0.6,
  mostFurther: 6,
  /** What the folder of a file counts: where one file answers, its neighbours belong to the answer. */
  folder: 0.15,
  /** What a second citation of a file counts beside its first, and a third beside the second. */
  again: 0.9,
  mostCited: 3,
  /** What records of work count where the question is not about them: a card tells of code in the words of a question. */
  records: 0.2,
  /** What a file counts more that the thread has cited before. */
  cited: 0.3,
}

export interface Ordering {
  readonly question: string
  readonly purpose: Purpose
  readonly names?: Names
  /** Files that the thread is about. */
  readonly cited?: ReadonlySet<string>
}

/**
 * Passages by what they say and by what their whole files say: one file clearly ahead is cited up to three times before
 * others are, each time for less.
 */
export function orderPassages(passages: readonly Passage[], ordering: Ordering, weights = WEIGHTS): Passage[] {
  const bent = boostPassages(passages, ordering, weights)
  const files = [...byPath(bent)].map(([path, list]) => ({ path, list, score: summed(list, weights) }))
  const folders = folderScores(files, weights)
  const cited = files.flatMap(({ path, list, score }) => {
    const best = list[0]?.score || 1
    const whole = score + weights.folder * (folders.get(folderOf(path)) ?? 0)
    return list.map((passage, at) => ({
      passage: { ...passage, score: whole * (passage.score / best) * weights.again ** at },
      isMore: at >= weights.mostCited,
    }))
  })
  return cited
    .sort((a, b) => Number(a.isMore) - Number(b.isMore) || b.passage.score - a.passage.score || byPlace(a, b))
    .map(({ passage }) => passage)
}

function byPlace({ passage: one }: { passage: Passage }, { passage: other }: { passage: Passage }): number {
  return one.path === other.path ? one.id - other.id : one.path < other.path ? -1 : 1
}

const CALLERS =
  /\b(?:who|what|which \w+|where)\b.{0,40}\b(?:calls?|uses?|invokes?|called|used|invoked)\b|\b(?:callers?|usages?|call sites?) (?:of|for)\b/i

function boostPassages(
  passages: readonly Passage[],
  { question, purpose, names, cited }: Ordering,
  weights: typeof WEIGHTS,
) {
  const named = names ?? identifiersIn(question)
  const kind = kindFactor(purpose, question)
  const aboutRecords = isAboutRecords(question)
  const symbolGain = CALLERS.test(question) ? weights.callers : weights.namedSymbol
  const factorOf = ({ path, symbols, isHead }: Passage) => {
    const isNamed = isNamedPath(path, named)
    return (
      (1 + (isNamedSymbol(symbols, named) ? symbolGain : 0) + (isNamed ? weights.namedPath : 0)) *
      (isNamed ? 1 : kind(path)) *
      (isHead === true ? weights.head : 1) *
      (cited?.has(path) === true ? 1 + weights.cited : 1) *
      (isRecord(path) && !aboutRecords && !isNamed ? weights.records : 1)
    )
  }
  return passages.map(passage => ({ ...passage, score: passage.score * factorOf(passage) }))
}

function byPath(passages: readonly Passage[]): Map<string, Passage[]> {
  const files = new Map<string, Passage[]>()
  for (const passage of passages) {
    const list = files.get(passage.path)
    if (list === undefined) files.set(passage.path, [passage])
    else list.push(passage)
  }
  for (const list of files.values()) list.sort((a, b) => b.score - a.score || a.id - b.id)
  return files
}

function summed(list: readonly { readonly score: number }[], { further, mostFurther }: typeof WEIGHTS): number {
  return list.slice(0, mostFurther).reduce((sum, { score }, at) => sum + score * further ** at, 0)
}

function folderScores(
  files: readonly { readonly path: string; readonly score: number }[],
  weights: typeof WEIGHTS,
): Map<string, number> {
  const folders = new Map<string, { score: number }[]>()
  for (const file of [...files].sort((a, b) => b.score - a.score)) {
    const folder = folderOf(file.path)
    folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  return new Map([...folders].map(([folder, list]) => [folder, summed(list, weights)]))
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
