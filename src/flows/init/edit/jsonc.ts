import { isRefused } from '../../../operation/errors.ts'
import { type DocumentLimits, damaged } from '../../../store/documents/document.ts'
import { type JsonNode, scanJson } from '../../../store/documents/json/json-scan.ts'
import { applySplices, indentationAt, lineEnding, type Splice } from '../../../store/documents/splice.ts'
import { decode } from '../../../store/documents/text.ts'

/** Settings of coding agents grow; what is longer than this is no settings file. */
export const CLIENT_FILE: DocumentLimits = { maxBytes: 16 * 1024 * 1024 }

export interface JsonLocation {
  readonly file: string
  readonly path: readonly string[]
}

/** What a JSON file with comments says, as plain data; throws `damaged`. */
export function readJsonc(text: string, file: string): unknown {
  return text.trim() === '' ? {} : scan(text, file).root.value
}

/** The value at a path, replaced or put in as the last member; whatever else the file holds keeps its bytes. */
export function putIn(text: string, place: JsonLocation, value: unknown): string {
  return edited(text, place, source => {
    const { node, rest } = walk(source.root, place.path)
    const [key, ...deeper] = rest
    if (key === undefined)
      return [{ start: node.start, end: node.end, text: printed(source, value, lineIndentation(source, node.start)) }]
    return insert(source, node, { place, lead: `${JSON.stringify(key)}: `, value: nested(deeper, value) })
  })
}

/** Adds an item at the end of the list at a path; the list and its parents are made where they are missing. */
export function addIn(text: string, place: JsonLocation, item: unknown): string {
  return edited(text, place, source => {
    const { node, rest } = walk(source.root, place.path)
    const [key, ...deeper] = rest
    if (key === undefined) return insert(source, node, { place, lead: '', value: item, into: 'array' })
    return insert(source, node, { place, lead: `${JSON.stringify(key)}: `, value: nested(deeper, [item]) })
  })
}

/** Takes out a member, or an item by its index, with its comma; parents that it leaves empty go too, but for the root. */
export function removeIn(text: string, { file, path }: { file: string; path: readonly (string | number)[] }): string {
  if (text.trim() === '' || path.length === 0) return text
  const source = scan(text, file)
  const parent = at(source.root, path.slice(0, -1))
  const elements = parent === undefined ? [] : elementsOf(parent)
  const index = elements.findIndex(({ name }) => name === path.at(-1))
  if (parent === undefined || index === -1) return text
  if (elements.length === 1 && path.length > 1 && !hasComments(source, parent))
    return removeIn(text, { file, path: path.slice(0, -1) })
  return source.bom + applySplices(source.text, removal(source, parent, index))
}

interface JsoncText {
  readonly bom: string
  readonly text: string
  /** The same text with spaces for comments; commas before a closing bracket stay. */
  readonly bare: string
  readonly root: JsonNode
}

function scan(input: string, file: string): JsoncText {
  const decoded = decode(input, file, CLIENT_FILE)
  if (isRefused(decoded)) throw decoded
  const { text, bom } = decoded
  const bare = withoutComments(text)
  const root = scanJson(withoutLastCommas(bare), file, CLIENT_FILE)
  if (root.kind !== 'object') throw damaged(file, 'is no object')
  return { bom: bom ? '\ufeff' : '', text, bare, root }
}

/** A string, or a comment. Offsets and line breaks stay as they are. */
const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

function withoutComments(text: string): string {
  return text.replace(STRING_OR_COMMENT, found => (found.startsWith('"') ? found : found.replace(/[^\r\n]/g, ' ')))
}

/** A comma may follow the last value; one that follows nothing is a mistake, and stays to be told. */
function withoutLastCommas(bare: string): string {
  return bare.replace(/"(?:[^"\\\n]|\\.)*"|(?<![{[,]\s*),(?=\s*[}\]])/g, found => (found === ',' ? ' ' : found))
}

function edited(text: string, place: JsonLocation, splices: (source: JsoncText) => Splice[]): string {
  const source = scan(text.trim() === '' ? '{}\n' : text, place.file)
  return source.bom + applySplices(source.text, splices(source))
}

function walk(node: JsonNode, path: readonly string[]): { node: JsonNode; rest: readonly string[] } {
  const [key, ...rest] = path
  const member = node.kind === 'object' ? node.members.find(each => each.key === key) : undefined
  return member === undefined ? { node, rest: path } : walk(member.node, rest)
}

