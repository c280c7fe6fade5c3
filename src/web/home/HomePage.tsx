import { AgentsAway } from '../agents/AgentsAway.tsx'
import { WaitingRuns } from '../agents/Waiting.tsx'
import { isOutdated, useRead } from '../api/query.ts'
import { Page } from '../parts/layout/Page.tsx'
import { ErrorBox, Loading, ReadError } from '../parts/layout/States.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { Gates } from './gates/Gates.tsx'
import { LatestRuns } from './LatestRuns.tsx'
import { lastVisit } from './last-visit.ts'
import { Needs } from './Needs.tsx'
import { useNeeds } from './needs.ts'
import { FinishedChanges, OpenWorkList } from './OpenWorkList.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { StartBox } from './StartBox.tsx'

/** What needs me, what runs, what was done. */
export function HomePage() {
  const status = useRead('workspace.status', {})
  const attention = useRead('flow.attention', {})
  const log = useRead('store.log', { limit: 20 })
  const needs = useNeeds()
  const title = status.data?.workspace?.name ?? 'Home'
  if (status.isPending)
    return (
      <Page title={title}>
        <Loading rows={6} />
      </Page>
    )
  if (status.data === undefined || isOutdated(status))
    return (
      <Page title={title}>
        <ErrorBox error={status.error} retry={() => void status.refetch()} />
        {log.isSuccess && <RecentActivity log={log} />}
      </Page>
    )
  const { workspace, running, recent } = status.data
  const isNew = needs.length === 0 && running.length === 0 && recent.length === 0
  return (
    <Page title={title} lead={<Lead root={workspace.root} branch={workspace.branch} />}>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
        <div className="space-y-6">
          <StartBox />
          <WaitingRuns />
          <ReadError of={attention} />
          <FirstSteps />
          {!isNew && <Needs needs={needs} />}
          <OpenWorkList status={status.data} />
          <FinishedChanges finished={status.data.finished} />
          <AgentsAway since={lastVisit} />
          <RecentActivity log={log} />
        </div>
        <div className="space-y-6">
          <Gates />
          <LatestRuns />
        </div>
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
