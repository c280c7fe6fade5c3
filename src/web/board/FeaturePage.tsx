import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { PageLink } from '../parts/PageLink.tsx'
import { ReadError } from '../parts/States.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { Artifacts } from './Artifacts.tsx'
import { CardPage } from './CardPage.tsx'
import { asWords } from './look.ts'
import { NextAction } from './NextAction.tsx'
import { PhaseLine } from './PhaseLine.tsx'
import { CameFrom } from './Refs.tsx'
import { Rework } from './Rework.tsx'
import { Tasks } from './Tasks.tsx'
import { tell } from './tell.ts'
import type { Feature } from './types.ts'

export default function FeaturePage() {
  const { id } = useParams({ from: '/board/features/$id' })
  const feature = useRead('feature.show', { id })
  return (
    <CardPage
      query={feature}
      name="Feature"
      facts={card => <Facts feature={card} />}
      moves={card => <Actions key={id} feature={card} />}
    >
      {card => <Shown key={id} feature={card} />}
    </CardPage>
  )
}

function Shown({ feature }: { feature: Feature }) {
  const { description, phase, blocked } = feature
  return (
    <>
      <PhaseLine phase={phase} />
      {phase !== 'released' && <NextAction feature={feature} />}
      {description && <p className="mb-6 max-w-[68ch] break-words whitespace-pre-wrap">{description}</p>}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-5">
          <Artifacts feature={feature} />
          <Tasks feature={feature} />
        </div>
        <div className="grid min-w-0 gap-5">
          {blocked.length > 0 && <Blocked feature={feature} />}
          <History feature={feature} />
        </div>
      </div>
    </>
  )
}

function Facts({ feature }: { feature: Feature }) {
  const { id, phase, current, change, depends_on, origin } = feature
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge tone={phase === 'released' ? 'sprout' : 'sky'}>{asWords(phase)}</Badge>
      {current && <Badge icon="play">Current feature</Badge>}
      <span className="font-mono text-xs break-all">{id}</span>
      {change && (
        <span>
          done by <PageLink href={`/changes/${change}`}>{change}</PageLink>
        </span>
      )}
      {depends_on.map(other => (
        <span key={other}>
          after <PageLink href={`/board/features/${other}`}>{other}</PageLink>
        </span>
      ))}
      <Milestones of={id} />
      <CameFrom origin={origin} />
      <PageLink href={`/why?what=feature:${id}`}>Why is it here?</PageLink>
    </div>
  )
}

/** What it is a part of. */
function Milestones({ of }: { of: string }) {
  const list = useRead('milestone.list', {})
  if (list.isError) return <ReadError of={list} />
  return list.data?.milestones
    .filter(({ features }) => features.some(({ id }) => id === of))
    .map(({ id, title }) => (
      <span key={id}>
        for <PageLink href={`/board/milestones/${id}`}>{title}</PageLink>
      </span>
    ))
}

function Actions({ feature }: { feature: Feature }) {
  const [asking, setAsking] = useState(false)
  const use = useWrite('feature.use', { onError: tell })
  return (
    <>
      {!feature.current && feature.phase !== 'released' && (
        <Button icon="play" busy={use.isPending} onClick={() => use.mutate({ id: feature.id })}>
          Make it current
        </Button>
      )}
      {feature.phase !== 'draft' && (
        <Button icon="undo" onClick={() => setAsking(true)}>
          Send back
        </Button>
      )}
      {asking && <Rework feature={feature} onClose={() => setAsking(false)} />}
    </>
  )
}

function Blocked({ feature }: { feature: Feature }) {
  return (
    <Card title="Before the next phase">
      <ul className="list-disc space-y-2 pl-4">
        {feature.blocked.map(({ message }) => (
          <li key={message} className="break-words">
            {message}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function History({ feature }: { feature: Feature }) {
  return (
    <Card title="So far">
      <ol className="space-y-2">
        {feature.history.map(({ phase, at, reason }) => (
          <li key={`${phase} ${at}`} className="break-words">
            {asWords(phase)}{' '}
            <span className="text-xs text-soft">
              <RelativeTime at={at} />
            </span>
            {reason && <p className="text-sm text-soft">{reason}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
