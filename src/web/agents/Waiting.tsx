import { useRead } from '../api/query.ts'
import { Card } from '../parts/layout/Card.tsx'
import { ReadError } from '../parts/layout/States.tsx'
import { PermissionCard } from './Permissions.tsx'

/** What agents wait for, in all runs; where nothing waits there is nothing to see. */
export function WaitingRuns() {
  const asking = useRead('agent.permissions', {})
  const waiting = asking.data?.permissions ?? []
  if (asking.isError) return <ReadError of={asking} />
  if (waiting.length === 0) return null
  return (
    <Card title="Agents ask" aside={<span className="tabular">{waiting.length}</span>}>
      <div className="space-y-3">
        {waiting.map(asked => (
          <PermissionCard key={`${asked.run} ${asked.id}`} run={asked.run} asked={asked} from={asked.label} />
        ))}
      </div>
    </Card>
  )
}
