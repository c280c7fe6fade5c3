import type { ShellText } from './shell.ts'

/**
 * The words of a command that `shell` made: what the shell would hand to the program. Nothing where the shell would do
 * more than that (a pipe, a substitution, a placeholder in angle brackets).
 */
export function shellWords(line: ShellText | string): string[] | undefined {
  const words: string[] = []
  let at = 0
  while (at < line.length) {
    if (line[at] === ' ') {
      at += 1
      continue
    }
    let word = ''
    while (at < line.length && line[at] !== ' ') {
      const piece = pieceAt(line, at)
      if (piece === undefined) return undefined
      word += piece.text
      at = piece.end
    }
    words.push(word)
  }
  return words
}

interface ShellToken {
  readonly text: string
  readonly end: number
}

/** One way of quoting each: bare characters, '...', a backslash outside of quotes, "...", printf and the line break. */
const PIECES: readonly [RegExp, (found: RegExpExecArray) => string][] = [
  [/"\$\{IFS#\?\?\}"/y, () => '\n'],
  [/"\$\(printf '([^']*)'\)"/y, ([, body = '']) => printfText(body)],
  [/'([^']*)'/y, ([, body = '']) => body],
  [/"([^"$`\\]*)"/y, ([, body = '']) => body],
  [/\\(['\\])/y, ([, character = '']) => character],
  [/[^\s'"\\$`|&;<>(){}*?[\]~#!]+/y, ([text]) => text],
]

function pieceAt(line: string, at: number): ShellToken | undefined {
  for (const [pattern, read] of PIECES) {
    pattern.lastIndex = at
    const found = pattern.exec(line)
    if (found !== null) return { text: read(found), end: pattern.lastIndex }
  }
  return undefined
}

/** What printf writes: octal bytes, and `%%`. */
function printfText(body: string): string {
  const parts = body.match(/\\[0-7]{1,3}|%%|[^\\%]+/g) ?? []
  return Buffer.concat(parts.map(bytesOf)).toString()
}

function bytesOf(part: string): Buffer {
  if (part === '%%') return Buffer.from('%')
  return part.startsWith('\\') ? Buffer.from([Number.parseInt(part.slice(1), 8)]) : Buffer.from(part)
}
