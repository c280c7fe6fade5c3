import { DEFAULT_LIMITS, type DocumentLimits, damaged, textPositionAt } from '../document.ts'
import { mapping } from '../tree.ts'

/** A value and where it stands in the text: `[start, end)`. */
export type JsonNode = { readonly start: number; readonly end: number; readonly value: unknown } & (
  | { readonly kind: 'scalar' }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
)

export interface JsonMember {
  readonly key: string
  /** Of the key's opening quote. */
  readonly start: number
  readonly node: JsonNode
}

interface JsonCursor {
  readonly text: string
  readonly path: string
  readonly maxDepth: number
  at: number
}

const SPACE = /[ \t\r\n]*/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const QUOTE = 0x22
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const WORD = /true|false|null/y
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }

/** The value alone, with the prototypes that `JSON.parse` gives, where a quick look finds nothing wrong; otherwise nothing, and `scanJson` says what and where. */
export function parseJson(text: string, limits: DocumentLimits = {}): { readonly value: unknown } | undefined {
  const { maxDepth } = { ...DEFAULT_LIMITS, ...limits }
  const shape = shapeOf(text, maxDepth)
  if (shape === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return countKeys(value) === shape.keys ? { value } : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Colons outside strings are as many as keys; fewer keys than that in the value were written twice. */
function shapeOf(text: string, maxDepth: number): { readonly keys: number } | undefined {
  let keys = 0
  let depth = 0
  for (let at = 0; at < text.length; at = afterString(text, at)) {
    const quote = text.indexOf('"', at)
    const end = quote === -1 ? text.length : quote
    for (; at < end; at++) {
      const code = text.charCodeAt(at)
      if (code === COLON) keys++
      else if (code === OPEN_BRACKET || code === OPEN_BRACE) depth++
      else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--
      if (depth > maxDepth) return undefined
    }
  }
  return { keys }
}

/** From quote to quote with the engine's own search; whether the string is well-formed is for the parser to say. */
function afterString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return at + 1
  }
  return text.length
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const members = Object.values(value) as unknown[]
  let count = Array.isArray(value) ? 0 : members.length
  for (const member of members) count += countKeys(member)
  return count
}

/** Reads strict JSON with the range of every value; throws the refusal that names the line. */
export function scanJson(text: string, path: string, limits: DocumentLimits = {}): JsonNode {
  const { maxDepth } = { ...DEFAULT_LIMITS, ...limits }
  const scan: JsonCursor = { text, path, maxDepth, at: 0 }
  skipSpace(scan)
  if (scan.at === text.length) throw damaged(path, 'is empty')
  const root = readValue(scan, 1)
  skipSpace(scan)
  if (scan.at < text.length) throw unexpected(scan, 'goes on after its end')
  return root
}

function readValue(scan: JsonCursor, depth: number): JsonNode {
  const start = scan.at
  switch (scan.text[start]) {
    case '{':
      return readObject(scan, depth)
    case '[':
      return readArray(scan, depth)
    case '"':
      return { kind: 'scalar', value: readString(scan), start, end: scan.at }
    default:
      return { kind: 'scalar', value: readLiteral(scan), start, end: scan.at }
  }
}

function readObject(scan: JsonCursor, depth: number): JsonNode {
  const start = enter(scan, depth)
  const members: JsonMember[] = []
  const value = mapping()
  const seen = new Set<string>()
  while (another(scan, '}', members.length)) {
    const member = readMember(scan, depth, seen)
    members.push(member)
    if (member.key !== '__proto__') value[member.key] = member.node.value
  }
  return { kind: 'object', members, value, start, end: scan.at }
}

function readMember(scan: JsonCursor, depth: number, seen: Set<string>): JsonMember {
  const start = scan.at
  const key = readString(scan)
  if (seen.has(key)) throw unexpected({ ...scan, at: start }, `has the key ${JSON.stringify(key)} twice`)
  seen.add(key)
  skipSpace(scan)
  if (scan.text[scan.at] !== ':') throw unexpected(scan, 'lacks a colon after a key')
  scan.at++
  skipSpace(scan)
  return { key, start, node: readValue(scan, depth + 1) }
}

function readArray(scan: JsonCursor, depth: number): JsonNode {
  const start = enter(scan, depth)
  const items: JsonNode[] = []
  while (another(scan, ']', items.length)) items.push(readValue(scan, depth + 1))
  return { kind: 'array', items, value: items.map(item => item.value), start, end: scan.at }
}

function enter(scan: JsonCursor, depth: number): number {
  if (depth > scan.maxDepth) throw unexpected(scan, `nests deeper than ${scan.maxDepth} levels`)
  return scan.at++
}

/** Steps over the comma or the closing bracket; true when a further element follows. */
function another(scan: JsonCursor, closing: string, count: number): boolean {
  skipSpace(scan)
  if (scan.text[scan.at] === closing) {
    scan.at++
    return false
  }
  if (count === 0) return true
  if (scan.text[scan.at] !== ',') throw unexpected(scan, `lacks a comma or ${closing}`)
  scan.at++
  skipSpace(scan)
  if (scan.text[scan.at] === closing) throw unexpected(scan, `has a comma before ${closing}`)
  return true
}

function readString(scan: JsonCursor): string {
  const { text, at: start } = scan
  const end = endOfString(text, start)
  if (end === undefined) throw unexpected(scan, 'lacks a well-formed string')
  scan.at = end
  const source = text.slice(start, end)
  return source.includes('\\') ? unescaped(scan, source) : source.slice(1, -1)
}

/** By hand and not by a pattern, so that a string of a megabyte costs no backtracking stack. */
function endOfString(text: string, start: number): number | undefined {
  if (text[start] !== '"') return undefined
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < 0x20) return undefined
    if (code === BACKSLASH) at++
  }
  return undefined
}

function unescaped(scan: JsonCursor, source: string): string {
  try {
    return JSON.parse(source) as string
  } catch {
    throw unexpected(scan, 'holds an unknown escape in a string')
  }
}

function readLiteral(scan: JsonCursor): unknown {
  const word = take(scan, WORD)
  if (word !== undefined) return WORDS[word]
  const number = take(scan, NUMBER)
  if (number === undefined) throw unexpected(scan, 'lacks a value')
  return Number(number)
}

function skipSpace(scan: JsonCursor): void {
  take(scan, SPACE)
}

function take(scan: JsonCursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = scan.at
  const found = pattern.exec(scan.text)?.[0]
  if (found !== undefined) scan.at += found.length
  return found
}

function unexpected(scan: JsonCursor, what: string) {
  return damaged(scan.path, what, textPositionAt(scan.text, scan.at))
}
