import type { ReactNode } from 'react'
import { useRead } from '../../api/query.ts'
import { PageLink } from '../../parts/layout/PageLink.tsx'
import { Row, Rows } from '../../parts/layout/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Badge } from '../../parts/text/Badge.tsx'
import type { IconName } from '../../parts/text/Icon.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { asWords, CARD_STATUS_LABELS } from '../board-labels.ts'

export function PondersTab() {
  const list = useRead('ponder.list', {})
  return (
    <List
      label="Ponders"
      query={list}
      empty={{ icon: 'ask', title: 'Nothing is pondered', text: 'A question that is not yet work can be kept here.' }}
      rows={list.data?.ponders.map(ponder => (
        <Line
          key={ponder.id}
          href={`/board/ponders/${ponder.id}`}
          title={ponder.title}
          status={ponder.status}
          more={<RelativeTime at={ponder.updated_at} />}
        />
      ))}
    />
  )
}

export function InvestigationsTab() {
  const list = useRead('investigation.list', {})
  return (
    <List
      label="Investigations"
      query={list}
      empty={{ icon: 'search', title: 'Nothing is investigated', text: 'A log or a failed result can become one.' }}
      rows={list.data?.investigations.map(each => (
        <Line
          key={each.id}
          href={`/board/investigations/${each.id}`}
          title={each.title}
          status={each.status}
          more={
            <>
              {asWords(each.kind)}, at {each.step}, <RelativeTime at={each.updated_at} />
            </>
          }
        />
      ))}
    />
  )
}

export function MilestonesTab() {
  const list = useRead('milestone.list', {})
  return (
    <List
      label="Milestones"
      query={list}
      empty={{ icon: 'board', title: 'No milestones yet', text: 'A milestone says what a group of features is for.' }}
      rows={list.data?.milestones.map(each => {
        const done = each.features.filter(({ phase }) => phase === 'released').length
        return (
          <Line
            key={each.id}
            href={`/board/milestones/${each.id}`}
            title={each.title}
            status={each.status}
            more={`${done} of ${each.features.length} features released`}
          />
        )
      })}
    />
  )
}

interface ListProps {
  readonly label: string
  readonly query: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown }
  readonly empty: { readonly icon: IconName; readonly title: string; readonly text: string }
  readonly rows: readonly ReactNode[] | undefined
}

/** A list of one kind of card, in each of its states. */
export function List({ label, query, empty, rows }: ListProps) {
  if (query.isPending) return <Loading rows={5} />
  if (query.isError) return <ErrorBox error={query.error} retry={() => void query.refetch()} />
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-panel shadow-sheet">
      {rows === undefined || rows.length === 0 ? (
        <EmptyState icon={empty.icon} title={empty.title}>
          {empty.text}
        </EmptyState>
      ) : (
        <Rows label={label}>{rows}</Rows>
      )}
    </div>
  )
}

interface CardLineProps {
  readonly href: string
  readonly title: string
  readonly status: keyof typeof CARD_STATUS_LABELS
  readonly more: ReactNode
}

function Line({ href, title, status, more }: CardLineProps) {
  const { word, tone, icon } = CARD_STATUS_LABELS[status]
  return (
    <Row>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <PageLink href={href} className="min-w-0 break-words">
          {title}
        </PageLink>
        <span className="flex flex-wrap items-center gap-2 text-xs text-soft">
          {more}
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>
        </span>
      </div>
    </Row>
  )
}
