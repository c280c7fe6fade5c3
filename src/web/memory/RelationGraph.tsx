import { useId } from 'react'
import type { Output } from '../api/call.ts'
import { classes } from '../parts/classes.ts'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { EmptyState } from '../parts/layout/States.tsx'
import { BOX, type PlacedNode, placeEdge, placeRecordNodes, recordGraphExtent } from './graph.ts'

/** The picture helps the eye; the list below it says the same in words and leads on. */
export function RelationGraph({ answer }: { answer: Output<'memory.get'> }) {
  const { observation, relations, related } = answer
  if (related.length === 0)
    return (
      <EmptyState icon="memory" title="No relations yet">
        Relations say that a record supersedes, implements or contradicts another.
      </EmptyState>
    )
  const titles = new Map([[observation.id, observation.title], ...related.map(({ id, title }) => [id, title] as const)])
  return (
    <>
      <Picture answer={answer} titles={titles} />
      <ul className="mt-5 space-y-1.5">
        {relations.map(({ id, from, to, type, note }) => (
          <li key={id}>
            <PageLink href={`/memory/${from}`}>{titles.get(from) ?? `#${from}`}</PageLink> {type.replaceAll('_', ' ')}{' '}
            <PageLink href={`/memory/${to}`}>{titles.get(to) ?? `#${to}`}</PageLink>
            {note !== undefined && <span className="text-soft">: {note}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

interface PictureProps {
  readonly answer: Output<'memory.get'>
  readonly titles: ReadonlyMap<number, string>
}

const LONGEST_LABEL = 28
/** Words stay readable where a line runs behind them. */
const HALO = 'stroke-panel stroke-[4px] text-[11px] [paint-order:stroke]'

function Picture({ answer: { observation, relations, related }, titles }: PictureProps) {
  const arrow = useId()
  const nodes = placeRecordNodes(observation.id, related)
  const { width, height } = recordGraphExtent(nodes)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="max-h-[32rem] overflow-auto rounded-lg border border-line bg-panel p-4">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <marker id={arrow} viewBox="0 0 8 8" refX={7} refY={4} markerWidth={7} markerHeight={7} orient="auto">
          <path d="M0 0 8 4 0 8z" className="fill-line-strong" />
        </marker>
        {placedEdges(nodes, relations).map(({ id, type, path, label }) => (
          <g key={id}>
            <path d={path} markerEnd={`url(#${arrow})`} className="fill-none stroke-line-strong" strokeWidth={1.5} />
            <text x={label.x} y={label.y} textAnchor={label.anchor} className={classes(HALO, 'fill-soft')}>
              {type.replaceAll('_', ' ')}
            </text>
          </g>
        ))}
        {nodes.map(({ id, x, y, depth }) => (
          <g key={id}>
            <title>{titles.get(id) ?? `#${id}`}</title>
            <rect
              x={x}
              y={y}
              width={BOX.width}
              height={BOX.height}
              rx={6}
              className={depth === 0 ? 'fill-sprout-wash stroke-sprout' : 'fill-panel stroke-line-strong'}
            />
            <text x={x + 12} y={y + BOX.height / 2 + 4} className="fill-ink text-[12px]">
              {shortened(titles.get(id) ?? `#${id}`)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}

type ShownRelation = Output<'memory.get'>['relations'][number]

/** The lines whose both ends are drawn; several to one record are told apart by where their words stand. */
function placedEdges(nodes: readonly PlacedNode[], relations: readonly ShownRelation[]) {
  const at = new Map(nodes.map(node => [node.id, node]))
  const ends = new Map<number, number>()
  return relations.flatMap(({ id, from, to, type }) => {
    const [a, b] = [at.get(from), at.get(to)]
    if (a === undefined || b === undefined) return []
    const { id: end } = a.depth > b.depth ? a : b
    const earlier = ends.get(end) ?? 0
    ends.set(end, earlier + 1)
    return [{ id, type, ...placeEdge(a, b, earlier) }]
  })
}

function shortened(title: string): string {
  return title.length <= LONGEST_LABEL ? title : `${title.slice(0, LONGEST_LABEL - 1).trimEnd()}…`
}
