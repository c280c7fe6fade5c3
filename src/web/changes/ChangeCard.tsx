import { Link } from '@tanstack/react-router'
import { Badge } from '../parts/Badge.tsx'
import { classes } from '../parts/classes.ts'
import { RelativeTime } from '../parts/Time.tsx'
import { isOpen, PROOF, STATUS, stageWord, titleOf } from './look.ts'
import type { ChangeRow } from './types.ts'

/** One change on the board; the whole card leads to it. */
export function ChangeCard({ change }: { change: ChangeRow }) {
  const { word, tone, icon } = STATUS[change.status]
  const proof = change.proof && PROOF[change.proof]
  return (
    <article
      className={classes(
        'relative rounded-md border bg-panel p-3 shadow-sheet transition-colors focus-within:border-line-strong hover:border-line-strong',
        change.status === 'active' ? 'border-sky/60' : 'border-line',
      )}
    >
      <Link
        to="/changes/$id"
        params={{ id: change.id }}
        data-card
        title={change.description.slice(0, 400)}
        className="line-clamp-3 font-medium break-words before:absolute before:inset-0 before:rounded-md"
      >
        {titleOf(change)}
      </Link>
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
  const at = isOpen(change) ? `at ${stageWord(change.current_stage).toLowerCase()}` : ''
  return (
    <div className="mt-2.5">
      <div aria-hidden="true" className="flex gap-1">
        {Array.from({ length: of }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a bar are all alike
            key={index}
            className={classes(
              'h-1 flex-1 rounded-full',
              index < done ? 'bg-sprout' : index === done && isOpen(change) ? 'bg-sky' : 'bg-line',
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
