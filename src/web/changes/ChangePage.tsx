import { useParams, useSearch } from '@tanstack/react-router'
import { useRead } from '../api/query.ts'
import { Badge } from '../parts/Badge.tsx'
import { Page } from '../parts/Page.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { Aside } from './Aside.tsx'
import { ChangeActions } from './ChangeActions.tsx'
import { Decisions, OpenDecision } from './Decisions.tsx'
import { firstStage, PROOF, STATUS, titleOf } from './look.ts'
import { StageLine } from './StageLine.tsx'
import { StageView } from './StageView.tsx'
import type { Change } from './types.ts'

export default function ChangePage() {
  const { id } = useParams({ from: '/changes/$id' })
  const change = useRead('change.status', { change_id: id })
  if (change.isPending)
    return (
      <Page title="Change">
        <Loading rows={8} />
      </Page>
    )
  if (change.isError)
    return (
      <Page title="Change">
        <ErrorBox error={change.error} retry={() => void change.refetch()} />
      </Page>
    )
  return <Shown key={id} change={change.data} />
}

function Shown({ change }: { change: Change }) {
  const search = useSearch({ from: '/changes/$id' })
  const known = change.stages.some(({ name }) => name === search.stage)
  const stage = known && search.stage !== undefined ? search.stage : firstStage(change)
  return (
    <Page title={titleOf(change)} lead={<Facts change={change} />} actions={<ChangeActions change={change} />}>
      <div className="mb-6 rounded-lg border border-line bg-panel px-3 pt-4 pb-3 shadow-sheet">
        <StageLine change={change} shown={stage} />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <StageView key={stage} change={change} stage={stage} />
        <div className="grid min-w-0 gap-4">
          <Aside change={change} />
          <Decisions change={change} />
        </div>
      </div>
      {search.adr !== undefined && <OpenDecision id={search.adr} change={change.id} />}
    </Page>
  )
}

function Facts({ change }: { change: Change }) {
  const { word, tone, icon } = STATUS[change.status]
  const done = change.status === 'completed' || change.status === 'archived'
  const proof = done ? PROOF[change.proof?.kind ?? 'none'] : undefined
  const long = change.description.trim() !== titleOf(change)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
        {proof && (
          <Badge tone={proof.tone} icon={proof.icon}>
            {proof.word}
          </Badge>
        )}
        <span className="font-medium text-ink">
          {change.size} {change.type}
        </span>
        <span className="font-mono text-xs break-all">{change.id}</span>
        <RelativeTime at={change.updated_at} />
      </div>
      {long && (
        <details className="mt-2">
          <summary className="w-fit text-sm text-sprout">Whole description</summary>
          <p className="mt-2 max-h-80 overflow-y-auto break-words whitespace-pre-wrap">{change.description}</p>
        </details>
      )}
    </>
  )
}
