import { useState } from 'react'
import { useRead, useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { PageLink } from '../../parts/layout/PageLink.tsx'
import { Row } from '../../parts/layout/Rows.tsx'
import { Badge } from '../../parts/text/Badge.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { asWords, CARD_STATUS_LABELS } from '../board-labels.ts'
import type { Escalation } from '../board-types.ts'
import { SayWhy } from '../cards/SayWhy.tsx'
import { List } from './CardLists.tsx'

/** What only a person can answer; the features that ask wait meanwhile. */
export function EscalationsTab() {
  const list = useRead('escalation.list', {})
  return (
    <List
      label="Questions"
      query={list}
      empty={{
        icon: 'check',
        title: 'No open questions',
        text: 'Questions of agents and missing secrets stand here.',
      }}
      rows={list.data?.escalations.map(each => (
        <Row key={each.id}>
          <Line escalation={each} />
        </Row>
      ))}
    />
  )
}

function Line({ escalation }: { escalation: Escalation }) {
  const [asking, setAsking] = useState(false)
  const resolve = useWrite('escalation.resolve', { onSuccess: () => setAsking(false) })
  const { id, title, kind, feature, context, status, resolution, created_at } = escalation
  const { word, tone, icon } = CARD_STATUS_LABELS[status]
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium break-words">
          <span className="mr-2 font-mono text-xs text-soft">{id}</span>
          {title}
        </p>
        {context && <p className="mt-0.5 break-words whitespace-pre-wrap text-soft">{context}</p>}
        {resolution && <p className="mt-1 break-words">{resolution}</p>}
        {feature && (
          <p className="mt-0.5 text-sm text-soft">
            <PageLink href={`/board/features/${feature}`}>{feature}</PageLink>{' '}
            {status === 'open' ? 'waits for it' : 'waited for it'}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 text-xs text-soft">
        <RelativeTime at={created_at} />
        <Badge>{asWords(kind)}</Badge>
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
        {status === 'open' && (
          <Button size="small" kind="primary" aria-label={`Answer ${id}`} onClick={() => setAsking(true)}>
            Answer
          </Button>
        )}
      </div>
      {asking && (
        <SayWhy
          title={title}
          label="Your answer"
          yes="Answer it"
          busy={resolve.isPending}
          error={resolve.error}
          onYes={answer => resolve.mutate({ id, resolution: answer })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
