import { useState } from 'react'
import { useRead, useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Menu } from '../../parts/input/Menu.tsx'
import { Row } from '../../parts/layout/Rows.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { Badge } from '../../parts/text/Badge.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { CARD_STATUS_LABELS } from '../board-labels.ts'
import type { FeedbackRow } from '../board-types.ts'
import { OriginLink, Ref } from '../cards/Refs.tsx'
import { SayWhy } from '../cards/SayWhy.tsx'
import { List } from './CardLists.tsx'

const TARGETS = ['feature', 'task', 'ponder', 'investigation'] as const

/** What people said; each becomes work or is put away, and neither happens silently. */
export function FeedbackTab() {
  const list = useRead('feedback.list', {})
  return (
    <List
      label="Feedback"
      query={list}
      empty={{ icon: 'ask', title: 'No feedback yet', text: 'What somebody said about the product is kept here.' }}
      rows={list.data?.feedback.map(each => (
        <Row key={each.id}>
          <Line feedback={each} />
        </Row>
      ))}
    />
  )
}

function Line({ feedback }: { feedback: FeedbackRow }) {
  const { word, tone, icon } = CARD_STATUS_LABELS[feedback.status]
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words whitespace-pre-wrap">
          <span className="mr-2 font-mono text-xs text-soft">{feedback.id}</span>
          {feedback.text}
        </p>
        {feedback.enrichments.map(({ text, by, at }) => (
          <p key={`${at} ${text}`} className="mt-1 text-sm break-words text-soft">
            {by}: {text}
          </p>
        ))}
        {feedback.promoted_to && (
          <p className="mt-1 text-sm text-soft">
            Became <Ref to={feedback.promoted_to} />
          </p>
        )}
        {feedback.archived_because && <p className="mt-1 text-sm break-words text-soft">{feedback.archived_because}</p>}
        <OriginLink origin={feedback.origin} />
      </div>
      <div className="flex items-center gap-2 text-xs text-soft">
        <RelativeTime at={feedback.created_at} />
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
        {feedback.status === 'open' && <Actions id={feedback.id} />}
      </div>
    </div>
  )
}

function Actions({ id }: { id: string }) {
  const [asking, setAsking] = useState(false)
  const promote = useWrite('feedback.promote', { onError: showRefusal })
  const archive = useWrite('feedback.archive', { onSuccess: () => setAsking(false) })
  return (
    <>
      <Menu
        label={`Make ${id} work`}
        icon="right"
        items={TARGETS.map(to => ({
          label: to === 'task' ? 'Task on the current feature' : `New ${to}`,
          onSelect: () => promote.mutate({ id, to }),
        }))}
      />
      <Button size="small" kind="quiet" aria-label={`Dismiss ${id}`} onClick={() => setAsking(true)}>
        Dismiss
      </Button>
      {asking && (
        <SayWhy
          title={`Dismiss ${id}?`}
          label="Why does nothing follow from it?"
          yes="Dismiss"
          busy={archive.isPending}
          error={archive.error}
          onYes={reason => archive.mutate({ id, reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
