import { type Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, type Pair, parseDocument } from 'yaml'
import { isRefused } from '../../../operation/errors.ts'
import { type DocumentLimits, damaged, textPositionAt } from '../document.ts'
import { guardText } from '../guard.ts'
import { type Mapping, mapping } from '../tree.ts'

export interface YamlSource {
  readonly text: string
  readonly document: Document.Parsed
  readonly value: unknown
}

/** Parses what the guard let through; throws the refusal that names the line. */
export function readYaml(input: string | Uint8Array, path: string, limits: DocumentLimits = {}): YamlSource {
  const text = guardText(input, 'yaml', { path, ...limits })
  if (isRefused(text)) throw text
  if (text.trim() === '') throw damaged(path, 'is empty')
  const document = parse(text)
  const [error] = document.errors
  if (error !== undefined)
    throw damaged(path, `is not valid YAML: ${error.message}`, textPositionAt(text, error.pos[0]))
  return { text, document, value: dataOf(document.contents, { text, path }) }
}

/** `uniqueKeys` compares every key with every other; duplicates are found below in one pass instead. */
function parse(text: string): Document.Parsed {
  const traced = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return parseDocument(text, {
      compat: 'yaml-1.1',
      keepSourceTokens: true,
      lineCounter: new LineCounter(),
      logLevel: 'error',
      merge: false,
      prettyErrors: false,
      resolveKnownTags: false,
      stringKeys: true,
      uniqueKeys: false,
    })
  } finally {
    Error.stackTraceLimit = traced
  }
}

const NOWHERE: YamlText = { text: '', path: 'the document' }

interface YamlText {
  readonly text: string
  readonly path: string
}

/** What a node says; `__proto__` keys stay in the text and out of the data. */
export function dataOf(node: unknown, where: YamlText = NOWHERE): unknown {
  if (node === null || node === undefined) return null
  if (isScalar(node)) return scalarValue(node.value, node.range?.[0], where)
  if (isSeq(node)) return node.items.map(item => dataOf(item, where))
  if (isMap(node)) return mapValue(node.items, where)
  throw damaged(where.path, isAlias(node) ? 'holds an alias' : 'holds something that is no plain data')
}

function scalarValue(value: unknown, offset: number | undefined, { text, path }: YamlText): unknown {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value
  throw damaged(
    path,
    'holds a value that is not text, a number, true, false or null',
    textPositionAt(text, offset ?? 0),
  )
}

function mapValue(pairs: readonly Pair[], where: YamlText): Mapping {
  const value = mapping()
  const seen = new Set<string>()
  for (const pair of pairs) {
    const key = yamlKeyOf(pair)
    if (seen.has(key)) throw damaged(where.path, `has the key ${JSON.stringify(key)} twice`, placeOfKey(pair, where))
    seen.add(key)
    if (key !== '__proto__') value[key] = dataOf(pair.value, where)
  }
  return value
}

/** `stringKeys` has made every key a string, whatever it looks like. */
export function yamlKeyOf(pair: unknown): string {
  const key: unknown = isPair(pair) ? pair.key : undefined
  return String(isScalar(key) ? key.value : key)
}

function placeOfKey({ key }: Pair, { text }: YamlText) {
  return isScalar(key) && key.range ? textPositionAt(text, key.range[0]) : {}
}
