import { useRead } from '../api/query.ts'
import type { RunDetail } from '../api/types.ts'
import { Card } from '../parts/layout/Card.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { RunLine } from '../runs/RunLine.tsx'
import { hasEnded } from '../runs/status.ts'
import { ShowChanges } from './ChangesView.tsx'

const MOST = 5

/** What agents did since you last looked, and what of it waits for your word. */
export function AgentsAway({ since }: { since: number }) {
  const runs = useRead('run.list', { kind: 'agent', limit: 20 })
  const shown = (runs.data?.runs ?? []).filter(run => isNews(run, since)).slice(0, MOST)
  if (shown.length === 0) return null
  return (
    <Card title="What agents did" flush>
      <Rows label="What agents did">
        {shown.map(run => (
          <Row key={run.id}>
            <RunLine run={run} />
            {run.agent?.snapshot !== undefined && (
              <div className="relative z-10 mt-1.5 pl-5">
                <ShowChanges run={run} />
              </div>
            )}
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

/** Over since then, or over and its changes not yet decided on. */
function isNews(run: RunDetail, since: number): boolean {
  if (!hasEnded(run)) return false
  return run.agent?.changes === 'open' || (since > 0 && Date.parse(run.ended_at ?? run.started_at) > since)
}
