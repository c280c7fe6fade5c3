import { Link } from '@tanstack/react-router'
import { useShortcut } from '../../keys/useShortcut.ts'
import { classes } from '../../parts/classes.ts'
import { withoutCommands } from '../../parts/prose.ts'
import { Badge } from '../../parts/text/Badge.tsx'
import { asWords, PHASE_GROUPS } from '../board-labels.ts'
import type { FeatureRow } from '../board-types.ts'

/** Columns side by side where there is room, one below the other on a telephone. j and k walk through the cards. */
export function Columns({ features }: { features: readonly FeatureRow[] }) {
  useShortcut('list.next', () => step(1))
  useShortcut('list.previous', () => step(-1))
  return (
    <section
      aria-label="Features by phase"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="grid gap-3 md:auto-cols-[minmax(11.25rem,1fr)] md:grid-flow-col md:overflow-x-auto md:pb-3"
    >
      {PHASE_GROUPS.map(({ key, title, phases }) => (
        <Column key={key} name={key} title={title} features={features.filter(({ phase }) => phases.includes(phase))} />
      ))}
    </section>
  )
}

function Column({ name, title, features }: { name: string; title: string; features: readonly FeatureRow[] }) {
  const id = `column-${name}`
  return (
    <section
      aria-labelledby={id}
      className={classes(
        'min-w-0 rounded-lg border border-line bg-sunk/60 p-2',
        features.length === 0 && 'max-md:hidden',
      )}
    >
      <h2 id={id} className="flex items-center justify-between px-2 pt-1 pb-2.5 text-sm font-semibold">
        {title}
        <span className="tabular text-xs font-normal text-faint">{features.length}</span>
      </h2>
      <ul className="space-y-2">
        {features.map(feature => (
          <li key={feature.id}>
            <FeatureCard feature={feature} />
          </li>
        ))}
      </ul>
      {features.length === 0 && <p className="px-2 pb-2 text-xs text-faint">Nothing here</p>}
    </section>
  )
}

function FeatureCard({ feature }: { feature: FeatureRow }) {
  const { id, title, phase, current, tasks, next } = feature
  return (
    <article
      className={classes(
        'relative rounded-md border bg-panel p-3 shadow-sheet transition-colors focus-within:border-line-strong hover:border-line-strong',
        current ? 'border-sky/60' : 'border-line',
      )}
    >
      <Link
        to="/board/features/$id"
        params={{ id }}
        data-card
        className="line-clamp-3 font-medium break-words before:absolute before:inset-0 before:rounded-md"
      >
        {title}
      </Link>
      {phase !== 'released' && (
        <p className="mt-1.5 line-clamp-2 text-xs break-words text-soft">{withoutCommands(next.says)}</p>
      )}
      <div className="mt-2.5 flex flex-wrap items-center gap-1.5 text-xs text-soft">
        <Badge tone={phase === 'released' ? 'sprout' : 'plain'}>{asWords(phase)}</Badge>
        {current && (
          <Badge tone="sky" icon="play">
            Current
          </Badge>
        )}
        {tasks.all > 0 && (
          <span className="ml-auto whitespace-nowrap">
            {tasks.done} of {tasks.all} tasks
          </span>
        )}
      </div>
    </article>
  )
}

function step(by: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>('main [data-card]')]
  const now = cards.indexOf(document.activeElement as HTMLElement)
  cards[now < 0 ? (by > 0 ? 0 : cards.length - 1) : now + by]?.focus()
}
