import type { Purpose } from '../model.ts'

/** A passage that words led to. */
export interface Passage {
  readonly id: number
  readonly score: number
  readonly path: string
  readonly symbols: readonly string[]
}

/** What was measured on questions about real packages; see `bench/ask`. */
export const WEIGHTS = {
  /** A symbol that the question names is defined here. */
  namedSymbol: 0.3,
  /** The question names this file. */
  namedPath: 0.5,
  /** What each further passage of a file counts beside the one before it. */
  further: 0.5,
  mostFurther: 5,
  /** What the folder of a file counts: where one file answers, its neighbours belong to the answer. */
  folder: 0.2,
  /** What tests, docs and changelogs count where code to change is sought. */
  besides: 0.5,
  /** What records of work count where the question is not about them: a card tells of code in the words of a question. */
  records: 0.2,
}

/**
 * Files by all that their passages say, and the best passage of each before the second of any: a few citations then
 * cover several files.
 */
export function orderPassages(
  passages: readonly Passage[],
  { question, purpose }: { question: string; purpose: Purpose },
  weights = WEIGHTS,
): Passage[] {
  const names = namesIn(question)
  const aboutRecords = ABOUT_RECORDS.test(question)
  const bent = passages.map(passage => ({
    ...passage,
    score: passage.score * bend(passage, { names, purpose, weights, aboutRecords }),
  }))
  const files = [...byPath(bent)].map(([path, list]) => ({ path, list, score: halved(list, weights) }))
  const folders = folderScores(files, weights)
  const ranked = files
    .map(file => ({ ...file, score: file.score + weights.folder * (folders.get(folderOf(file.path)) ?? 0) }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
  return inTurns(ranked)
}

interface Names {
  readonly symbols: ReadonlySet<string>
  readonly paths: readonly string[]
}

/** What is written like an identifier or a path rather than like a word. */
export function namesIn(question: string): Names {
  const marked = [...question.matchAll(/`([^`]+)`/g)].flatMap(
    ([, text = '']) => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [],
  )
  const words = question.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []
  const symbols = new Set([...marked, ...words.filter(word => /[\p{Lu}_$\d]/u.test(word))])
  const paths = (question.match(/[\p{L}\p{N}_@.-]*(?:[/.][\p{L}\p{N}_@-]+)+/gu) ?? []).map(path =>
    path.replace(/^\.?\//, ''),
  )
  return { symbols, paths: paths.filter(path => /\.\w+$|\//.test(path)) }
}

interface Bending {
  readonly names: Names
  readonly purpose: Purpose
  readonly weights: typeof WEIGHTS
  readonly aboutRecords: boolean
}

function bend({ path, symbols }: Passage, { names, purpose, weights, aboutRecords }: Bending): number {
  const named = symbols.some(symbol => symbol.split(/[.:#]+/).some(part => names.symbols.has(part)))
  const pathNamed = names.paths.some(name => path === name || path.endsWith(`/${name}`) || path.startsWith(`${name}/`))
  return (
    (1 + (named ? weights.namedSymbol : 0) + (pathNamed ? weights.namedPath : 0)) *
    (purpose === 'change' && isBeside(path) ? weights.besides : 1) *
    (isRecord(path) && !aboutRecords && !pathNamed ? weights.records : 1)
  )
}

/** What Furrow keeps of work itself: changes, cards, runs, settings. Specs and decisions explain, and are none. */
const RECORD = /^(?:\.sdlc|\.sow)\/|^sdd\/(?:changes\/|.*\.(?:ya?ml|jsonl?)$)/

export function isRecord(path: string): boolean {
  return RECORD.test(path)
}

const ABOUT_RECORDS =
  /\b(?:changes?|proposals?|specs?|requirements?|designs?|tasks?|features?|milestones?|ponders?|roadmap|board|cards?|backlog|plans?|planned|decisions?|decided|status|progress|work(?:ing|ed)? on|to-?do|stages?|explorations?|escalations?|releases?|\.?sdlc|sdd|sow)\b/i

const BESIDE =
  /(?:^|\/)(?:tests?|__tests__|specs?|docs?|examples?|fixtures?|testdata|benchmarks?)\/|(?:^|\/)(?:test_[^/]*|[^/]*[._-](?:test|spec)s?\.\w+|[^/]*_test\.\w+|(?:changelog|changes|history|news|readme|release[-_]?notes)[^/]*)$|\.(?:md|rst|txt|adoc)$/i

/** Tests, documents, changelogs: where a thing is told or tried, and seldom where it is made. */
export function isBeside(path: string): boolean {
  return BESIDE.test(path)
}

function byPath(passages: readonly Passage[]): Map<string, Passage[]> {
  const files = new Map<string, Passage[]>()
  for (const passage of passages) files.set(passage.path, [...(files.get(passage.path) ?? []), passage])
  for (const list of files.values()) list.sort((a, b) => b.score - a.score || a.id - b.id)
  return files
}

function halved(list: readonly { readonly score: number }[], { further, mostFurther }: typeof WEIGHTS): number {
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
  return new Map([...folders].map(([folder, list]) => [folder, halved(list, weights)]))
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function inTurns(files: readonly { readonly list: readonly Passage[] }[]): Passage[] {
  const most = Math.max(0, ...files.map(({ list }) => list.length))
  return Array.from({ length: most }, (_, turn) => turn).flatMap(turn =>
    files.flatMap(({ list }) => (list[turn] === undefined ? [] : [list[turn]])),
  )
}
