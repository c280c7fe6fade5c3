import { useRead } from '../../api/query.ts'
import { PageLink } from '../../parts/layout/PageLink.tsx'
import { Elapsed } from '../../parts/text/Time.tsx'

/** The checks that run right now, with a link to each log. */
export function Verifying({ change }: { change: string }) {
  const runs = useRead('run.list', { kind: 'gate', limit: 20 })
  const mine = (runs.data?.runs ?? []).filter(
    run => run.links?.includes(`change:${change}`) && (run.status === 'running' || run.status === 'queued'),
  )
  return (
    <div role="status" className="rounded-md bg-sky-wash px-4 py-3">
      {mine.length === 0 && <p>Verifying…</p>}
      {mine.map(run => (
        <p key={run.id} className="flex flex-wrap items-center gap-x-3">
          <span className="size-2 animate-pulse-dot rounded-full bg-sky" aria-hidden="true" />
          <PageLink href={`/runs/${run.id}`}>{run.label}</PageLink> is running, <Elapsed from={run.started_at} />
        </p>
      ))}
    </div>
  )
}
