import type { Node, Tree, TreeCursor } from 'web-tree-sitter'
import type { Grammar } from './languages.ts'

/** A function, class or section by its lines, from 0. */
export interface SymbolSpan {
  readonly name: string
  /** Itself and what it stands in, outermost first. */
  readonly names: readonly string[]
  readonly first: number
  readonly last: number
}

const LONGEST_NAME = 120

/** The symbols of a file, each before those inside it. Only what can hold symbols is entered. */
export function symbolOutline(tree: Tree, grammar: Grammar): SymbolSpan[] {
  const cursor = tree.walk()
  const spans: SymbolSpan[] = []
  try {
    enter(cursor, { grammar, names: [], spans, first: undefined })
    return spans
  } finally {
    cursor.delete()
  }
}

interface OutlineWalk {
  readonly grammar: Grammar
  readonly names: readonly string[]
  readonly spans: SymbolSpan[]
  /** Where the decorators or the `export` before a symbol begin. */
  readonly first: number | undefined
}

function enter(cursor: TreeCursor, walk: OutlineWalk): void {
  if (!cursor.gotoFirstChild()) return
  do visit(cursor, walk)
  while (cursor.gotoNextSibling())
  cursor.gotoParent()
}

/** Nodes that merely stand around a symbol: it begins where they do. */
const AROUND = new Set(['decorated_definition', 'export_statement', 'template_declaration', 'ambient_declaration'])

function visit(cursor: TreeCursor, walk: OutlineWalk): void {
  const type = cursor.nodeType
  const { symbols, holders } = walk.grammar
  const isSymbol = symbols.has(type)
  if (!isSymbol && !holders.has(type)) return
  const first = walk.first ?? cursor.startPosition.row
  const name = isSymbol ? nameOf(cursor) : undefined
  if (name !== undefined) {
    const names = [...walk.names, name]
    walk.spans.push({ name, names, first, last: cursor.endPosition.row })
    if (holders.has(type)) enter(cursor, { ...walk, names, first: undefined })
  } else if (holders.has(type)) enter(cursor, { ...walk, first: AROUND.has(type) ? first : undefined })
}

/** By the field that grammars call `name`, wherever below it stands: `const <name> = ...`, `type ( <name> ... )`. */
function nameOf(cursor: TreeCursor): string | undefined {
  const node = cursor.currentNode
  if (node.type === 'assignment_expression') return assigned(node)
  const direct =
    node.childForFieldName('name') ?? node.childForFieldName('declarator') ?? node.childForFieldName('type')
  const named = direct ?? node.namedChild(0)
  if (named === null) return undefined
  const inner = named.childForFieldName('name') ?? named.childForFieldName('declarator')
  const text = (inner ?? named).text.split(/[\n({=]/)[0]?.trim() ?? ''
  return text === '' || text.length > LONGEST_NAME ? undefined : text
}

/** `Runner.prototype.run = function () {}` defines `Runner.prototype.run`; most assignments define nothing. */
function assigned(node: Node): string | undefined {
  const made = node.childForFieldName('right')?.type ?? ''
  const name = node.childForFieldName('left')?.text ?? ''
  return /function|class/.test(made) && /^[\w$.]+$/.test(name) && name.length <= LONGEST_NAME ? name : undefined
}