function at(node: JsonNode, [key, ...rest]: readonly (string | number)[]): JsonNode | undefined {
  if (key === undefined) return node
  const next = elementsOf(node).find(({ name }) => name === key)?.node
  return next === undefined ? undefined : at(next, rest)
}

interface JsonElement {
  readonly name: string | number
  readonly start: number
  readonly end: number
  readonly node: JsonNode
}

function elementsOf(node: JsonNode): JsonElement[] {
  if (node.kind === 'object')
    return node.members.map(({ key, start, node: value }) => ({ name: key, start, end: value.end, node: value }))
  if (node.kind === 'array')
    return node.items.map((item, name) => ({ name, start: item.start, end: item.end, node: item }))
  return []
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
}

interface Insertion {
  readonly place: JsonLocation
  readonly lead: string
  readonly value: unknown
  readonly into?: JsonNode['kind']
}

/** Behind everything that the container holds, the comment on its last line included. */
function insert(source: JsoncText, node: JsonNode, { place, lead, value, into = 'object' }: Insertion): Splice[] {
  if (node.kind !== into) throw damaged(place.file, `has no room for ${place.path.join('.')}`)
  const { text } = source
  const last = elementsOf(node).at(-1)
  const inside = text.slice(node.start + 1, node.end - 1)
  const end = node.start + 1 + inside.trimEnd().length
  const comma = last === undefined ? undefined : commaAfter(source, last.end)
  const spread = last === undefined || inside.includes('\n')
  const indentation = spread ? innerIndentation(source, node) : ''
  const lines = spread ? lineEnding(text) + indentation : ' '
  const closing = spread && inside.trim() === '' ? lineEnding(text) + lineIndentation(source, node.start) : ''
  return [
    ...(last !== undefined && comma === undefined ? [{ start: last.end, end: last.end, text: ',' }] : []),
    {
      start: end,
      end: closing === '' ? end : node.end - 1,
      text: `${lines}${lead}${printed(source, value, indentation)}${comma === undefined ? '' : ','}${closing}`,
    },
  ]
}

function removal(source: JsoncText, parent: JsonNode, index: number): Splice[] {
  const elements = elementsOf(parent)
  const [element, previous] = [elements[index], elements[index - 1]]
  if (element === undefined) return []
  const after = commaAfter(source, element.end)
  const left = previous === undefined || after !== undefined ? undefined : commaAfter(source, previous.end)
  const range = rangeOf(source, parent, { start: element.start, end: (after ?? element.end - 1) + 1 })
  return [...(left === undefined ? [] : [{ start: left, end: left + 1, text: '' }]), { ...range, text: '' }]
}

/** With the white space before it; a comment that ends there keeps its line break, or it would swallow what follows. */
function rangeOf({ text, bare }: JsoncText, parent: JsonNode, { start, end }: { start: number; end: number }) {
  const from = text.slice(0, start).trimEnd().length
  const isComment = bare[from - 1] !== text[from - 1]
  if (isComment) {
    const line = text.lastIndexOf('\n', start) + 1
    return { start: Math.max(from, line), end: end + (/^[ \t]*\r?\n/.exec(text.slice(end))?.[0].length ?? 0) }
  }
  const emptied = from === parent.start + 1 && text.slice(end, parent.end - 1).trim() === ''
  return { start: from, end: emptied ? parent.end - 1 : end }
}

function hasComments({ text, bare }: JsoncText, { start, end }: JsonNode): boolean {
  return text.slice(start, end) !== bare.slice(start, end)
}

/** The offset of the comma that follows an element, comments in between left aside. */
function commaAfter({ bare }: JsoncText, end: number): number | undefined {
  const gap = /^\s*/.exec(bare.slice(end))?.[0].length ?? 0
  return bare[end + gap] === ',' ? end + gap : undefined
}

function lineIndentation({ text }: JsoncText, offset: number): string {
  return indentationAt(text, offset)
}

function innerIndentation(source: JsoncText, node: JsonNode): string {
  const [first] = elementsOf(node)
  const own = lineIndentation(source, node.start)
  if (first === undefined) return own + unitOf(source)
  return source.text.slice(node.start, first.start).includes('\n')
    ? lineIndentation(source, first.start)
    : own + unitOf(source)
}

function unitOf({ bare }: JsoncText): string {
  return /\n([ \t]+)\S/.exec(bare)?.[1] ?? '  '
}

function printed(source: JsoncText, value: unknown, indentation: string): string {
  return JSON.stringify(value, null, unitOf(source)).replaceAll('\n', lineEnding(source.text) + indentation)
}
