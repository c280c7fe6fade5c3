import type { Output } from '../api/call.ts'
import { classes } from '../parts/classes.ts'
import { PageLink } from '../parts/PageLink.tsx'
import { EmptyState } from '../parts/States.tsx'
import { extentOf, placeNodes } from './graph.ts'

/** The picture helps the eye; the list below it says the same in words and leads on. */
export function RelationGraph({ answer }: { answer: Output<'memory.get'> }) {
  const { observation, relations, related } = answer
  if (related.length === 0)
    return (
      <EmptyState icon="memory" title="It stands alone">
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

const LONGEST_LABEL = 24
/** Words stay readable where a line runs behind them. */
const HALO = 'stroke-panel stroke-[4px] text-[11px] [paint-order:stroke]'

function Picture({ answer: { observation, relations, related }, titles }: PictureProps) {
  const nodes = placeNodes(observation.id, related)
  const at = new Map(nodes.map(node => [node.id, node]))
  const extent = extentOf(nodes)
  return (
    <svg
      viewBox={`${-extent} ${-extent} ${2 * extent} ${2 * extent}`}
      aria-hidden="true"
      className="max-h-96 w-full rounded-lg border border-line bg-panel"
    >
      {relations.map(({ id, from, to, type }) => {
        const [a, b] = [at.get(from), at.get(to)]
        return (
          a &&
          b && (
            <g key={id}>
              <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} className="stroke-line-strong" strokeWidth={1.5} />
              <text x={(a.x + b.x) / 2} y={(a.y + b.y) / 2} textAnchor="middle" className={classes(HALO, 'fill-faint')}>
                {type.replaceAll('_', ' ')}
              </text>
            </g>
          )
        )
      })}
      {nodes.map(({ id, x, y, depth }) => (
        <g key={id}>
          <circle cx={x} cy={y} r={depth === 0 ? 12 : 8} className={depth === 0 ? 'fill-sprout' : 'fill-clay'} />
          <text x={x} y={y + 26} textAnchor="middle" className={classes(HALO, 'fill-soft')}>
            {shortened(titles.get(id) ?? `#${id}`)}
          </text>
        </g>
      ))}
    </svg>
  )
}

function shortened(title: string): string {
  return title.length <= LONGEST_LABEL ? title : `${title.slice(0, LONGEST_LABEL - 1).trimEnd()}…`
}
