import type { Run } from '../api/operations.ts'
import { useRead } from '../api/query.ts'
import { Card } from '../parts/Card.tsx'
import { PageLink } from '../parts/PageLink.tsx'
import { Row, Rows } from '../parts/Rows.tsx'
import { Loading } from '../parts/States.tsx'
import { RunLine } from '../runs/RunLine.tsx'

/** What runs, or else what ran last. */
export function RunningNow({ running }: { running: readonly Run[] }) {
  const { data, isPending } = useRead('run.list', { limit: 6 })
  const going = new Set(running.map(run => run.id))
  const last = (data?.runs ?? []).filter(run => !going.has(run.id)).slice(0, 6 - Math.min(5, running.length))
  return (
    <Card title="Runs" aside={<PageLink href="/runs">All runs</PageLink>} flush>
      {running.length > 0 && <RunRows label="Running now" runs={running} />}
      {isPending && running.length === 0 && <Loading rows={3} />}
      {last.length > 0 && (
        <>
          {running.length > 0 && (
            <h3 className="border-t border-line px-5 pt-3 text-xs text-faint max-sm:px-4">Before that</h3>
          )}
          <RunRows label="Latest runs" runs={last} />
        </>
      )}
      {!isPending && running.length === 0 && last.length === 0 && (
        <p className="px-5 py-6 text-soft max-sm:px-4">
          Nothing has run yet. <code className="font-mono text-xs text-ink">furrow exec -- npm test</code> would show up
          here, live.
        </p>
      )}
    </Card>
  )
}

function RunRows({ label, runs }: { label: string; runs: readonly Run[] }) {
  return (
    <Rows label={label}>
      {runs.map(run => (
        <Row key={run.id}>
          <RunLine run={run} />
        </Row>
      ))}
    </Rows>
  )
}
