import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead, useReread, useWrite } from '../../api/query.ts'
import { DocumentEditor } from '../../parts/editor/DocumentEditor.tsx'
import { Button } from '../../parts/input/Button.tsx'
import { Card } from '../../parts/layout/Card.tsx'
import { Row, Rows } from '../../parts/layout/Rows.tsx'
import { EmptyState } from '../../parts/layout/States.tsx'
import { Markdown } from '../../parts/markdown/Markdown.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { Badge, type Tone } from '../../parts/text/Badge.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { CARD_STATUS_LABELS } from '../board-labels.ts'
import type { MilestoneDetail } from '../board-types.ts'
import { CardPage } from './CardPage.tsx'
import { MilestoneFeatures } from './MilestoneFeatures.tsx'
import { Problems } from './Problems.tsx'
import { Ref } from './Refs.tsx'
import { SayWhy } from './SayWhy.tsx'

const BurnUp = lazy(() => import('../burn-up/BurnUp.tsx'))

export default function MilestonePage() {
  const { id } = useParams({ from: '/board/milestones/$id' })
  const found = useRead('milestone.show', { id })
  return (
    <CardPage
      query={found}
      name="Milestone"
      facts={milestone => <Facts milestone={milestone} />}
      moves={milestone => <Moves milestone={milestone} />}
    >
      {milestone => <Shown milestone={milestone} />}
    </CardPage>
  )
}

function Facts({ milestone }: { milestone: MilestoneDetail }) {
  const { word, tone, icon } = CARD_STATUS_LABELS[milestone.status]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      {milestone.skipped_because && <span className="break-words">{milestone.skipped_because}</span>}
      {milestone.vision && <p className="basis-full break-words whitespace-pre-wrap">{milestone.vision}</p>}
    </div>
  )
}

function Moves({ milestone }: { milestone: MilestoneDetail }) {
  const [asking, setAsking] = useState(false)
  const release = useWrite('milestone.release', { onError: showRefusal })
  const skip = useWrite('milestone.skip', { onSuccess: () => setAsking(false) })
  const { id, status, uat } = milestone
  if (status === 'released' || status === 'skipped') return null
  const last = uat.findLast(({ verdict }) => verdict !== undefined)?.verdict
  const passed = last === 'pass' || last === 'pass_with_tasks'
  return (
    <>
      <Button
        kind="primary"
        icon="check"
        busy={release.isPending}
        reason={passed ? undefined : 'Its acceptance test has not passed'}
        onClick={() => release.mutate({ id })}
      >
        Release
      </Button>
      <Button icon="stop" onClick={() => setAsking(true)}>
        Abandon
      </Button>
      {asking && (
        <SayWhy
          title="Abandon this milestone?"
          label="Why?"
          yes="Abandon"
          busy={skip.isPending}
          error={skip.error}
          onYes={reason => skip.mutate({ id, reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Shown({ milestone }: { milestone: MilestoneDetail }) {
  const over = milestone.status === 'released' || milestone.status === 'skipped'
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-5">
        <Runs milestone={milestone} over={over} />
        <Card title="Acceptance test">
          <Acceptance id={milestone.id} before={milestone.acceptance_test ?? ''} over={over} />
        </Card>
      </div>
      <div className="grid min-w-0 gap-5">
        <MilestoneFeatures milestone={milestone} over={over} />
        <Suspense>
          <BurnUp milestone={milestone} />
        </Suspense>
      </div>
    </div>
  )
}

const VERDICTS: readonly { verdict: 'pass' | 'pass_with_tasks' | 'failed'; label: string; tone: Tone }[] = [
  { verdict: 'pass', label: 'Passed', tone: 'sprout' },
  { verdict: 'pass_with_tasks', label: 'Passed, with tasks', tone: 'sprout' },
  { verdict: 'failed', label: 'Failed', tone: 'rust' },
]

function Runs({ milestone, over }: { milestone: MilestoneDetail; over: boolean }) {
  const begin = useWrite('milestone.uat', { onError: showRefusal })
  const open = milestone.uat.find(({ verdict }) => verdict === undefined)
  return (
    <Card
      title="Acceptance runs"
      flush
      aside={
        !over &&
        open === undefined && (
          <Button
            size="small"
            busy={begin.isPending}
            reason={milestone.acceptance_test === undefined ? 'Write the acceptance test first' : undefined}
            onClick={() => begin.mutate({ id: milestone.id })}
          >
            Start a test run
          </Button>
        )
      }
    >
      <Problems problems={milestone.problems} />
      {milestone.uat.length === 0 && <EmptyState icon="runs" title="Not tried yet" />}
      {milestone.uat.length > 0 && (
        <Rows label="Acceptance runs">
          {milestone.uat.map(run => (
            <Row key={run.id}>
              <Run milestone={milestone.id} run={run} over={over} />
            </Row>
          ))}
        </Rows>
      )}
    </Card>
  )
}

function Run({ milestone, run, over }: { milestone: string; run: MilestoneDetail['uat'][number]; over: boolean }) {
  const judge = useWrite('milestone.verdict', { onError: showRefusal })
  const said = VERDICTS.find(({ verdict }) => verdict === run.verdict)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{run.id}</p>
        <p className="text-xs text-soft">
          <RelativeTime at={run.completed_at ?? run.started_at} />
          {run.by && `, ${run.by}`}
        </p>
        {run.deploy && (
          <p className="text-sm text-soft">
            tests <Ref to={`interaction:${run.deploy}`} />
          </p>
        )}
        {run.notes && <p className="mt-1 break-words">{run.notes}</p>}
      </div>
      {said && <Badge tone={said.tone}>{said.label}</Badge>}
      {!said && !over && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">How {run.id} went</legend>
          {VERDICTS.map(({ verdict, label }) => (
            <Button
              key={verdict}
              size="small"
              busy={judge.isPending}
              onClick={() => judge.mutate({ id: milestone, verdict })}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

function Acceptance({ id, before, over }: { id: string; before: string; over: boolean }) {
  const reread = useReread('milestone.show', { id })
  const write = useWrite('milestone.acceptance')
  if (over)
    return before === '' ? <p className="text-soft">Not written.</p> : <Markdown text={before} name="test" level={3} />
  return (
    <DocumentEditor
      name={`milestone.${id}`}
      label="What a person tries, in markdown"
      rows={8}
      stored={{ text: before }}
      reread={async () => ({ text: (await reread()).acceptance_test ?? '' })}
      save={content => write.mutateAsync({ id, content })}
    />
  )
}
