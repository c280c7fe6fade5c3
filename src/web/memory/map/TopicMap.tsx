import { Link } from '@tanstack/react-router'
import { useRead } from '../../api/query.ts'
import { classes } from '../../parts/classes.ts'
import { Card } from '../../parts/layout/Card.tsx'
import { ReadError } from '../../parts/layout/States.tsx'
import { count } from '../../parts/text/time.ts'
import { monthsOf, mostIn, strengthOf, type TopicMonths } from './months.ts'

/** From no records to the fullest month. */
const LOOKS = [
  'bg-sunk text-faint',
  'bg-sprout-wash text-ink',
  'bg-sprout/30 text-ink',
  'bg-sprout/45 text-ink',
  'bg-sprout-fill text-on-sprout',
]

const MOST_MONTHS = 12
const MOST_TOPICS = 12

/** How much was remembered about each topic, month by month; a topic leads to its records. */
export default function TopicMap() {
  const found = useRead('memory.topics', {})
  if (found.isError) return <ReadError of={found} />
  const topics = found.data?.topics ?? []
  if (topics.length === 0) return null
  const shown = topics.slice(0, MOST_TOPICS)
  return (
    <div className="mb-5">
      <Card title="Topics" aside="records by month">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <div tabIndex={0} className="overflow-x-auto">
          <Grid topics={shown} months={monthsOf(shown, MOST_MONTHS)} />
        </div>
        {topics.length > shown.length && (
          <p className="mt-2 text-xs text-soft">{count(topics.length - shown.length, 'smaller topic')} not shown.</p>
        )}
      </Card>
    </div>
  )
}

const monthName = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

function Grid({ topics, months }: { topics: readonly TopicMonths[]; months: readonly string[] }) {
  const most = mostIn(topics)
  return (
    <table className="tabular border-separate border-spacing-0.5 text-xs">
      <caption className="sr-only">Records of each topic by month</caption>
      <thead className="text-faint">
        <tr>
          <th scope="col" className="pr-3 text-left font-normal">
            Topic
          </th>
          {months.map(month => (
            <th key={month} scope="col" className="min-w-10 px-1 font-normal whitespace-nowrap">
              {monthName.format(Date.parse(`${month}-01T00:00:00Z`))}
            </th>
          ))}
          <th scope="col" className="pl-3 text-right font-normal">
            All
          </th>
        </tr>
      </thead>
      <tbody>
        {topics.map(each => (
          <tr key={each.topic ?? ''}>
            <th scope="row" className="max-w-48 truncate pr-3 text-left font-normal">
              <TopicName topic={each.topic} />
            </th>
            {months.map(month => {
              const records = each.months.find(one => one.month === month)?.records ?? 0
              return (
                <td
                  key={month}
                  className={classes('h-6 rounded-xs px-1 text-center', LOOKS[strengthOf(records, most)])}
                >
                  {records}
                </td>
              )
            })}
            <td className="pl-3 text-right text-soft">{each.records}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TopicName({ topic }: { topic: string | undefined }) {
  if (topic === undefined) return <span className="text-soft">no topic</span>
  return (
    <Link
      to="/memory"
      search={{ q: `topic:${topic}` }}
      className="font-medium text-sprout underline decoration-sprout/40 underline-offset-3"
    >
      {topic}
    </Link>
  )
}
