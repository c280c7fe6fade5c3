import { useRead } from '../api/query.ts'
import type { RunDetail } from '../api/types.ts'
import { Card } from '../parts/layout/Card.tsx'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { RunLine } from '../runs/RunLine.tsx'
import { hasEnded } from '../runs/status.ts'

const MOST = 7

/** What runs now, and what ran last. */
export function LatestRuns() {
  const runs = useRead('run.list', { limit: MOST })
  const all = runs.data?.runs ?? []
  const going = all.filter(run => !hasEnded(run))
  const over = all.filter(hasEnded)
  return (
    <Card
      title={going.length > 0 ? 'Running now' : 'Latest runs'}
      aside={<PageLink href="/runs">All runs</PageLink>}
      flush
    >
      {runs.isPending && <Loading rows={3} />}
      {runs.isError && <ErrorBox error={runs.error} retry={() => void runs.refetch()} />}
      {going.length > 0 && <RunRows label="Running now" runs={going} />}
      {going.length > 0 && over.length > 0 && (
        <h3 className="border-t border-line px-5 pt-3 text-xs text-faint max-sm:px-4">Before that</h3>
      )}
      {over.length > 0 && <RunRows label="Latest runs" runs={over} />}
      {runs.isSuccess && all.length === 0 && (
        <p className="px-5 py-6 text-soft max-sm:px-4">
          Nothing has run yet. Tools, gates, commands and agents appear here while they run.
        </p>
      )}
    </Card>
  )
}

function RunRows({ label, runs }: { label: string; runs: readonly RunDetail[] }) {
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
