import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import { isRefused, type Refused, refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { damaged } from '../../../store/documents/document.ts'
import { lineEnding } from '../../../store/documents/splice.ts'
import { decode } from '../../../store/documents/text.ts'
import { CLIENT_FILE, type JsonLocation } from './jsonc.ts'

type TomlTable = Readonly<Record<string, unknown>>

/** What a TOML file says; throws `damaged` with the line. */
export function readToml(text: string, file: string): TomlTable {
  const decoded = decode(text, file, CLIENT_FILE)
  if (isRefused(decoded)) throw decoded
  try {
    return parse(decoded.text)
  } catch (error) {
    const line = error instanceof Error && 'line' in error ? { line: Number(error.line) } : {}
    throw damaged(file, 'is no well-formed TOML', line)
  }
}

/** A table of its own, put in place of the one there is or at the end; every other line stays as it is. */
export function putTable(text: string, place: JsonLocation, value: TomlTable): string {
  const before = readToml(text, place.file)
  const eol = lineEnding(text)
  const lines = [
    `[${place.path.join('.')}]`,
    ...Object.entries(value).map(([key, item]) => `${key} = ${printed(item)}`),
  ]
  const block = lines.map(line => line + eol).join('')
  const found = tomlValueAt(before, place.path) === undefined ? undefined : tableAt(text, place)
  const after =
    found === undefined ? appended(text, block, eol) : text.slice(0, found.start) + block + text.slice(found.end)
  return checked(after, place, replaced(before, place.path, value))
}

export function dropTable(text: string, place: JsonLocation): string {
  const before = readToml(text, place.file)
  if (tomlValueAt(before, place.path) === undefined) return text
  const { start, end } = tableAt(text, place)
  const [above, below] = [text.slice(0, start), text.slice(end)]
  const kept = below === '' ? above.replace(/(?:\r?\n)+$/, lineEnding(text)) : above
  return checked(kept.trim() === '' && below === '' ? '' : kept + below, place, replaced(before, place.path, undefined))
}

function appended(text: string, block: string, eol: string): string {
  if (text.trim() === '') return block
  return `${text}${text.endsWith('\n') ? '' : eol}${eol}${block}`
}

/** From its header to the last of its own keys. What the header alone does not show, the check afterwards does. */
function tableAt(text: string, place: JsonLocation): { start: number; end: number } {
  const header = new RegExp(
    `^[ \\t]*\\[[ \\t]*${place.path.map(escaped).join('[ \\t]*\\.[ \\t]*')}[ \\t]*\\][^\\n]*\\n?`,
    'm',
  )
  const found = header.exec(text)
  if (found === null) throw unreachable(place)
  const start = found.index
  const own = /^(?:[ \t]*[A-Za-z0-9_-]+[ \t]*=[^\n]*(?:\n|$))*/.exec(text.slice(start + found[0].length))?.[0] ?? ''
  return { start, end: start + found[0].length + own.length }
}

/** An edit that would say anything else than it was meant to is not made. */
function checked(after: string, place: JsonLocation, meant: unknown): string {
  try {
    if (isDeepStrictEqual(plain(readToml(after, place.file)), plain(meant))) return after
  } catch (error) {
    if (!isRefused(error)) throw error
  }
  throw unreachable(place)
}

function unreachable({ file, path }: JsonLocation): Refused {
  return refuse('conflict', `${file} writes ${path.join('.')} in a form that is not edited here; it stays as it is.`, {
    target: file,
    fix: shell`furrow client list`,
  })
}

function replaced(data: TomlTable, [key = '', ...rest]: readonly string[], value: unknown): TomlTable {
  const inner = data[key]
  const next = rest.length === 0 ? value : replaced(isTable(inner) ? inner : {}, rest, value)
  const { [key]: _, ...others } = data
  const gone = next === undefined || (rest.length > 0 && value === undefined && isTable(next) && isEmpty(next))
  return gone ? others : { ...others, [key]: next }
}

export function tomlValueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((here, key) => (isTable(here) && Object.hasOwn(here, key) ? here[key] : undefined), data)
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmpty(table: TomlTable): boolean {
  return Object.keys(table).length === 0
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** Texts and lists of texts are all that a registration holds; TOML writes them as JSON does. */
function printed(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(printed).join(', ')}]` : JSON.stringify(value)
}

function escaped(key: string): string {
  const plainKey = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `["']?${plainKey}["']?`
}
