import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Interaction } from '../../../tools/model.ts'
import type { Output } from '../../api/call.ts'
import { classes } from '../../parts/classes.ts'
import { Button, IconButton } from '../../parts/input/Button.tsx'
import { EmptyState, ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { ActorName } from '../../parts/text/ActorName.tsx'
import { Badge } from '../../parts/text/Badge.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { duration } from '../../parts/text/time.ts'
import { hasEnded, statusLabelOf } from '../../runs/status.ts'
import { Delete } from '../result/InteractionActions.tsx'
import type { SetToolSearch } from '../ToolTabs.tsx'
import type { ToolSearch } from '../tool-params.ts'
import { interactionSummaryOf, samplesOf } from './history-samples.ts'

const Trend = lazy(() => import('../../runs/trend/Trend.tsx'))

interface HistoryTabProps {
  readonly tool: string
  readonly history: UseQueryResult<Output<'tool.interactions'>>
  readonly search: ToolSearch
  readonly onGo: SetToolSearch
}

/** By how many are ticked. */
const ASK_FOR = ['Tick two runs to compare them.', 'Tick one more run to compare the two.']

/** What the tool did, newest first; two can be laid beside each other. */
export function HistoryTab({ tool, history, search, onGo }: HistoryTabProps) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [deleting, setDeleting] = useState<string>()
  if (history.isPending) return <Loading rows={6} />
  if (history.isError) return <ErrorBox error={history.error} retry={() => void history.refetch()} />
  const { interactions, errors = [] } = history.data
  if (interactions.length === 0 && errors.length === 0) return <EmptyState icon="clock" title="It has not run yet" />
  const toggle = (id: string) =>
    setChosen(now => (now.includes(id) ? now.filter(each => each !== id) : [...now.slice(-1), id]))
  const [older, newer] = [...chosen].sort()
  const open = ({ id, kind }: Interaction) =>
    kind === 'thread'
      ? void navigate({ to: '/ask/$thread', params: { thread: id }, search: {} })
      : onGo({ run: id, a: undefined, b: undefined })
  return (
    <div>
      <Suspense>
        <Trend of={tool} samples={samplesOf(interactions)} />
      </Suspense>
      <div className="mb-3 flex items-center gap-2">
        <Button
          size="small"
          reason={newer === undefined ? ASK_FOR[chosen.length] : undefined}
          onClick={() => onGo({ a: older, b: newer, run: undefined })}
        >
          Compare
        </Button>
        <span role="status" className="text-xs text-soft">
          {ASK_FOR[chosen.length] ?? 'Two runs are ticked.'}
        </span>
      </div>
      {errors.map(problem => (
        <p key={problem.id} className="mb-2 rounded-md bg-rust-wash px-4 py-2.5 break-words">
          {problem.message} <span className="font-mono text-xs break-all">{problem.path}</span>
        </p>
      ))}
      <ul aria-label="History" className="divide-y divide-line">
        {interactions.map(interaction => (
          <HistoryRow
            key={interaction.id}
            interaction={interaction}
            open={interaction.id === search.run}
            ticked={chosen.includes(interaction.id)}
            onTick={() => toggle(interaction.id)}
            onOpen={() => open(interaction)}
            onDelete={() => setDeleting(interaction.id)}
          />
        ))}
      </ul>
      {deleting !== undefined && (
        <Delete
          tool={tool}
          id={deleting}
          onDone={gone => {
            if (gone && search.run === deleting) onGo({ run: undefined })
            setDeleting(undefined)
          }}
        />
      )}
    </div>
  )
}

interface HistoryRowProps {
  readonly interaction: Interaction
  readonly open: boolean
  readonly ticked: boolean
  readonly onTick: () => void
  readonly onOpen: () => void
  readonly onDelete: () => void
}

function HistoryRow({ interaction, open, ticked, onTick, onOpen, onDelete }: HistoryRowProps) {
  const { word, tone, icon } = statusLabelOf(interaction.status)
  const name = interaction.title ?? interactionSummaryOf(interaction.input)
  return (
    <li className={classes('flex items-start gap-2 py-2.5', open && '-mx-2 rounded-md bg-sprout-wash px-2')}>
      <input
        type="checkbox"
        aria-label={`Compare ${interaction.id}`}
        checked={ticked}
        onChange={onTick}
        className="mt-1 size-4 accent-sprout-fill"
      />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-current={open ? 'true' : undefined}
          onClick={onOpen}
          className="block max-w-full truncate text-left font-medium hover:underline"
          title={name}
        >
          {name}
        </button>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-soft">
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>
          <RelativeTime at={interaction.created_at} />
          {interaction.duration_ms !== undefined && (
            <span className="tabular">{duration(interaction.duration_ms)}</span>
          )}
          <ActorName actor={interaction.actor} />
          {interaction.pinned && <span>kept</span>}
        </p>
      </div>
      {interaction.kind === 'thread' ? (
        <Button size="small" aria-label={`Open ${name}`} onClick={onOpen}>
          Open
        </Button>
      ) : (
        hasEnded(interaction) && <IconButton icon="trash" label={`Delete ${interaction.id}`} onClick={onDelete} />
      )}
    </li>
  )
}
