import type { FeaturePhase } from '../../../board/features/phases.ts'
import { classes } from '../../parts/classes.ts'
import { asWords, PHASE_GROUPS } from '../board-labels.ts'

const PHASES = PHASE_GROUPS.flatMap(({ phases }) => phases)

/** All phases in order, and where the feature is; on a telephone only the bar and the words. */
export function PhaseLine({ phase }: { phase: FeaturePhase }) {
  const now = PHASES.indexOf(phase)
  return (
    <div className="mb-6">
      <p className="sr-only">
        Phase {now + 1} of {PHASES.length}: {asWords(phase)}
      </p>
      <div aria-hidden="true" className="flex gap-1">
        {PHASES.map((each, n) => (
          <div key={each} className="min-w-0 flex-1">
            <span
              className={classes(
                'block h-1.5 rounded-full',
                n < now || phase === 'released' ? 'bg-sprout' : n === now ? 'bg-sky' : 'bg-line',
              )}
            />
            <span
              className={classes(
                'mt-1.5 block truncate text-xs max-md:hidden',
                n === now ? 'font-medium text-ink' : 'text-faint',
              )}
            >
              {asWords(each)}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
