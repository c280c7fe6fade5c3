import { type PathSegment, readSteps, unescaped } from './path.ts'

export type Comparison = '==' | '!=' | '<=' | '>=' | '<' | '>' | 'contains'
export type LogicalOperator = 'and' | 'or' | 'not'

export type Word =
  | { readonly kind: 'compare'; readonly by: Comparison; readonly at: number }
  | { readonly kind: 'join'; readonly by: LogicalOperator; readonly at: number }
  | { readonly kind: 'open' | 'close'; readonly at: number }
  | { readonly kind: 'value'; readonly value: string | number | boolean | null; readonly at: number }
  | { readonly kind: 'path'; readonly steps: readonly PathSegment[]; readonly at: number }

/** What cannot be read, and from which character on. */
export interface Unreadable {
  readonly problem: string
  readonly at: number
}

interface ReadWord {
  readonly word: Word
  readonly end: number
}

/** The words of a condition, in one pass from left to right. */
export function conditionWordsOf(text: string): Word[] | Unreadable {
  const words: Word[] = []
  const space = /\s*/y
  let at = 0
  for (;;) {
    space.lastIndex = at
    space.exec(text)
    at = space.lastIndex
    if (at >= text.length) return words
    const read = readWord(text, at)
    if (read === undefined) return { problem: `${text.slice(at, at + 12)} is no part of a condition`, at }
    words.push(read.word)
    at = read.end
  }
}

function readWord(text: string, at: number): ReadWord | undefined {
  if (text[at] === '$') {
    const { steps, end } = readSteps(text, at + 1)
    return { word: { kind: 'path', steps, at }, end }
  }
  for (const { pattern, make } of PATTERNS) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found !== null) return { word: make(found[0], at), end: pattern.lastIndex }
  }
  return undefined
}

const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null }

const PATTERNS: readonly { pattern: RegExp; make(found: string, at: number): Word }[] = [
  { pattern: /\(/y, make: (_, at) => ({ kind: 'open', at }) },
  { pattern: /\)/y, make: (_, at) => ({ kind: 'close', at }) },
  { pattern: /==|!=|<=|>=|<|>|contains\b/y, make: (by, at) => ({ kind: 'compare', by: by as Comparison, at }) },
  { pattern: /(?:and|or|not)\b/y, make: (by, at) => ({ kind: 'join', by: by as LogicalOperator, at }) },
  { pattern: /(?:true|false|null)\b/y, make: (name, at) => ({ kind: 'value', value: LITERALS[name] ?? null, at }) },
  {
    pattern: /-?\d{1,17}(?:\.\d{1,17})?(?:[eE][+-]?\d{1,3})?(?![\w.])/y,
    make: (digits, at) => ({ kind: 'value', value: Number(digits), at }),
  },
  {
    pattern: /"(?:[^"\\]|\\["'\\])*"|'(?:[^'\\]|\\["'\\])*'/y,
    make: (quoted, at) => ({ kind: 'value', value: unescaped(quoted.slice(1, -1)), at }),
  },
]
