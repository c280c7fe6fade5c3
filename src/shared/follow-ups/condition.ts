import type { PathSegment } from './path.ts'
import { type Comparison, conditionWordsOf, type Unreadable, type Word } from './words.ts'

export type Condition =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'path'; readonly steps: readonly PathSegment[] }
  | { readonly kind: 'compare'; readonly by: Comparison; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'and' | 'or'; readonly all: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }

const MOST_CHARACTERS = 2000
const DEEPEST = 32

/**
 * `$.ok == false and ($.data.failed > 0 or not $.data.names contains "main")`
 *
 * any      = all { "or" all }         compared = one [ ( == != <= >= < > contains ) one ]
 * all      = negated { "and" negated }     one = "(" any ")" | path | text | number | true | false | null
 * negated  = "not" negated | compared     path = "$" { .name | [0] | ["name"] }
 */
export function parseCondition(text: string): Condition | Unreadable {
  if (text.length > MOST_CHARACTERS) return { problem: `is longer than ${MOST_CHARACTERS} characters`, at: 0 }
  const words = conditionWordsOf(text)
  if (!Array.isArray(words)) return words
  const reader = new ConditionReader(words, text.length)
  const condition = reader.any(0)
  if ('problem' in condition) return condition
  return reader.next === undefined ? condition : { problem: 'says more than one condition', at: reader.next.at }
}

/** What is wrong with a condition, for whoever wrote it. */
export function whyNotCondition(text: string): string | undefined {
  const parsed = parseCondition(text)
  return 'problem' in parsed ? `${parsed.problem} (character ${parsed.at + 1})` : undefined
}

/** Every path that a condition asks for. */
export function pathsIn(condition: Condition): (readonly PathSegment[])[] {
  switch (condition.kind) {
    case 'value':
      return []
    case 'path':
      return [condition.steps]
    case 'compare':
      return [...pathsIn(condition.left), ...pathsIn(condition.right)]
    case 'not':
      return pathsIn(condition.of)
    default:
      return condition.all.flatMap(pathsIn)
  }
}

class ConditionReader {
  readonly #words: readonly Word[]
  readonly #length: number
  #place = 0

  constructor(words: readonly Word[], length: number) {
    this.#words = words
    this.#length = length
  }

  get next(): Word | undefined {
    return this.#words[this.#place]
  }

  any(depth: number): Condition | Unreadable {
    return this.#joined('or', () => this.#joined('and', () => this.#negated(depth)))
  }

  #joined(by: 'and' | 'or', part: () => Condition | Unreadable): Condition | Unreadable {
    const first = part()
    if ('problem' in first) return first
    const all = [first]
    while (this.#takes('join', by)) {
      const more = part()
      if ('problem' in more) return more
      all.push(more)
    }
    return all.length === 1 ? first : { kind: by, all }
  }

  #negated(depth: number): Condition | Unreadable {
    let negations = 0
    while (this.#takes('join', 'not')) negations += 1
    const compared = this.#compared(depth)
    return negations % 2 === 0 || 'problem' in compared ? truthOf(compared, negations) : { kind: 'not', of: compared }
  }

  #compared(depth: number): Condition | Unreadable {
    const left = this.#one(depth)
    const word = this.next
    if ('problem' in left || word?.kind !== 'compare') return left
    this.#place += 1
    const right = this.#one(depth)
    return 'problem' in right ? right : { kind: 'compare', by: word.by, left, right }
  }

  #one(depth: number): Condition | Unreadable {
    const word = this.next
    if (word === undefined) return { problem: 'ends too early', at: this.#length }
    this.#place += 1
    if (word.kind === 'value') return { kind: 'value', value: word.value }
    if (word.kind === 'path') return { kind: 'path', steps: word.steps }
    if (word.kind !== 'open') return { problem: 'a value is missing here', at: word.at }
    if (depth >= DEEPEST) return { problem: `is nested deeper than ${DEEPEST} levels`, at: word.at }
    const inside = this.any(depth + 1)
    if ('problem' in inside || this.#takes('close')) return inside
    return { problem: 'a ) is missing here', at: this.next?.at ?? this.#length }
  }

  #takes(kind: 'join' | 'close', by?: string): boolean {
    const word = this.next
    if (word?.kind !== kind || (word.kind === 'join' && word.by !== by)) return false
    this.#place += 1
    return true
  }
}

/** `not not x` is whether x, and no longer x itself. */
function truthOf(condition: Condition | Unreadable, negations: number): Condition | Unreadable {
  if ('problem' in condition || negations === 0) return condition
  return { kind: 'not', of: { kind: 'not', of: condition } }
}
