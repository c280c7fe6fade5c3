import { refuse } from '../../operation/errors.ts'
import { whyNotId, whyNotRepoPath } from '../../operation/names/naming.ts'
import { shell } from '../../shared/shell/shell.ts'

interface CitedLines {
  readonly from: number
  readonly to: number
}

/** What a citation names, by the way it is written. */
export type Location =
  | { readonly kind: 'file'; readonly path: string; readonly lines?: CitedLines }
  | { readonly kind: 'web'; readonly address: string }
  | { readonly kind: 'run'; readonly id: string }
  | { readonly kind: 'memory'; readonly id: number }

/** `src/login.ts:3-9`, `https://example.org/page`, `run:20260102-101500-a1b`, `memory:12`. */
export function locateSource(source: string): Location {
  const text = source.trim()
  if (/^https?:\/\//i.test(text)) return { kind: 'web', address: addressIn(text) }
  const [, scheme, rest = ''] = /^(run|memory):(.*)$/.exec(text) ?? []
  if (scheme === 'run') return { kind: 'run', id: checked(rest, whyNotId(rest), 'run:20260102-101500-a1b') }
  if (scheme === 'memory') return { kind: 'memory', id: numberIn(rest) }
  return fileIn(text)
}

function fileIn(text: string): Location {
  const [, path = '', first, last = first] = /^(.*?)(?::(\d{1,7})(?:-(\d{1,7}))?)?$/s.exec(text) ?? []
  checked(path, whyNotRepoPath(path), 'src/login.ts:3-9')
  if (first === undefined) return { kind: 'file', path }
  const lines = { from: Number(first), to: Number(last) }
  if (lines.from < 1 || lines.to < lines.from)
    throw unreadable(`${text} names the lines ${first} to ${last}, which is not a range.`)
  return { kind: 'file', path, lines }
}

function addressIn(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw unreadable(`${text} is not an address.`)
  if (url.username !== '' || url.password !== '') throw unreadable('An address with a password cannot be cited.')
  return url.href
}

function numberIn(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw unreadable(`memory:${text} is not a record; write its number, such as memory:12.`)
}

function checked(text: string, reason: string | undefined, example: string): string {
  if (reason === undefined) return text
  throw unreadable(`${text === '' ? 'The source' : text} ${reason}; a source is written like ${example}.`)
}

function unreadable(message: string) {
  return refuse('usage', message, { target: 'source', fix: shell`furrow explore cite --help` })
}

export function written(location: Location): string {
  switch (location.kind) {
    case 'file': {
      const { path, lines } = location
      if (lines === undefined) return path
      return lines.from === lines.to ? `${path}:${lines.from}` : `${path}:${lines.from}-${lines.to}`
    }
    case 'web':
      return location.address
    case 'run':
      return `run:${location.id}`
    case 'memory':
      return `memory:${location.id}`
  }
}

/** The lines of a text, or the whole of it; nothing when it has fewer. Line endings do not count. */
export function textAt(bytes: Uint8Array, lines: CitedLines | undefined): string | undefined {
  const text = Buffer.from(bytes).toString('utf8').replaceAll('\r\n', '\n')
  if (lines === undefined) return text
  const all = citedLinesIn(text)
  return lines.to > all.length ? undefined : all.slice(lines.from - 1, lines.to).join('\n')
}

/** Without the empty one after the last line break. */
export function citedLinesIn(text: string): string[] {
  const all = text.split('\n')
  return all.at(-1) === '' ? all.slice(0, -1) : all
}
