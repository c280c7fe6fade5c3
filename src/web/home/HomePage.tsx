import { AgentsAway } from '../agents/AgentsAway.tsx'
import { Waiting } from '../agents/Waiting.tsx'
import { useRead } from '../api/query.ts'
import { Page } from '../parts/Page.tsx'
import { ErrorBox, Loading, ReadError } from '../parts/States.tsx'
import { Away } from './Away.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { LatestRuns } from './LatestRuns.tsx'
import { Needs } from './Needs.tsx'
import { StartBox } from './StartBox.tsx'
import { lastSeen } from './seen.ts'
import { Underway } from './Underway.tsx'

/** What needs me, what runs, what was done. */
export function HomePage() {
  const status = useRead('workspace.status', {})
  const attention = useRead('flow.attention', {})
  const log = useRead('store.log', { limit: 20 })
  const title = status.data?.workspace?.name ?? 'Home'
  if (status.isPending)
    return (
      <Page title={title}>
        <Loading rows={6} />
      </Page>
    )
  if (status.isError)
    return (
      <Page title={title}>
        <ErrorBox error={status.error} retry={() => void status.refetch()} />
      </Page>
    )
  const { workspace, running, recent } = status.data
  const needs = [...status.data.needs, ...(attention.data?.needs ?? [])]
  const isNew = needs.length === 0 && running.length === 0 && recent.length === 0
  return (
    <Page title={title} lead={<Lead root={workspace.root} branch={workspace.branch} />}>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
        <div className="space-y-6">
          <StartBox />
          <Waiting />
          <ReadError of={attention} />
          {isNew ? <FirstSteps /> : <Needs needs={needs.filter(({ kind }) => kind !== 'permission')} />}
          <Underway status={status.data} />
          <AgentsAway since={lastSeen} />
          <Away log={log} />
        </div>
        <LatestRuns />
      </div>
    </Page>
  )
}

function Lead({ root, branch }: { root: string; branch: string | undefined }) {
  return (
    <>
      <p className="max-w-[68ch]">
        The workbench of this repository: what you and your coding agents explore, specify, build and remember.
      </p>
      <p className="mt-1 font-mono text-[0.8125rem] break-words">
        {root}
        {branch && <span className="text-faint"> on </span>}
        {branch}
      </p>
    </>
  )
}
