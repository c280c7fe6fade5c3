import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useRead } from '../api/query.ts'
import type { Run } from '../api/types.ts'
import { Page } from '../parts/Page.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import { Log } from './log/Log.tsx'
import { RunActions } from './RunActions.tsx'
import { RunFacts } from './RunFacts.tsx'
import { RunOutcome } from './RunOutcome.tsx'
import { RunStatus } from './RunStatus.tsx'
import type { RunSearch } from './search.ts'

const AgentRun = lazy(() => import('../agents/AgentRun.tsx'))

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
  if (run.isError)
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
      <RunFacts run={run.data} />
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

function Lead({ run }: { run: Run }) {
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
