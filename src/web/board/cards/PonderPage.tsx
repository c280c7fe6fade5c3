import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useRead, useWrite } from '../../api/query.ts'
import { DocumentEditor } from '../../parts/editor/DocumentEditor.tsx'
import { Button } from '../../parts/input/Button.tsx'
import { Field } from '../../parts/input/Field.tsx'
import { Card } from '../../parts/layout/Card.tsx'
import { EmptyState, ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Markdown } from '../../parts/markdown/Markdown.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { Badge } from '../../parts/text/Badge.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { asWords, CARD_STATUS_LABELS } from '../board-labels.ts'
import type { Ponder } from '../board-types.ts'
import { CardPage } from './CardPage.tsx'
import { OriginLink, Ref } from './Refs.tsx'
import { SayWhy } from './SayWhy.tsx'

export default function PonderPage() {
  const { id } = useParams({ from: '/board/ponders/$id' })
  const found = useRead('ponder.show', { id })
  return (
    <CardPage
      query={found}
      name="Ponder"
      facts={ponder => <Facts ponder={ponder} />}
      moves={ponder => <Moves ponder={ponder} />}
    >
      {ponder => <Shown ponder={ponder} />}
    </CardPage>
  )
}

function Facts({ ponder }: { ponder: Ponder }) {
  const { word, tone, icon } = CARD_STATUS_LABELS[ponder.status]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      {ponder.committed_to.map(target => (
        <Ref key={target} to={target} />
      ))}
      {ponder.tags.map(tag => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      <RelativeTime at={ponder.updated_at} />
      <OriginLink origin={ponder.origin} />
      {ponder.parked_because && <p className="basis-full break-words">{ponder.parked_because}</p>}
    </div>
  )
}

function Moves({ ponder }: { ponder: Ponder }) {
  const [asking, setAsking] = useState(false)
  const move = useWrite('ponder.move', { onSuccess: () => setAsking(false) })
  const { id, status } = ponder
  return (
    <>
      {status === 'exploring' && (
        <Button icon="right" onClick={() => move.mutate({ id, status: 'converging' }, { onError: showRefusal })}>
          Converge
        </Button>
      )}
      {(status === 'parked' || status === 'converging') && (
        <Button icon="undo" onClick={() => move.mutate({ id, status: 'exploring' }, { onError: showRefusal })}>
          Explore on
        </Button>
      )}
      {status !== 'parked' && (
        <Button icon="pause" onClick={() => setAsking(true)}>
          Park
        </Button>
      )}
      {asking && (
        <SayWhy
          title="Park this ponder?"
          label="Why not now?"
          yes="Park it"
          busy={move.isPending}
          error={move.error}
          onYes={reason => move.mutate({ id, status: 'parked', reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function Shown({ ponder }: { ponder: Ponder }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-5">
        <Card title="Brief">
          {ponder.brief === undefined ? (
            <EmptyState icon="file" title="No brief" />
          ) : (
            <Markdown text={ponder.brief} name="brief" level={3} />
          )}
        </Card>
        {ponder.artifacts.map(name => (
          <Captured key={name} id={ponder.id} name={name} />
        ))}
      </div>
      <div className="grid min-w-0 gap-5">
        <Commit id={ponder.id} />
        <Session ponder={ponder} />
      </div>
    </div>
  )
}

function Captured({ id, name }: { id: string; name: string }) {
  const text = useRead('ponder.artifact', { id, name })
  return (
    <Card title={asWords(name)}>
      {text.isPending && <Loading rows={3} />}
      {text.isError && <ErrorBox error={text.error} retry={() => void text.refetch()} />}
      {text.data && <Markdown text={text.data.content} name={name} level={3} />}
    </Card>
  )
}

function Commit({ id }: { id: string }) {
  const [target, setTarget] = useState('')
  const commit = useWrite('ponder.commit', {
    onSuccess: (_ponder, sent) => setTarget(now => (now.trim() === sent.target ? '' : now)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (target.trim() !== '') commit.mutate({ id, target: target.trim() })
  }
  return (
    <Card title="What it became">
      <form onSubmit={submit} className="space-y-3">
        <Field
          label="The work that follows from it"
          help="feature:sign-on, milestone:…, investigation:… or change:…"
          value={target}
          onChange={event => setTarget(event.currentTarget.value)}
        />
        {commit.isError && <ErrorBox error={commit.error} />}
        <Button type="submit" busy={commit.isPending} reason={target.trim() === '' ? 'Name the work first' : undefined}>
          Commit
        </Button>
      </form>
    </Card>
  )
}

function Session({ ponder }: { ponder: Ponder }) {
  const session = useWrite('ponder.session')
  return (
    <Card title="Sessions" aside={`${ponder.sessions} so far`}>
      <DocumentEditor
        name={`ponder.${ponder.id}.session`}
        label="What was thought, what is open"
        rows={5}
        stored={{ text: '' }}
        save={content => session.mutateAsync({ id: ponder.id, content })}
        saveLabel="Write it down"
      />
    </Card>
  )
}
