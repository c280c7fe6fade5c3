import { Link } from '@tanstack/react-router'
import { classes } from '../../parts/classes.ts'
import { Tick } from '../../parts/selection/Tick.tsx'
import { Badge } from '../../parts/text/Badge.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { CHANGE_STATUS_LABELS, changeStageWord, changeTitleOf, isOpenStatus, PROOF_LABELS } from '../change-labels.ts'
import type { ChangeRow } from '../change-types.ts'

interface ChangeCardProps {
  readonly change: ChangeRow
  readonly ticked: boolean
  readonly onTick: () => void
}

/** One change on the board; the whole card leads to it, but for the tick that selects it. */
export function ChangeCard({ change, ticked, onTick }: ChangeCardProps) {
  const { word, tone, icon } = CHANGE_STATUS_LABELS[change.status]
  const proof = change.proof && PROOF_LABELS[change.proof]
  return (
    <article
      className={classes(
        'relative rounded-md border bg-panel p-3 shadow-sheet transition-colors focus-within:border-line-strong hover:border-line-strong',
        change.status === 'active' ? 'border-sky/60' : 'border-line',
      )}
    >
      <div className="flex items-start gap-2.5">
        <Tick label={`Select ${changeTitleOf(change)}`} on={ticked} onTick={onTick} />
        <Link
          to="/changes/$id"
          params={{ id: change.id }}
          data-card
          title={change.description.slice(0, 400)}
          className="line-clamp-3 font-medium break-words before:absolute before:inset-0 before:rounded-md"
        >
          {changeTitleOf(change)}
        </Link>
      </div>
      <Progress change={change} />
      <div className="mt-2.5 flex flex-wrap items-center gap-1.5 text-xs text-soft">
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
        {proof && (
          <Badge tone={proof.tone} icon={proof.icon}>
            {proof.word}
          </Badge>
        )}
        <span className="ml-auto whitespace-nowrap">
          {change.size}, <RelativeTime at={change.updated_at} />
        </span>
      </div>
    </article>
  )
}

function Progress({ change }: { change: ChangeRow }) {
  const { done, of } = change.progress
  const at = isOpenStatus(change) ? `at ${changeStageWord(change.current_stage).toLowerCase()}` : ''
  return (
    <div className="mt-2.5">
      <div aria-hidden="true" className="flex gap-1">
        {Array.from({ length: of }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a bar are all alike
            key={index}
            className={classes(
              'h-1 flex-1 rounded-full',
              index < done ? 'bg-sprout' : index === done && isOpenStatus(change) ? 'bg-sky' : 'bg-line',
            )}
          />
        ))}
      </div>
      <p className="mt-1.5 text-xs text-faint">
        {done} of {of} stages {at}
      </p>
    </div>
  )
}
