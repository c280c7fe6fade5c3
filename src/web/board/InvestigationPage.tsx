import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { useDraft } from '../changes/draft.ts'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { Markdown } from '../parts/Markdown.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { CardPage } from './CardPage.tsx'
import { asWords, STATUS } from './look.ts'
import { CameFrom } from './Refs.tsx'
import { SayWhy } from './SayWhy.tsx'
import { tell } from './tell.ts'
import type { Investigation } from './types.ts'

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

function Facts({ investigation }: { investigation: Investigation }) {
  const { kind, status, origin, parked_because, updated_at } = investigation
  const { word, tone, icon } = STATUS[status]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      <span className="font-medium text-ink">{asWords(kind)}</span>
      <RelativeTime at={updated_at} />
      <CameFrom origin={origin} />
      {parked_because && <p className="basis-full break-words">{parked_because}</p>}
    </div>
  )
}

function Moves({ investigation }: { investigation: Investigation }) {
  const [asking, setAsking] = useState(false)
  const advance = useWrite('investigation.advance', { onError: tell })
  const park = useWrite('investigation.park', { onSuccess: () => setAsking(false) })
  const { id, status, step, steps } = investigation
  if (status === 'complete') return null
  if (status === 'parked')
    return (
      <Button icon="play" busy={park.isPending} onClick={() => park.mutate({ id }, { onError: tell })}>
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

function Shown({ investigation }: { investigation: Investigation }) {
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
  if (written && before.isPending) return <Loading rows={3} />
  return <Editor key={before.data?.revision ?? 'new'} id={id} step={step} before={before.data?.content ?? ''} />
}

function Editor({ id, step, before }: { id: string; step: string; before: string }) {
  const [text, setText, drop] = useDraft(`investigation.${id}.${step}`, before)
  const write = useWrite('investigation.write', { onSuccess: drop })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') write.mutate({ id, content: text })
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <TextArea
        label={`Text of ${step}, in markdown`}
        mono
        rows={8}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {write.isError && <ErrorBox error={write.error} />}
      <Button type="submit" busy={write.isPending} reason={text.trim() === '' ? 'Write something first' : undefined}>
        Save
      </Button>
    </form>
  )
}
