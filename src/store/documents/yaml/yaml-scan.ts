import { CST, Lexer } from 'yaml'
import type { Refused } from '../../../operation/errors.ts'
import { damaged, textPositionAt } from '../document.ts'

interface YamlLimits {
  readonly path: string
  readonly maxDepth: number
  /** Anchors and aliases that the text may hold. */
  readonly aliases: number
}

interface YamlScan {
  readonly levels: BlockLevel[]
  flow: number
  offset: number
  lineStart: number
  /** Nothing but white space on this line so far. */
  fresh: boolean
  /** Offset where the content token before this one starts. */
  lastContent: number
  mergeKey: boolean
  references: number
}

interface BlockLevel {
  readonly column: number
  readonly kind: 'map' | 'seq'
}

const REFERENCES = new Set(['anchor', 'alias'])
const INDICATORS = new Set(['seq-item-ind', 'explicit-key-ind', 'map-value-ind'])
const WITHOUT_WIDTH = new Set(['doc-mode', 'flow-error-end', 'scalar'])
const WITHOUT_CONTENT = new Set(['space', 'comment', 'newline', 'byte-order-mark', 'doc-mode', 'scalar'])

/**
 * Walks the parser's own tokens, so that no trick of quoting hides a level from this scan that the parser then sees.
 * The tokens come one by one and without recursion; the first one out of bounds ends the walk.
 */
export function whyNotYaml(text: string, rules: YamlLimits): Refused | undefined {
  if (isPlainlyHarmless(text, rules.maxDepth)) return undefined
  const scan: YamlScan = {
    levels: [],
    flow: 0,
    offset: 0,
    lineStart: 0,
    fresh: true,
    lastContent: 0,
    mergeKey: false,
    references: 0,
  }
  let scalarNext = false
  for (const source of new Lexer().lex(text)) {
    const type: string = scalarNext ? 'plain' : (CST.tokenType(source) ?? 'unknown')
    scalarNext = type === 'scalar'
    const reason = whyNotToken(scan, type, source) ?? measure(scan, type, rules)
    if (reason !== undefined) return damaged(rules.path, reason, textPositionAt(text, scan.offset))
    advance(scan, type, source)
  }
  return undefined
}

/**
 * Most files need no walk. Without these signs there is no reference, tag or merge key. A level that is open on a line
 * begins at or left of its indentation (at most a mapping and a sequence per column) or with an indicator on the line.
 */
function isPlainlyHarmless(text: string, maxDepth: number): boolean {
  if (/[&*!]|<</.test(text)) return false
  const brackets = text.match(/[[{]/g)?.length ?? 0
  if (brackets >= maxDepth) return false
  return text.split('\n').every(line => brackets + 2 * (line.search(/[^ ]|$/) + 1) + indicatorsIn(line) < maxDepth)
}

function indicatorsIn(line: string): number {
  return line.match(/[-?:](?=\s|$)/g)?.length ?? 0
}

function whyNotToken(scan: YamlScan, type: string, source: string): string | undefined {
  if (type === 'tag') return 'holds a tag, which no file of this kind may'
  if (type === 'map-value-ind' && scan.mergeKey) return 'holds a merge key, which no file of this kind may'
  if (type === 'plain') scan.mergeKey = source === '<<'
  return undefined
}

function measure(scan: YamlScan, type: string, { maxDepth, aliases }: YamlLimits): string | undefined {
  if (REFERENCES.has(type) && ++scan.references > aliases) return tooManyReferences(aliases)
  if (type === 'flow-seq-start' || type === 'flow-map-start') scan.flow++
  if (type === 'flow-seq-end' || type === 'flow-map-end') scan.flow = Math.max(0, scan.flow - 1)
  if (type === 'flow-error-end') scan.flow = 0
  if (type === 'doc-start' || type === 'doc-end') scan.levels.length = 0
  if (scan.flow === 0) measureBlock(scan, type)
  return scan.levels.length + scan.flow > maxDepth ? `nests deeper than ${maxDepth} levels` : undefined
}

function tooManyReferences(aliases: number): string {
  return aliases === 0
    ? 'holds an anchor or alias, which no file of this kind may'
    : `holds more than ${aliases} anchors and aliases`
}

function measureBlock(scan: YamlScan, type: string): void {
  if (WITHOUT_CONTENT.has(type)) return
  const column = scan.offset - scan.lineStart
  if (scan.fresh) closeLevels(scan.levels, column, type === 'seq-item-ind' ? 'seq' : 'map')
  if (!INDICATORS.has(type)) return
  const implicitKey = type === 'map-value-ind' && !scan.fresh
  const level: BlockLevel = {
    column: implicitKey ? Math.max(0, scan.lastContent - scan.lineStart) : column,
    kind: type === 'seq-item-ind' ? 'seq' : 'map',
  }
  const top = scan.levels.at(-1)
  if (top?.column !== level.column || top.kind !== level.kind) scan.levels.push(level)
}

/** A sequence may stand at the column of the key that holds it; a key at that column ends it. */
function closeLevels(levels: BlockLevel[], column: number, kind: BlockLevel['kind']): void {
  for (let top = levels.at(-1); top !== undefined; top = levels.at(-1)) {
    const open = top.column < column || (top.column === column && (kind === 'seq' || top.kind === 'map'))
    if (open) return
    levels.pop()
  }
}

function advance(scan: YamlScan, type: string, source: string): void {
  if (!WITHOUT_CONTENT.has(type) && type !== 'flow-error-end') {
    scan.fresh = false
    scan.lastContent = scan.offset
  }
  if (WITHOUT_WIDTH.has(type)) return
  scan.offset += source.length
  const newline = source.lastIndexOf('\n')
  if (newline === -1) return
  scan.lineStart = scan.offset - (source.length - newline - 1)
  if (type === 'newline' || type === 'plain') scan.fresh = newline === source.length - 1
}
