import { whyNotVariable } from '../operation/names/variables.ts'

export interface Assignment {
  readonly name: string
  readonly value: string
}

export interface Dotenv {
  readonly assignments: readonly Assignment[]
  readonly problems: readonly { readonly line: number; readonly message: string }[]
}

/**
 * `NAME=value` lines as dotenv and shells write them: comments, `export`, single quotes as they are, double quotes with
 * escapes, both over several lines. Nothing is expanded. The last of two lines with one name counts.
 */
export function parseDotenv(text: string): Dotenv {
  const found = new Map<string, string>()
  const problems: { line: number; message: string }[] = []
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    if (/^\s*(?:#|$)/.test(line)) continue
    const [, name, rest] = /^\s*(?:export\s+)?([^\s=]+)\s*=\s*(.*)$/.exec(line) ?? []
    const reason = name === undefined ? undefined : whyNotVariable(name)
    if (name === undefined || rest === undefined || reason !== undefined) {
      // The line itself may be a secret: it is named by its number alone.
      problems.push({
        line: index + 1,
        message: reason === undefined ? 'is no NAME=value' : `has a name that ${reason}`,
      })
      continue
    }
    const read = valueIn([rest, ...lines.slice(index + 1, index + 1 + LONGEST_VALUE)])
    if (read === undefined) problems.push({ line: index + 1, message: 'has a quote that is never closed' })
    else if (read.value === '') problems.push({ line: index + 1, message: 'has no value' })
    else found.set(name, read.value)
    index += read?.more ?? 0
  }
  return { assignments: [...found].map(([name, value]) => ({ name, value })), problems }
}

/** Lines that one quoted value may span. */
const LONGEST_VALUE = 500

function valueIn(lines: readonly string[]): { value: string; more: number } | undefined {
  const [first = ''] = lines
  const [quote] = first
  if (quote !== '"' && quote !== "'") return { value: first.replace(/\s+#.*$/, '').trim(), more: 0 }
  const text = lines.join('\n')
  const end = endOf(text, quote)
  if (end < 0) return undefined
  const inside = text.slice(1, end)
  return { value: quote === "'" ? inside : unescaped(inside), more: inside.split('\n').length - 1 }
}

function endOf(text: string, quote: string): number {
  for (let at = 1; at < text.length; at += 1) {
    if (text[at] === quote) return at
    if (quote === '"' && text[at] === '\\') at += 1
  }
  return -1
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', $: '$' }

function unescaped(text: string): string {
  return text.replace(/\\([\s\S])/g, (all, letter: string) => ESCAPES[letter] ?? all)
}
