import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { isOutdated, useRead } from '../api/query.ts'
import type { RunDetail } from '../api/types.ts'
import { Page } from '../parts/layout/Page.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Log } from './log/Log.tsx'
import { RunActions } from './RunActions.tsx'
import { RunFacts } from './RunFacts.tsx'
import { RunOutcome } from './RunOutcome.tsx'
import { RunStatus } from './RunStatus.tsx'
import type { RunSearch } from './run-params.ts'

const AgentRun = lazy(() => import('../agents/AgentRun.tsx'))
const GateTrend = lazy(() => import('./trend/GateTrend.tsx'))
const Waterfall = lazy(() => import('./waterfall/Waterfall.tsx'))

export default function RunPage() {
  const { id } = useParams({ from: '/runs/$id' })
  const search = useSearch({ from: '/runs/$id' })
  const navigate = useNavigate({ from: '/runs/$id' })
  const run = useRead('run.show', { id })
  if (run.isPending)
    return (
      <Page title="Run">
        <Loading rows={8} />
      </Page>
    )
  if (run.data === undefined || isOutdated(run))
    return (
      <Page title="Run">
        <ErrorBox error={run.error} retry={() => void run.refetch()} />
      </Page>
    )
  const onSearch = (change: Record<string, string | undefined>) =>
    void navigate({
      search: now => defined({ ...now, ...change }) as RunSearch,
      replace: true,
      resetScroll: false,
    })
  return (
    <Page title={run.data.label} lead={<Lead run={run.data} />} actions={<RunActions run={run.data} />} tall>
      <RunOutcome run={run.data} />
      {run.data.kind !== 'agent' && (
        <Suspense>
          <Waterfall run={run.data} />
        </Suspense>
      )}
      <RunFacts run={run.data} />
      {run.data.kind === 'gate' && (
        <Suspense>
          <GateTrend run={run.data} />
        </Suspense>
      )}
      {run.data.kind === 'agent' ? (
        <Suspense fallback={<Loading rows={6} />}>
          <AgentRun run={run.data} search={search} onSearch={onSearch} />
        </Suspense>
      ) : (
        <Log key={id} run={run.data} search={search} onSearch={onSearch} />
      )}
    </Page>
  )
}

function Lead({ run }: { run: RunDetail }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <RunStatus run={run} />
      {run.contained === false && (
        <span className="basis-full break-words text-ink">Not contained: {run.missing?.join('; ')}</span>
      )}
    </div>
  )
}

function defined(search: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined))
}
