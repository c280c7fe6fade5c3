import { type CST, isMap, isScalar, isSeq, type Pair, type YAMLSeq } from 'yaml'

/** Thrown where a change of the text alone would be guesswork; the whole document is printed anew then. */
export class BeyondSplicing extends Error {}

/** A pair or an item in its text: `[start, end)` without the comment behind it. */
export interface YamlElement {
  readonly start: number
  readonly end: number
  readonly stays: boolean
}

export function elementOf(pair: Pair, stays: boolean): YamlElement {
  const start = startOfPair(pair)
  const colon = colonOf(pair)
  const keyEnd = isScalar(pair.key) ? (pair.key.range?.[1] ?? start) : start
  return { start, end: yamlEndOf(pair.value, colon === undefined ? keyEnd - 1 : colon), stays }
}

export function startOfPair(pair: Pair): number {
  const explicit = sourceOf(pair)?.start.find(token => token.type === 'explicit-key-ind')
  return explicit?.offset ?? yamlStartOf(pair.key)
}

export function colonOf(pair: Pair): number | undefined {
  return sourceOf(pair)?.sep?.find(token => token.type === 'map-value-ind')?.offset
}

function sourceOf(pair: Pair): CST.CollectionItem | undefined {
  return (pair as { srcToken?: CST.CollectionItem }).srcToken
}

export function dashesOf(seq: YAMLSeq): number[] {
  const items = seq.srcToken !== undefined && 'items' in seq.srcToken ? seq.srcToken.items : []
  const dashes = items.flatMap(item => item.start.find(token => token.type === 'seq-item-ind')?.offset ?? [])
  if (dashes.length !== seq.items.length) throw new BeyondSplicing()
  return dashes
}

export function isEmptyNode(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.range?.[0] === node.range?.[1])
}

export function yamlStartOf(node: unknown): number {
  const start = (node as { range?: readonly number[] } | null)?.range?.[0]
  if (start === undefined) throw new BeyondSplicing()
  return start
}

/** Where the content of a node ends, before any trailing comment; behind its indicator when there is none. */
export function yamlEndOf(node: unknown, indicator?: number): number {
  if (isEmptyNode(node)) {
    if (indicator === undefined) throw new BeyondSplicing()
    return indicator + 1
  }
  if (isMap(node) && !node.flow && node.items.length > 0) return elementOf(node.items.at(-1) as Pair, true).end
  if (isSeq(node) && !node.flow && node.items.length > 0) return yamlEndOf(node.items.at(-1), dashesOf(node).at(-1))
  return (node as { range?: readonly number[] }).range?.[1] ?? yamlStartOf(node)
}

/** Block scalars end behind their last line break; that break belongs to the line. */
export function withoutBreak(text: string, end: number): number {
  if (text[end - 1] !== '\n') return end
  return text[end - 2] === '\r' ? end - 2 : end - 1
}
