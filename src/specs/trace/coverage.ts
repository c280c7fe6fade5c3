import type { SpecSection } from '../write/texts.ts'
import { type RecordedDecision, type SpecGraph, traceGraphOf } from './graph.ts'
import type { CoverageRow, SpecLocation, Trace, TraceNode } from './model.ts'
import { claimedWaves, cyclesIn, misplacedIn, type Needs, overlapsIn, wavesOf } from './order.ts'

export type CodeLinks = ReadonlyMap<string, readonly SpecLocation[]>

/** Everything that the ids of the texts tell: what covers what, what is left out, in which order it can be done. */
export function traceOf(
  parts: readonly SpecSection[],
  { decisions, code }: { decisions: readonly RecordedDecision[]; code?: CodeLinks },
): Trace {
  const graph = traceGraphOf(parts, decisions)
  const coverage = graph.nodes
    .filter(({ kind }) => kind === 'FR' || kind === 'NFR' || kind === 'BR')
    .map(node => rowOf(node, graph, code))
  const needs = needsOf(graph)
  const claimed = claimedWaves(
    parts
      .filter(({ key }) => key === 'wave_assignments')
      .map(({ text }) => text)
      .join('\n'),
  )
  const waves = wavesOf(needs)
  return {
    nodes: [...graph.nodes],
    edges: [...graph.edges],
    coverage,
    uncovered: uncoveredIn(coverage),
    orphans: orphansIn(graph),
    dangling: [...graph.dangling],
    cycles: cyclesIn(needs),
    waves,
    overlaps: overlapsIn(claimed.size === 0 ? waves : asWaves(claimed), graph.files),
    misplaced: misplacedIn(claimed, needs),
  }
}

function rowOf({ id, title, priority }: TraceNode, { edges }: SpecGraph, code: CodeLinks | undefined): CoverageRow {
  const tasks = edges.filter(({ to, kind }) => to === id && kind === 'covers').map(({ from }) => from)
  return {
    id,
    title,
    ...(priority !== undefined && { priority }),
    designed: edges.some(({ to, kind }) => to === id && kind === 'designs'),
    tasks,
    ...(code !== undefined && { code: [...(code.get(id) ?? [])] }),
    covered: tasks.length > 0,
  }
}

/** Must-haves first; what is not for this version needs nothing, and rules are covered by what enforces them. */
function uncoveredIn(rows: readonly CoverageRow[]): string[] {
  const order = ['must', 'should', undefined, 'could']
  return rows
    .filter(({ id, covered, priority }) => !covered && priority !== 'wont' && !id.startsWith('BR-'))
    .sort((a, b) => order.indexOf(a.priority) - order.indexOf(b.priority))
    .map(({ id }) => id)
}

function orphansIn({ nodes, edges }: SpecGraph): string[] {
  return nodes
    .filter(({ id, kind }) => {
      if (kind === 'TASK') return !edges.some(edge => edge.from === id && edge.kind === 'covers')
      return (kind === 'BR' || kind === 'ADR') && !edges.some(edge => edge.to === id && edge.from !== 'design')
        ? !edges.some(edge => edge.to === id && edge.kind === 'designs' && kind === 'BR')
        : false
    })
    .map(({ id }) => id)
}

function needsOf({ nodes, edges }: SpecGraph): Needs {
  const tasks = nodes.filter(({ kind }) => kind === 'TASK').map(({ id }) => id)
  return new Map(
    tasks.map(id => [id, edges.filter(({ from, kind }) => from === id && kind === 'depends').map(({ to }) => to)]),
  )
}

function asWaves(claimed: ReadonlyMap<string, number>): string[][] {
  const waves: string[][] = Array.from({ length: Math.max(...claimed.values()) }, () => [])
  for (const [task, wave] of claimed) waves[wave - 1]?.push(task)
  return waves
}
