import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useRead } from '../api/query.ts'
import type { Run } from '../api/types.ts'
import { Page } from '../parts/Page.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import { bytes, count } from '../parts/time.ts'
import { Attachments } from './Attachments.tsx'
import { Log } from './log/Log.tsx'
import { RunActions } from './RunActions.tsx'
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
    <Page title={run.data.label} lead={<Facts run={run.data} />} actions={<RunActions run={run.data} />} tall>
      <Attachments run={run.data} />
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

function Facts({ run }: { run: Run }) {
  const facts = [
    run.contained === true && 'contained',
    run.level === 'group' && run.contained === undefined && 'no namespace of its own',
    run.lines !== undefined && count(run.lines, 'line'),
    run.bytes !== undefined && bytes(run.bytes),
    run.cut && 'log cut in the middle',
    run.pinned && 'kept',
  ].filter(fact => typeof fact === 'string' && fact !== '')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <RunStatus run={run} />
      {run.reason && <span className="basis-full break-words text-ink">{run.reason}</span>}
      {run.contained === false && (
        <span className="basis-full break-words text-ink">Not contained: {run.missing?.join('; ')}</span>
      )}
      {facts.map(fact => (
        <span key={fact as string} className="tabular text-faint max-sm:hidden">
          {fact}
        </span>
      ))}
    </div>
  )
}

function defined(search: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined))
}
