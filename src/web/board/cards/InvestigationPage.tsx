import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead, useReread, useWrite } from '../../api/query.ts'
import { DocumentEditor } from '../../parts/editor/DocumentEditor.tsx'
import { Button } from '../../parts/input/Button.tsx'
import { Card } from '../../parts/layout/Card.tsx'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Markdown } from '../../parts/markdown/Markdown.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { Badge } from '../../parts/text/Badge.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { asWords, CARD_STATUS_LABELS } from '../board-labels.ts'
import type { InvestigationDetail } from '../board-types.ts'
import { CardPage } from './CardPage.tsx'
import { OriginLink } from './Refs.tsx'
import { SayWhy } from './SayWhy.tsx'

export default function InvestigationPage() {
  const { id } = useParams({ from: '/board/investigations/$id' })
  const found = useRead('investigation.show', { id })
  return (
    <CardPage
      query={found}
      name="Investigation"
      facts={investigation => <Facts investigation={investigation} />}
      moves={investigation => <Moves investigation={investigation} />}
    >
      {investigation => <Shown investigation={investigation} />}
    </CardPage>
  )
}

function Facts({ investigation }: { investigation: InvestigationDetail }) {
  const { kind, status, origin, parked_because, updated_at } = investigation
  const { word, tone, icon } = CARD_STATUS_LABELS[status]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      <span className="font-medium text-ink">{asWords(kind)}</span>
      <RelativeTime at={updated_at} />
      <OriginLink origin={origin} />
      {parked_because && <p className="basis-full break-words">{parked_because}</p>}
    </div>
  )
}

function Moves({ investigation }: { investigation: InvestigationDetail }) {
  const [asking, setAsking] = useState(false)
  const advance = useWrite('investigation.advance', { onError: showRefusal })
  const park = useWrite('investigation.park', { onSuccess: () => setAsking(false) })
  const { id, status, step, steps } = investigation
  if (status === 'complete') return null
  if (status === 'parked')
    return (
      <Button icon="play" busy={park.isPending} onClick={() => park.mutate({ id }, { onError: showRefusal })}>
        Take it up again
      </Button>
    )
  const written = steps.some(each => each.step === step && each.written)
  const last = steps.at(-1)?.step === step
  return (
    <>
      <Button
        kind="primary"
        icon="right"
        busy={advance.isPending}
        reason={written ? undefined : `Write ${step} first`}
        onClick={() => advance.mutate({ id })}
      >
        {last ? 'Complete it' : 'On to the next step'}
      </Button>
      <Button icon="pause" onClick={() => setAsking(true)}>
        Park
      </Button>
      {asking && (
        <SayWhy
          title="Park this investigation?"
          label="Why not now?"
          yes="Park it"
          busy={park.isPending}
          error={park.error}
          onYes={reason => park.mutate({ id, reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Shown({ investigation }: { investigation: InvestigationDetail }) {
  const { id, context, steps, step: now, status } = investigation
  return (
    <div className="grid gap-5">
      {context !== undefined && (
        <Card title="What is known">
          <Markdown text={context} name="context" level={3} />
        </Card>
      )}
      {steps.map(({ step, written }) => (
        <Card
          key={step}
          title={asWords(step)}
          aside={step === now && status !== 'complete' && <Badge tone="sky">Now</Badge>}
        >
          {step === now && status === 'in_progress' ? (
            <Writing id={id} step={step} written={written} />
          ) : written ? (
            <Text id={id} step={step} />
          ) : (
            <p className="text-soft">Not written.</p>
          )}
        </Card>
      ))}
    </div>
  )
}

function Text({ id, step }: { id: string; step: string }) {
  const text = useRead('investigation.text', { id, step })
  if (text.isPending) return <Loading rows={3} />
  if (text.isError) return <ErrorBox error={text.error} retry={() => void text.refetch()} />
  return <Markdown text={text.data.content} name={step} level={3} />
}

function Writing({ id, step, written }: { id: string; step: string; written: boolean }) {
  const before = useRead('investigation.text', { id, step }, { enabled: written })
  const reread = useReread('investigation.text', { id, step })
  const write = useWrite('investigation.write')
  if (written && before.isPending) return <Loading rows={3} />
  if (before.isError) return <ErrorBox error={before.error} retry={() => void before.refetch()} />
  return (
    <DocumentEditor
      name={`investigation.${id}.${step}`}
      label={`Text of ${step}, in markdown`}
      rows={8}
      stored={{ text: before.data?.content ?? '' }}
      {...(written && { reread: async () => ({ text: (await reread()).content }) })}
      save={content => write.mutateAsync({ id, content })}
    />
  )
}
