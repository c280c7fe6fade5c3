import { useState } from 'react'
import { useRead, useWrite } from '../../api/query.ts'
import { Button, IconButton } from '../../parts/input/Button.tsx'
import { Select } from '../../parts/input/Field.tsx'
import { Card } from '../../parts/layout/Card.tsx'
import { PageLink } from '../../parts/layout/PageLink.tsx'
import { EmptyState, ReadError } from '../../parts/layout/States.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { asWords } from '../board-labels.ts'
import type { MilestoneDetail } from '../board-types.ts'
import { moveCard } from '../lists/move-card.ts'

/** Which features a milestone is about, and in which order they matter. */
export function MilestoneFeatures({
  milestone: { id, features },
  over,
}: {
  milestone: MilestoneDetail
  over: boolean
}) {
  const order = useWrite('milestone.order', { onError: showRefusal })
  const all = useRead('feature.list', {})
  const ids = features.map(feature => feature.id)
  const titles = new Map(all.data?.features.map(feature => [feature.id, feature.title]))
  const waiting = order.isPending ? 'The order is being kept' : undefined
  const write = (next: readonly string[]) => order.mutate({ id, features: [...next] })
  return (
    <Card title="Features" aside="the most important first">
      <ReadError of={all} />
      {features.length === 0 && <EmptyState icon="board" title="No features yet" />}
      <ol className="list-decimal space-y-2 pl-5">
        {features.map((feature, index) => {
          const title = titles.get(feature.id) ?? feature.id
          return (
            <li key={feature.id}>
              <div className="flex items-start justify-between gap-2">
                <span className="min-w-0 break-words">
                  <PageLink href={`/board/features/${feature.id}`}>{title}</PageLink>{' '}
                  <span className="text-xs text-soft">{asWords(feature.phase)}</span>
                </span>
                {!over && (
                  <span className="flex shrink-0">
                    <IconButton
                      icon="up"
                      label={`Move ${title} up`}
                      reason={index === 0 ? 'It is the first' : waiting}
                      onClick={() => write(moveCard(ids, index, -1))}
                    />
                    <IconButton
                      icon="down"
                      label={`Move ${title} down`}
                      reason={index === ids.length - 1 ? 'It is the last' : waiting}
                      onClick={() => write(moveCard(ids, index, 1))}
                    />
                    <IconButton
                      icon="cross"
                      label={`Take ${title} out`}
                      reason={ids.length === 1 ? 'A milestone keeps one feature at least' : waiting}
                      onClick={() => write(ids.filter(each => each !== feature.id))}
                    />
                  </span>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {!over && (
        <Add
          others={(all.data?.features ?? []).filter(feature => !ids.includes(feature.id))}
          busy={order.isPending}
          onAdd={feature => write([...ids, feature])}
        />
      )}
    </Card>
  )
}

interface AddProps {
  readonly others: readonly { readonly id: string; readonly title: string }[]
  readonly busy: boolean
  readonly onAdd: (id: string) => void
}

function Add({ others, busy, onAdd }: AddProps) {
  const [chosen, setChosen] = useState('')
  if (others.length === 0) return null
  const id = others.some(other => other.id === chosen) ? chosen : ''
  return (
    <div className="mt-4 flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Select
          label="One more"
          value={id}
          options={[
            { value: '', label: 'Choose a feature' },
            ...others.map(other => ({ value: other.id, label: other.title })),
          ]}
          onChoose={setChosen}
        />
      </div>
      <Button
        busy={busy}
        reason={id === '' ? 'Choose a feature first' : undefined}
        onClick={() => {
          onAdd(id)
          setChosen('')
        }}
      >
        Add
      </Button>
    </div>
  )
}
