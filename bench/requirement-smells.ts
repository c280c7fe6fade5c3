import { SMELL_RULES, type SmellRule } from '../src/specs/lint/smell-rules.ts'
import { finding, SMELLS } from '../src/specs/lint/smells.ts'
import type { Row } from './row.ts'

export interface Marked {
  readonly text: string
  readonly project: string
  readonly smells: Readonly<Record<string, readonly string[]>>
}

type Finder = (requirement: Marked) => readonly string[]

/** Names that the data has for the same thing. */
const SAME: Readonly<Record<string, string>> = { ambiguous_adv_adj: 'ambiguous_adverb' }

/** Words of several meanings are marked in the data and not looked for. */
export function withoutPolysemy({ smells }: Marked): ReadonlySet<string> {
  return new Set(Object.keys(smells).flatMap(kind => (kind === 'polysemy' ? [] : [SAME[kind] ?? kind])))
}

/** What anybody would write down first: the lists of the literature, one word after the other, without exceptions. */
const PLAIN_LISTS: Readonly<Record<string, string>> = {
  subjective: `easy easily user-friendly simple fast good bad nice intuitive flexible efficient effective adequate
    appropriate suitable reasonable sufficient robust relevant available necessary special certain safe useful normal`,
  ambiguous_adverb: `often sometimes usually typically normally generally frequently rarely approximately almost nearly
    several various many few very quickly slowly soon immediately significantly widely extremely mostly always all each`,
  non_verifiable: `support possible as required high-quality minimize maximize optimize improve secure consistent reliable
    scalable portable compatible real-time enough capable`,
  superlative: 'best worst most least fastest highest lowest greatest smallest largest easiest optimal',
  comparative: 'better worse more less faster slower higher lower greater smaller larger easier',
  vague_pronoun: 'it its they them him her this that these those which another other',
  uncertain_verb: 'may might can could would should',
  negative: 'not cannot no never none without',
}

const PLAIN = Object.entries(PLAIN_LISTS).map(([kind, words]) => {
  const alternatives = words.split(/\s+/).join('|')
  return { kind, pattern: new RegExp(`\\b(?:${alternatives})\\b`, 'i') }
})

export const listedIn: Finder = ({ text }) => PLAIN.flatMap(({ kind, pattern }) => (pattern.test(text) ? [kind] : []))

const FINDERS = new Map(SMELL_RULES.map(rule => [rule, finding(rule)]))

function finds(rule: SmellRule, { text }: Marked): boolean {
  return (FINDERS.get(rule)?.(text).length ?? 0) > 0
}

/** A listed rule is believed in like four findings of which half were right; the documents speak against it or for it. */
const [BELIEVED_RIGHT, BELIEVED] = [2, 4]
/** Half of the F1 that can be hoped for: a rule that is right less often than that lowers it. */
const LEAST_RIGHT = 0.22

/** Whether a rule is worth its false alarms, by some documents. */
function isChosen(rule: SmellRule, by: readonly Marked[]): boolean {
  const found = by.filter(each => finds(rule, each))
  const right = found.filter(each => withoutPolysemy(each).has(rule.kind)).length
  return (right + BELIEVED_RIGHT) / (found.length + BELIEVED) >= LEAST_RIGHT
}

/** Every document is judged by the rules that the other documents choose. */
export function acrossDocuments(all: readonly Marked[]): Finder {
  const documents = [...new Set(all.map(({ project }) => project))]
  const chosen = new Map(
    documents.map(document => {
      const others = all.filter(({ project }) => project !== document)
      return [document, SMELL_RULES.filter(rule => isJudged(rule) && isChosen(rule, others))]
    }),
  )
  return each => (chosen.get(each.project) ?? []).flatMap(rule => (finds(rule, each) ? [rule.kind] : []))
}

/** The data has no marks for these, so it says nothing about them. */
const UNMARKED: ReadonlySet<string> = new Set(['loophole', 'open_ended', 'passive'])

function isJudged({ kind }: SmellRule): boolean {
  return !UNMARKED.has(kind)
}

/** Micro-F1 over kinds and requirements, and F1 of whether a requirement has any of them. */
export function scoreRows(what: string, all: readonly Marked[], finders: Readonly<Record<string, Finder>>): Row[] {
  const [[, base] = ['', listedIn]] = Object.entries(finders)
  return Object.entries(finders).flatMap(([name, find]) => [
    row(`${what}, ${name}: micro-F1`, microF1(all, find), microF1(all, base)),
    row(`${what}, ${name}: any-F1`, anyF1(all, find), anyF1(all, base)),
  ])
}

function row(what: string, figure: number, base: number): Row {
  return { what, figure: 100 * figure, unit: '%', base: 100 * base, ratio: figure / base }
}

const KINDS: ReadonlySet<string> = new Set(SMELLS.map(({ kind }) => kind).filter(kind => !UNMARKED.has(kind)))

function microF1(all: readonly Marked[], find: Finder): number {
  let [right, found, marked] = [0, 0, 0]
  for (const each of all) {
    const [mine, gold] = [new Set(find(each).filter(kind => KINDS.has(kind))), withoutPolysemy(each)]
    right += [...mine].filter(kind => gold.has(kind)).length
    found += mine.size
    marked += gold.size
  }
  return (2 * right) / (found + marked)
}

function anyF1(all: readonly Marked[], find: Finder): number {
  const isFound = (each: Marked) => find(each).some(kind => KINDS.has(kind))
  const isMarked = (each: Marked) => withoutPolysemy(each).size > 0
  const right = all.filter(each => isFound(each) && isMarked(each)).length
  return (2 * right) / (all.filter(isFound).length + all.filter(isMarked).length)
}

/** Rules that all documents together would not choose as they ship. */
export function ruleRows(all: readonly Marked[]): Row[] {
  const judged = SMELL_RULES.filter(isJudged)
  const otherwise = judged.filter(rule => isChosen(rule, all) !== (rule.unused === undefined))
  return otherwise.map(rule => {
    const found = all.filter(each => finds(rule, each))
    const right = found.filter(each => withoutPolysemy(each).has(rule.kind)).length
    const ships = rule.unused === undefined ? 'used' : 'not used'
    return {
      what: `rule ${rule.kind} "${rule.words.slice(0, 30)}" is ${ships} and the data says otherwise: right (of ${found.length})`,
      figure: right,
      unit: '',
    }
  })
}
