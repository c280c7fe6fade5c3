import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { useDraft } from '../changes/draft.ts'
import { Badge, type Tone } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { Row, Rows } from '../parts/Rows.tsx'
import { EmptyState, ErrorBox } from '../parts/States.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { CardPage } from './CardPage.tsx'
import { STATUS } from './look.ts'
import { MilestoneFeatures } from './MilestoneFeatures.tsx'
import { Problems } from './Problems.tsx'
import { Ref } from './Refs.tsx'
import { SayWhy } from './SayWhy.tsx'
import { tell } from './tell.ts'
import type { Milestone } from './types.ts'

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

function Facts({ milestone }: { milestone: Milestone }) {
  const { word, tone, icon } = STATUS[milestone.status]
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

function Moves({ milestone }: { milestone: Milestone }) {
  const [asking, setAsking] = useState(false)
  const release = useWrite('milestone.release', { onError: tell })
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
        Give it up
      </Button>
      {asking && (
        <SayWhy
          title="Give this milestone up?"
          label="Why?"
          yes="Give it up"
          busy={skip.isPending}
          error={skip.error}
          onYes={reason => skip.mutate({ id, reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Shown({ milestone }: { milestone: Milestone }) {
  const over = milestone.status === 'released' || milestone.status === 'skipped'
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-5">
        <Runs milestone={milestone} over={over} />
        <Card title="Acceptance test">
          <Acceptance
            key={milestone.acceptance_test ?? ''}
            id={milestone.id}
            before={milestone.acceptance_test ?? ''}
            over={over}
          />
        </Card>
      </div>
      <MilestoneFeatures milestone={milestone} over={over} />
    </div>
  )
}

const VERDICTS: readonly { verdict: 'pass' | 'pass_with_tasks' | 'failed'; label: string; tone: Tone }[] = [
  { verdict: 'pass', label: 'Passed', tone: 'sprout' },
  { verdict: 'pass_with_tasks', label: 'Passed, with tasks', tone: 'sprout' },
  { verdict: 'failed', label: 'Failed', tone: 'rust' },
]

function Runs({ milestone, over }: { milestone: Milestone; over: boolean }) {
  const begin = useWrite('milestone.uat', { onError: tell })
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
            Begin a run
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

function Run({ milestone, run, over }: { milestone: string; run: Milestone['uat'][number]; over: boolean }) {
  const judge = useWrite('milestone.verdict', { onError: tell })
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
  const [text, setText, drop] = useDraft(`milestone.${id}`, before)
  const write = useWrite('milestone.acceptance', { onSuccess: drop })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') write.mutate({ id, content: text })
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <TextArea
        label="What a person tries, in markdown"
        mono
        rows={8}
        readOnly={over}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {write.isError && <ErrorBox error={write.error} />}
      {!over && (
        <Button
          type="submit"
          busy={write.isPending}
          reason={text.trim() === '' || text === before ? 'Nothing is new' : undefined}
        >
          Save
        </Button>
      )}
    </form>
  )
}
