import { useRead } from '../../api/query.ts'
import type { RunDetail } from '../../api/types.ts'
import { ReadError } from '../../parts/layout/States.tsx'
import { hasEnded } from '../status.ts'
import Trend from './Trend.tsx'

/** How the gate of this run did before and since. */
export default function GateTrend({ run }: { run: RunDetail }) {
  const runs = useRead('run.list', { kind: 'gate', limit: 200 })
  if (runs.isError) return <ReadError of={runs} />
  const samples = (runs.data?.runs ?? [])
    .filter(each => isSameGate(each, run) && hasEnded(each))
    .map(({ id, status, started_at: at, duration_ms: ms = 0 }) => ({ id, status, at, ms }))
  return <Trend of={run.label} samples={samples} />
}

/** Commands that prove changes share their names: each is told apart by what it runs. */
function isSameGate(one: RunDetail, other: RunDetail): boolean {
  return one.label === other.label && JSON.stringify(one.argv) === JSON.stringify(other.argv)
}
