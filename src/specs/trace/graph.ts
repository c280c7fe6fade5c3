import { ID, idKindOf, itemIdsIn } from '../items/items.ts'
import { definitionsIn } from '../lint/findings.ts'
import { itemsOf, type PlacedItem, type SpecSection } from '../write/texts.ts'
import type { SpecLocation, TraceEdge, TraceNode } from './model.ts'

/** A decision that was recorded apart from the design. */
export interface RecordedDecision extends SpecLocation {
  readonly id: string
  readonly title: string
}

export interface SpecGraph {
  readonly nodes: readonly TraceNode[]
  readonly edges: readonly TraceEdge[]
  readonly dangling: readonly (SpecLocation & { id: string })[]
  /** The files that each task says it touches. */
  readonly files: ReadonlyMap<string, readonly string[]>
}

const PRIORITY: Readonly<Record<string, TraceNode['priority']>> = {
  must_have: 'must',
  should_have: 'should',
  could_have: 'could',
  wont_have: 'wont',
}
const FILE =
  /(?<![\w/.@-])(?:[\w@.-]+\/)+[\w.-]*\w|(?<![\w/.-])[\w-]+\.(?:ts|tsx|js|mjs|cjs|jsx|py|go|rs|java|kt|rb|php|cs|c|h|cpp|swift|sql|md|json|ya?ml|toml|html|css|sh)\b/g

/** The ids of the texts and how they hang together. */
export function traceGraphOf(parts: readonly SpecSection[], decisions: readonly RecordedDecision[]): SpecGraph {
  const items = itemsOf(parts)
  const nodes = nodesOf(items, decisions)
  const known = new Set(nodes.map(({ id }) => id))
  const tasks = definitionsIn(items).filter(({ stage }) => stage === 'tasks')
  const edges = [
    ...tasks.flatMap(coveredBy),
    ...tasks.flatMap(task => dependenciesIn(task.id, task.block)),
    ...parts.filter(({ key }) => key === 'dependency_graph').flatMap(({ text }) => orderIn(text)),
    ...parts
      .filter(({ stage }) => stage === 'design')
      .flatMap(({ text }) => itemIdsIn(text).map(to => edge('design', to, 'designs'))),
    ...definitionsIn(items)
      .filter(({ stage }) => stage !== 'tasks')
      .flatMap(mentionedBy),
  ]
  return {
    nodes,
    edges: unique(edges).filter(({ from, to }) => known.has(to) && (from === 'design' || known.has(from))),
    dangling: danglingIn(parts, known),
    files: new Map(tasks.map(({ id, block }) => [id, [...new Set(block.match(FILE) ?? [])]])),
  }
}

function nodesOf(items: readonly PlacedItem[], decisions: readonly RecordedDecision[]): TraceNode[] {
  const nodes = new Map<string, TraceNode>()
  for (const { id, title, path, line } of decisions) nodes.set(id, { id, kind: 'ADR', title, path, line })
  for (const { id, text, path, line, key } of definitionsIn(items)) {
    const priority = PRIORITY[key]
    if (!nodes.has(id))
      nodes.set(id, {
        id,
        kind: idKindOf(id),
        title: titleOf(text),
        path,
        line,
        ...(priority !== undefined && { priority }),
      })
  }
  return [...nodes.values()]
}

function coveredBy({ id, block }: { id: string; block: string }): TraceEdge[] {
  return itemIdsIn(block)
    .filter(to => idKindOf(to) !== 'TASK')
    .map(to => edge(id, to, 'covers'))
}

function mentionedBy({ id, block }: { id: string; block: string }): TraceEdge[] {
  return itemIdsIn(block)
    .filter(to => to !== id)
    .map(to => edge(id, to, 'mentions'))
}

/** `Depends on: TASK-001, TASK-002` within a task. */
function dependenciesIn(id: string, block: string): TraceEdge[] {
  const said =
    /\b(?:depends on|depends|blocked by|after|requires|needs)\b[:\s*_]*((?:[[(`*_\s]*TASK-\d+[\])`*_]*(?:\s*(?:,|and|&|\+)\s*)*)+)/gi
  return [...block.matchAll(said)].flatMap(([, list = '']) =>
    itemIdsIn(list)
      .filter(to => to !== id)
      .map(to => edge(id, to, 'depends')),
  )
}

/** Lines of the dependency graph: `TASK-002 depends on TASK-001`, or arrows from what comes first. */
function orderIn(text: string): TraceEdge[] {
  return text.split('\n').flatMap(line => {
    const said = /^(.*?)\b(?:depends on|needs|requires|after)\b(.*)$/i.exec(line)
    if (said !== null) return pairs(itemIdsIn(said[1] ?? ''), itemIdsIn(said[2] ?? ''))
    if (/<-+|←/.test(line)) return chain(line.split(/<-+|←/)).map(([later, first]) => edge(later, first, 'depends'))
    return chain(line.split(/-+(?:\|[^|]*\|)?>|=+>|→/)).map(([first, later]) => edge(later, first, 'depends'))
  })
}

function pairs(later: readonly string[], first: readonly string[]): TraceEdge[] {
  return later.flatMap(from => first.map(to => edge(from, to, 'depends')))
}

function chain(groups: readonly string[]): [string, string][] {
  return groups
    .slice(1)
    .flatMap((group, index) =>
      itemIdsIn(groups[index] ?? '').flatMap(one => itemIdsIn(group).map(other => [one, other] as [string, string])),
    )
}

function danglingIn(parts: readonly SpecSection[], known: ReadonlySet<string>): (SpecLocation & { id: string })[] {
  const told = new Set<string>()
  return parts.flatMap(({ text, path, line }) =>
    text.split('\n').flatMap((words, index) =>
      [...words.matchAll(ID)].flatMap(([id]) => {
        if (known.has(id) || told.has(`${path} ${id}`)) return []
        told.add(`${path} ${id}`)
        return [{ id, path, line: line + index }]
      }),
    ),
  )
}

function titleOf(text: string): string {
  const plain = text
    .replace(/\*\*|__|`/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const sentence = /^.{10,}?[.;](?=\s|$)/.exec(plain)?.[0] ?? plain
  return sentence.length > 120 ? `${sentence.slice(0, 117)}...` : sentence
}

function edge(from: string, to: string, kind: TraceEdge['kind']): TraceEdge {
  return { from, to, kind }
}

function unique(edges: readonly TraceEdge[]): TraceEdge[] {
  return [...new Map(edges.map(each => [`${each.from} ${each.to} ${each.kind}`, each])).values()]
}
