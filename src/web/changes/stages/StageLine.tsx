import { Link } from '@tanstack/react-router'
import { classes } from '../../parts/classes.ts'
import { Connector } from '../../parts/layout/Connector.tsx'
import { Icon } from '../../parts/text/Icon.tsx'
import { useScrollIntoView } from '../../parts/useScrollIntoView.ts'
import { changeStageWord } from '../change-labels.ts'
import type { ChangeDetail, ChangeStage } from '../change-types.ts'

const WORDS: Readonly<Record<ChangeStage['status'], string>> = {
  completed: 'done',
  in_progress: 'now',
  pending: 'to come',
}

/** The stages of a change in a line; each leads to its text. */
export function ChangeStageLine({ change, shown }: { change: ChangeDetail; shown?: string }) {
  const now = shown ?? change.current_stage
  const line = useScrollIntoView<HTMLElement>('[data-shown]', now)
  return (
    <nav ref={line} aria-label="Stages" className="overflow-x-auto pb-1">
      <ol className="flex min-w-max items-start">
        {change.stages.map((stage, index) => (
          <li
            key={stage.name}
            data-shown={stage.name === now || undefined}
            className="relative flex min-w-28 flex-1 flex-col items-center px-1 text-center"
          >
            {index > 0 && <Connector done={stage.status !== 'pending'} />}
            <Link
              to="/changes/$id"
              params={{ id: change.id }}
              search={{ stage: stage.name }}
              replace
              resetScroll={false}
              aria-current={stage.name === shown ? 'step' : undefined}
              className={classes(
                'group relative z-10 flex flex-col items-center gap-1.5 rounded-md px-2 pt-0.5 pb-1.5 text-sm',
                stage.name === shown ? 'font-semibold text-ink' : 'text-soft hover:text-ink',
              )}
            >
              <Dot stage={stage} />
              <span
                className={classes('border-b-2 pb-0.5', stage.name === shown ? 'border-sprout' : 'border-transparent')}
              >
                {changeStageWord(stage.name)}
              </span>
              <span className="sr-only">, {WORDS[stage.status]}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const DOTS: Readonly<Record<ChangeStage['status'], string>> = {
  completed: 'border-sprout-fill bg-sprout-fill text-on-sprout',
  in_progress: 'border-sky bg-sky-wash text-sky',
  pending: 'border-line-strong/60 bg-panel text-faint',
}

function Dot({ stage }: { stage: ChangeStage }) {
  return (
    <span className={classes('grid size-6 place-items-center rounded-full border-2', DOTS[stage.status])}>
      {stage.status === 'completed' && <Icon name="check" size={14} />}
      {stage.status === 'in_progress' && <span className="size-2 animate-pulse-dot rounded-full bg-sky" />}
    </span>
  )
}
