import { Document, isScalar, type Node, Scalar, type ToStringOptions, visit } from 'yaml'

/** How a file is laid out already, so that what is added looks like the rest. */
export interface YamlStyle {
  readonly eol: string
  readonly indent: number
  readonly indentSeq: boolean
  readonly flowCollectionPadding: boolean
}

/** A value behind `key:` or `-`: what stands on the same line, and the lines below it without their outer indentation. */
export interface PrintedValue {
  readonly first: string
  readonly rest: readonly string[]
}

export function styleOfYaml(text: string, eol: string): YamlStyle {
  const indent = Math.min(keyIndent(text) ?? smallestIndent(text) ?? 2, 8)
  const indentSeq = !/^( *)[^\s#].*:[ \t]*\r?\n(?:[ \t]*#.*\r?\n)*\1- /m.test(text)
  return { eol, indent, indentSeq, flowCollectionPadding: !/[{[][^\s\]}]/.test(text) }
}

/** By how much the first mapping is indented that stands below its key. */
function keyIndent(text: string): number | undefined {
  const lines = text.split('\n').filter(line => /^ *[^\s#]/.test(line))
  const pairs = lines.slice(1).map((line, index) => ({ parent: lines[index] ?? '', line }))
  const first = pairs.find(
    ({ parent, line }) =>
      /^ *[^\s-].*:\s*(?:#.*)?$/.test(parent) && leading(line) > leading(parent) && !/^ *- /.test(line),
  )
  return first && leading(first.line) - leading(first.parent)
}

function smallestIndent(text: string): number | undefined {
  const indents = Array.from(text.matchAll(/^( {1,8})[^\s#]/gm), ([, spaces = '']) => spaces.length)
  return indents.length === 0 ? undefined : indents.reduce((least, indent) => Math.min(least, indent))
}

function leading(line: string): number {
  return line.length - line.trimStart().length
}

export function toStringOptions({ indent, indentSeq, flowCollectionPadding }: YamlStyle): ToStringOptions {
  return { indent, indentSeq, flowCollectionPadding, lineWidth: 0, minContentWidth: 0 }
}

export function printPair(pair: Readonly<Record<string, unknown>>, style: YamlStyle): PrintedValue {
  return asLines(blockText(pair, style))
}

export function printItem(value: unknown, style: YamlStyle): PrintedValue {
  return asLines(blockText([value], style))
}

/** What goes behind an indicator that is already there. `like` is the node that stood here. */
export function printValue(value: unknown, style: YamlStyle, like: unknown): PrintedValue {
  const document = documentOf({ k: value })
  const node = document.get('k', true)
  if (isScalar(node) && isScalar(like)) keepQuotes(node, like)
  const { first, rest } = asLines(document.toString(toStringOptions(style)))
  return { first: first.slice('k:'.length).trimStart(), rest }
}

/** A value that stood in quotes goes on standing in them. */
export function keepQuotes(node: Scalar, { type }: Scalar): void {
  if (typeof node.value !== 'string' || node.type !== undefined || node.value.includes('\n')) return
  if (type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE) node.type = type
}

export function printRoot(value: unknown, style: YamlStyle): string {
  return blockText(value, style).replace(/\n$/, '')
}

/** On one line, as it stands inside `[` or `{`: `[value]` and `{ key: value }` without their brackets. */
export function printFlow(
  collection: readonly [unknown] | Readonly<Record<string, unknown>>,
  style: YamlStyle,
): string {
  const text = documentOf(collection).toString({ ...toStringOptions(style), collectionStyle: 'flow' })
  return text.trim().slice(1, -1).trim()
}

function blockText(value: unknown, style: YamlStyle): string {
  return documentOf(value).toString(toStringOptions(style))
}

function asLines(text: string): PrintedValue {
  const [first = '', ...rest] = text.replace(/\n$/, '').split('\n')
  return { first, rest }
}

/** `yes` and `012` are text to us and not to readers of YAML 1.1, so `compat` quotes them. */
function documentOf(value: unknown): Document {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1', stringKeys: true })
  if (document.contents !== null) escapeWhereNeeded(document.contents as Node)
  return document
}

/**
 * Strings that would stand in the text as a merge key or conflict marker, or change on the way in another style: the
 * library counts the indentation of a block that starts with a space wrongly unless the file indents by two.
 */
const NEEDS_ESCAPES =
  /^(?:<<$|<{7}|={7}|>{7}|\|{7}|\n*[ \t]|\s+$)|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\p{Surrogate}]/u

export function escapeWhereNeeded(node: Node): void {
  visit(node, {
    Scalar(_key, scalar) {
      if (typeof scalar.value === 'string' && NEEDS_ESCAPES.test(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
}
