import { useQueries } from '@tanstack/react-query'
import { callOperation } from '../../api/call.ts'
import { Card } from '../../parts/layout/Card.tsx'
import { ReadError } from '../../parts/layout/States.tsx'
import { count } from '../../parts/text/time.ts'
import { useNow } from '../../parts/text/useNow.ts'
import type { MilestoneDetail } from '../board-types.ts'
import { type BurnUpPoint, burnUp, burnUpStepsOf, byDay, linePath } from './burn-up.ts'

/** How much a milestone held and how much of it was done, over time. */
export default function BurnUp({ milestone: { features } }: { milestone: MilestoneDetail }) {
  const now = useNow(false)
  const found = useQueries({
    queries: features.map(({ id }) => ({
      queryKey: ['feature.show', { id }],
      queryFn: ({ signal }: { signal: AbortSignal }) => callOperation('feature.show', { id }, { signal }),
    })),
  })
  const failed = found.find(({ isError }) => isError)
  if (failed !== undefined) return <ReadError of={failed} />
  const points = burnUp(burnUpStepsOf(found.flatMap(({ data }) => data ?? [])), now)
  const last = points.at(-1)
  if (found.some(({ isPending }) => isPending) || last === undefined || last.all === 0) return null
  return (
    <Card title="Burn-up" aside={`${last.done} of ${count(last.all, 'step')} done`}>
      <p className="mb-3 text-xs text-soft">A step is a task, or the release of a feature.</p>
      <Picture points={points} />
      <Table points={points} />
    </Card>
  )
}

const SIZE = { width: 300, height: 100 }

/** The table below says the same in words. */
function Picture({ points }: { points: readonly BurnUpPoint[] }) {
  const lines = [
    { name: 'All steps', figureOf: ({ all }: BurnUpPoint) => all, look: 'stroke-line-strong' },
    { name: 'Done', figureOf: ({ done }: BurnUpPoint) => done, look: 'stroke-sprout' },
  ]
  return (
    <>
      <svg
        viewBox={`0 -3 ${SIZE.width} ${SIZE.height + 6}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-32 w-full border-b border-l border-line"
      >
        {lines.map(({ name, figureOf, look }) => (
          <path
            key={name}
            d={linePath(points, figureOf, SIZE)}
            vectorEffect="non-scaling-stroke"
            strokeWidth="2"
            className={`fill-none ${look}`}
          />
        ))}
      </svg>
      <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-faint">
        <span>{day.format(points[0]?.at)}</span>
        <span>{day.format(points.at(-1)?.at)}</span>
      </p>
      <ul aria-label="Legend" className="mt-1 flex flex-wrap gap-x-4 text-xs text-soft">
        {lines.map(({ name, look }) => (
          <li key={name} className="flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 16 4" className="h-1 w-4">
              <path d="M0 2H16" strokeWidth="3" className={look} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </>
  )
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

function Table({ points }: { points: readonly BurnUpPoint[] }) {
  return (
    <details className="mt-2 text-xs">
      <summary className="text-soft">By day</summary>
      <table className="tabular mt-1.5 text-left">
        <caption className="sr-only">Steps of this milestone by day</caption>
        <thead className="text-faint">
          <tr>
            {['Day', 'Done', 'All steps'].map(name => (
              <th key={name} scope="col" className="py-0.5 pr-6 font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byDay(points, at => day.format(at)).map(each => (
            <tr key={each.day}>
              <th scope="row" className="py-0.5 pr-6 font-normal">
                {each.day}
              </th>
              <td className="pr-6">{each.done}</td>
              <td>{each.all}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
