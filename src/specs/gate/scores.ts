import { type Refused, refuse } from '../../operation/errors.ts'
import { didYouMean } from '../../operation/names/nearest.ts'
import { shell } from '../../shared/shell/shell.ts'
import { DIMENSIONS } from './gate.ts'

const NAMES: readonly string[] = DIMENSIONS.map(({ name }) => name)

/** `target_users:80,security:60`, or an object; whatever is not exactly that is refused, never skipped. */
export function parseScores(
  given: string | Readonly<Record<string, number | string>>,
): Record<string, number> | Refused {
  const pairs =
    typeof given === 'string'
      ? pairsIn(given)
      : Object.entries(given).map(([name, score]) => [name, String(score)] as const)
  const scores: Record<string, number> = {}
  for (const [name, text] of pairs) {
    if (text === undefined) return wrong(`"${name}" is not a pair such as target_users:80`)
    if (!NAMES.includes(name)) return unknown('dimension_scores', name)
    if (Object.hasOwn(scores, name)) return wrong(`${name} has two scores`)
    const score = /^\d{1,3}(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (!(score >= 0 && score <= 100)) return wrong(`${name} has "${text}", which is not a score from 0 to 100`)
    scores[name] = score
  }
  return Object.keys(scores).length === 0 ? wrong('it names no dimension') : scores
}

/** Lines `target_users: FR-001 ...`, or an object. */
export function parseEvidence(
  given: string | Readonly<Record<string, string>> | undefined,
): Record<string, string> | Refused {
  if (given === undefined) return {}
  const entries = typeof given === 'string' ? linesIn(given) : Object.entries(given)
  const odd = entries.find(([name]) => !NAMES.includes(name))
  return odd === undefined ? Object.fromEntries(entries) : unknown('evidence', odd[0])
}

/** The section "Dimension Scores" of a document: `- edge_cases: 80 FR-004 says so`, or pairs with commas. */
export function scoresFromText(text: string): { dimension_scores: string; evidence: Record<string, string> } {
  const lines = text.split('\n').map(line =>
    line
      .replace(/^\s*[-*+]\s+/, '')
      .replaceAll('`', '')
      .trim(),
  )
  const evidence: Record<string, string> = {}
  const pairs = lines.flatMap(line => {
    const [, name, score, words] = SCORED.exec(line) ?? []
    if (name === undefined || words === undefined) return line === '' ? [] : [line]
    evidence[name] = words
    return [`${name}:${score}`]
  })
  return { dimension_scores: pairs.join(','), evidence }
}

/** A score with words behind it. */
const SCORED = /^([\w-]+)\s*:\s*([^\s,]+)[.;:]?\s+[(—–-]?\s*(\S.*)$/

function pairsIn(text: string): (readonly [string, string | undefined])[] {
  return text
    .split(/[,\n]/)
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => {
      const [, name, score] = /^([\w-]+)\s*:\s*(\S+)$/.exec(part) ?? []
      return name === undefined ? ([part, undefined] as const) : ([name, score] as const)
    })
}

function linesIn(text: string): [string, string][] {
  const entries: [string, string][] = []
  for (const line of text.split('\n')) {
    const [, name, words] = /^\s*(?:[-*+]\s+)?[`*]*([a-z_]+)[`*]*\s*:\s*(.+)$/.exec(line) ?? []
    const last = entries.at(-1)
    if (name !== undefined && words !== undefined) entries.push([name, words.trim()])
    else if (last !== undefined && line.trim() !== '') last[1] += ` ${line.trim()}`
    else if (line.trim() !== '') entries.push([line.trim().slice(0, 60), ''])
  }
  return entries
}

function unknown(target: string, name: string): Refused {
  return refuse(
    'usage',
    `${target}: there is no dimension "${name}"; there are ${NAMES.join(', ')}.${didYouMean(name, NAMES)}`,
    {
      target,
      fix: shell`furrow spec clarify`,
    },
  )
}

function wrong(what: string): Refused {
  return refuse(
    'usage',
    `dimension_scores: ${what}. Write target_users:80,security:60, or in a document a line such as "- security: 60 FR-004" for each.`,
    {
      target: 'dimension_scores',
      fix: shell`furrow spec clarify`,
    },
  )
}
