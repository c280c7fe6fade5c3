import type { $brand } from 'zod'

/**
 * A command that a person may paste. Only `shell` makes one, so nothing but the words in our own sources decides what
 * is run: every value is an argument, whatever it holds.
 */
export type ShellText = string & $brand<'ShellText'>

/** A command that becomes a part of a longer one, as it is. */
interface Spliced {
  readonly command: ShellText
}

type ShellValue = string | number
type Hole = ShellValue | readonly ShellValue[] | Spliced

/**
 * shell`furrow change cancel ${id}`: each value is one word, an array is one word for each of its values. A value that
 * begins with a dash is kept from being read as an option.
 */
export function shell(literals: TemplateStringsArray, ...holes: readonly Hole[]): ShellText {
  const parts = literals.flatMap((text, index) => [
    { text: isEmptyList(holes[index]) ? text.trimEnd() : text, isDashed: false },
    ...(index < holes.length ? [fill(holes[index] ?? '', text)] : []),
  ])
  const ended = literals.some(text => / -- /.test(text))
  const line = !ended && parts.some(({ isDashed }) => isDashed) ? withOptionsFirst(parts) : joined(parts)
  return brand(line)
}

/** shell`${splice(command)} --yes` */
export function splice(command: ShellText): Spliced {
  return { command }
}

/** A whole command line, options included, as the words that a program gets. */
export function shellLine(argv: readonly string[]): ShellText {
  return brand(argv.map(quote).join(' '))
}

/** A value as one word of a POSIX shell (and of fish), quoted only where it must be. */
function quote(value: string): string {
  if (/^[\w./@:-][\w./@:%+=,-]*$/.test(value)) return value
  if (UNPRINTED.test(value) || value.includes('`')) return printed(value)
  // Outside of the quotes, since fish reads a backslash inside of them.
  return `'${value.replaceAll(/['\\]/g, found => `'\\${found}'`)}'`
}

interface ShellArgument {
  readonly text: string
  /** A value in the place of an argument that an option parser would take for an option. */
  readonly isDashed: boolean
}

function fill(hole: Hole, before: string): ShellArgument {
  if (typeof hole === 'object' && 'command' in hole) return { text: hole.command, isDashed: false }
  const words = (Array.isArray(hole) ? hole : [hole]).map(String)
  const isWord = /(?:^|\s)$/.test(before) && !/(?:^|\s)--?[\w-]+ $/.test(before)
  return { text: words.map(quote).join(' '), isDashed: isWord && words.some(each => /^-./.test(each)) }
}

function isEmptyList(hole: Hole | undefined): boolean {
  return Array.isArray(hole) && hole.length === 0
}

function joined(parts: readonly ShellArgument[]): string {
  return parts.map(({ text }) => text).join('')
}

/** `furrow feature write -x --content -` as `furrow feature write --content - -- -x`. */
function withOptionsFirst([head = { text: '', isDashed: false }, ...rest]: readonly ShellArgument[]): string {
  const at = rest.findIndex(({ text }, index) => index % 2 === 1 && / -/.test(text))
  const values = joined(at < 0 ? rest : rest.slice(0, at)).trim()
  const options = at < 0 ? '' : ` ${joined(rest.slice(at)).trim()}`
  return `${head.text.trimEnd()}${options} -- ${values}`
}

/** Control characters, line ends, what turns the direction of text or is not seen: they would act on the terminal. */
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** A substitution loses its last line breaks; the third character of IFS is one. */
const LINE_BREAK = '"$' + '{IFS#??}"'

/** Through printf, since a line break that is pasted is a press of Enter, and not every shell knows `$'\n'`. */
function printed(value: string): string {
  const lines = /\n*$/.exec(value)?.[0].length ?? 0
  const body = value.slice(0, value.length - lines)
  return `${body === '' ? '' : `"$(printf '${[...body].map(escaped).join('')}')"`}${LINE_BREAK.repeat(lines)}`
}

/** `!` would be history also here, since the quotes around it are inside of others; the others mean something to printf. */
function escaped(character: string, index: number): string {
  if (character === '%') return '%%'
  const isPlain = !UNPRINTED.test(character) && !/['"\\!`$]/.test(character) && !(index === 0 && character === '-')
  // No argument can hold a NUL.
  return isPlain ? character : octal(character === '\0' ? '\ufffd' : character)
}

function octal(character: string): string {
  return [...new TextEncoder().encode(character)].map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

function brand(line: string): ShellText {
  return line as ShellText
}
