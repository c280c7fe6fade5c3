import { useParams, useSearch } from '@tanstack/react-router'
import { isOutdated, useRead } from '../api/query.ts'
import { StageUse } from '../budget/StageUse.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { Aside } from './Aside.tsx'
import { ChangeActions } from './ChangeActions.tsx'
import { CHANGE_STATUS_LABELS, changeTitleOf, firstStage, PROOF_LABELS } from './change-labels.ts'
import type { ChangeDetail } from './change-types.ts'
import { Decisions, OpenDecision } from './decisions/Decisions.tsx'
import { ChangeStageLine } from './stages/StageLine.tsx'
import { StageView } from './stages/StageView.tsx'
import { UnsavedStages } from './stages/UnsavedStages.tsx'

export default function ChangePage() {
  const { id } = useParams({ from: '/changes/$id' })
  const change = useRead('change.status', { change_id: id })
  if (change.isPending)
    return (
      <Page title="Change">
        <Loading rows={8} />
      </Page>
    )
  if (change.data === undefined || isOutdated(change))
    return (
      <Page title="Change">
        <ErrorBox error={change.error} retry={() => void change.refetch()} />
      </Page>
    )
  return <Shown key={id} change={change.data} />
}

function Shown({ change }: { change: ChangeDetail }) {
  const search = useSearch({ from: '/changes/$id' })
  const known = change.stages.some(({ name }) => name === search.stage)
  const stage = known && search.stage !== undefined ? search.stage : firstStage(change)
  return (
    <Page title={changeTitleOf(change)} lead={<Facts change={change} />} actions={<ChangeActions change={change} />}>
      <div className="mb-6 rounded-lg border border-line bg-panel px-3 pt-4 pb-3 shadow-sheet">
        <ChangeStageLine change={change} shown={stage} />
      </div>
      <div className="mb-5 grid gap-4 empty:hidden">
        <UnsavedStages change={change} />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <StageView key={stage} change={change} stage={stage} />
        <div className="grid min-w-0 gap-4">
          <Aside change={change} />
          <StageUse change={change.id} />
          <Decisions change={change} />
        </div>
      </div>
      {search.adr !== undefined && <OpenDecision id={search.adr} change={change.id} />}
    </Page>
  )
}

function Facts({ change }: { change: ChangeDetail }) {
  const { word, tone, icon } = CHANGE_STATUS_LABELS[change.status]
  const done = change.status === 'completed' || change.status === 'archived'
  const proof = done ? PROOF_LABELS[change.proof?.kind ?? 'none'] : undefined
  const long = change.description.trim() !== changeTitleOf(change)
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
