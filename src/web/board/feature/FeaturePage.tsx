import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead, useWrite } from '../../api/query.ts'
import { FeatureBudget } from '../../budget/FeatureBudget.tsx'
import { Button } from '../../parts/input/Button.tsx'
import { Card } from '../../parts/layout/Card.tsx'
import { PageLink } from '../../parts/layout/PageLink.tsx'
import { ReadError } from '../../parts/layout/States.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { Badge } from '../../parts/text/Badge.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { asWords } from '../board-labels.ts'
import type { FeatureDetail } from '../board-types.ts'
import { CardPage } from '../cards/CardPage.tsx'
import { OriginLink } from '../cards/Refs.tsx'
import { Artifacts } from './Artifacts.tsx'
import { NextAction } from './NextAction.tsx'
import { PhaseLine } from './PhaseLine.tsx'
import { Rework } from './Rework.tsx'
import { Tasks } from './Tasks.tsx'

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

function Shown({ feature }: { feature: FeatureDetail }) {
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
          <FeatureBudget feature={feature.id} />
          <History feature={feature} />
        </div>
      </div>
    </>
  )
}

function Facts({ feature }: { feature: FeatureDetail }) {
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
      <OriginLink origin={origin} />
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

function Actions({ feature }: { feature: FeatureDetail }) {
  const [asking, setAsking] = useState(false)
  const use = useWrite('feature.use', { onError: showRefusal })
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

function Blocked({ feature }: { feature: FeatureDetail }) {
  return (
    <Card title="Before the next phase">
      <ul className="list-disc space-y-2 pl-4">
        {feature.blocked.map(({ message }) => (
          <li key={message} className="break-words">
            {reasonOf(message)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** `x cannot enter review: the design is not written.`: the page says the first part already. */
function reasonOf(message: string): string {
  const [, reason] = /^\S+ cannot enter [\w ]+: (.+)$/s.exec(message) ?? []
  return reason === undefined ? message : reason.charAt(0).toUpperCase() + reason.slice(1)
}

function History({ feature }: { feature: FeatureDetail }) {
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
