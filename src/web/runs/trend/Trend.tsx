import { count, duration } from '../../parts/text/time.ts'
import { statusLabelOf } from '../status.ts'
import { type Bar, barsOf, daysOf, figuresOf, type RunSample, rateOf } from './trend.ts'

const FILLS: Readonly<Record<string, string>> = {
  sprout: 'fill-sprout-fill',
  rust: 'fill-rust-fill',
  amber: 'fill-amber',
  clay: 'fill-clay',
  plain: 'fill-line-strong',
}

/** Two runs are a trend, one is not. */
const LEAST = 2

/** How often the last runs of a tool or a gate succeeded and how long they took, as a picture and as a table by day. */
export default function Trend({ of, samples }: { of: string; samples: readonly RunSample[] }) {
  if (samples.length < LEAST) return null
  const figures = figuresOf(samples)
  const rate = rateOf(figures)
  return (
    <section aria-label={`Success and durations of ${of}`} className="mb-4 shrink-0 rounded-lg border border-line p-3">
      <p className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem]">
        {rate !== undefined && (
          <span>
            <strong className="font-semibold">{rate} succeeded</strong>{' '}
            <span className="text-soft">
              ({figures.succeeded} of {count(figures.judged, 'run')})
            </span>
          </span>
        )}
        <span className="text-soft">
          median {duration(figures.median)}, slowest {duration(figures.slowest)}
          {figures.succeeded > 0 && figures.succeeded < figures.runs && ' of those that succeeded'}
        </span>
      </p>
      <Picture bars={barsOf(samples)} />
      <Table of={of} samples={samples} />
    </section>
  )
}

const STEP = 10
const TALL = 48

/** The table below says the same in words. */
function Picture({ bars }: { bars: readonly Bar[] }) {
  const statuses = [...new Set(bars.map(({ status }) => status))]
  return (
    <>
      <svg
        viewBox={`0 0 ${Math.max(bars.length, FEWEST_PLACES) * STEP} ${TALL}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-12 w-full border-b border-line"
      >
        {bars.map(({ id, status, height }, index) => (
          <rect
            key={id}
            x={index * STEP + 1}
            y={TALL - height * TALL}
            width={STEP - 2}
            height={height * TALL}
            className={FILLS[statusLabelOf(status).tone] ?? 'fill-line-strong'}
          />
        ))}
      </svg>
      <ul aria-label="Legend" className="mt-1.5 flex flex-wrap gap-x-3 text-xs text-soft">
        {statuses.map(status => (
          <li key={status} className="flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2">
              <rect width="8" height="8" className={FILLS[statusLabelOf(status).tone] ?? 'fill-line-strong'} />
            </svg>
            {statusLabelOf(status).word}
          </li>
        ))}
        <li>oldest first, height is duration</li>
      </ul>
    </>
  )
}

/** A few bars keep their width. */
const FEWEST_PLACES = 20

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

function Table({ of, samples }: { of: string; samples: readonly RunSample[] }) {
  return (
    <details className="mt-2 text-xs">
      <summary className="text-soft">By day</summary>
      <table className="tabular mt-1.5 w-full text-left">
        <caption className="sr-only">Success and durations of {of} by day</caption>
        <thead className="text-faint">
          <tr>
            {['Day', 'Succeeded', 'Median', 'Slowest'].map(name => (
              <th key={name} scope="col" className="py-0.5 pr-3 font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {daysOf(samples, at => day.format(Date.parse(at))).map(each => (
            <tr key={each.day}>
              <th scope="row" className="py-0.5 pr-3 font-normal">
                {each.day}
              </th>
              <td className="pr-3">
                {each.succeeded} of {each.judged}
              </td>
              <td className="pr-3">{duration(each.median)}</td>
              <td>{duration(each.slowest)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
