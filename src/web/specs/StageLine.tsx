import { Link } from '@tanstack/react-router'
import { classes } from '../parts/classes.ts'
import { Connector } from '../parts/layout/Connector.tsx'
import { Icon, type IconName } from '../parts/text/Icon.tsx'
import { useScrollIntoView } from '../parts/useScrollIntoView.ts'
import { type StageState, specStageWord, stageStateOf } from './spec-labels.ts'
import type { SpecDetail } from './spec-types.ts'

const DOTS: Readonly<Record<StageState, { look: string; icon?: IconName }>> = {
  done: { look: 'border-sprout-fill bg-sprout-fill text-on-sprout', icon: 'check' },
  now: { look: 'border-sky bg-sky-wash text-sky' },
  stale: { look: 'border-amber bg-amber-wash text-amber', icon: 'clock' },
  missing: { look: 'border-rust bg-rust-wash text-rust', icon: 'cross' },
  'to come': { look: 'border-line-strong/60 bg-panel text-faint' },
}

/** The eight stages in a line with where each stands; each leads to its text. */
export function SpecStageLine({ spec, shown }: { spec: SpecDetail; shown?: string | undefined }) {
  const now = shown ?? spec.current_stage
  const line = useScrollIntoView<HTMLElement>('[data-shown]', now)
  return (
    <nav ref={line} aria-label="Stages" className="overflow-x-auto pb-1">
      <ol className="flex min-w-max items-start">
        {spec.stages.map((stage, index) => {
          const state = stageStateOf(stage)
          return (
            <li
              key={stage.name}
              data-shown={stage.name === now || undefined}
              className="relative flex min-w-24 flex-1 flex-col items-center px-1 text-center text-sm"
            >
              {index > 0 && <Connector done={stage.status !== 'pending'} />}
              {stage.name === 'init' ? (
                <span className="relative z-10 flex flex-col items-center gap-1.5 px-2 pt-0.5 pb-1.5 text-soft">
                  <Dot state={state} />
                  <span className="border-b-2 border-transparent pb-0.5">Init</span>
                </span>
              ) : (
                <Link
                  to="/specs"
                  search={{ stage: stage.name }}
                  replace
                  resetScroll={false}
                  aria-current={stage.name === shown ? 'step' : undefined}
                  className={classes(
                    'relative z-10 flex flex-col items-center gap-1.5 rounded-md px-2 pt-0.5 pb-1.5',
                    stage.name === shown ? 'font-semibold text-ink' : 'text-soft hover:text-ink',
                  )}
                >
                  <Dot state={state} />
                  <span
                    className={classes(
                      'border-b-2 pb-0.5',
                      stage.name === shown ? 'border-sprout' : 'border-transparent',
                    )}
                  >
                    {specStageWord(stage.name)}
                  </span>
                </Link>
              )}
              <State state={state} edited={stage.edited} />
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function State({ state, edited }: { state: StageState; edited: boolean }) {
  const tones: Readonly<Record<StageState, string>> = {
    done: 'text-faint',
    now: 'text-sky',
    stale: 'text-amber',
    missing: 'text-rust',
    'to come': 'text-faint',
  }
  return <span className={classes('text-xs', tones[state])}>{edited ? `${state}, edited` : state}</span>
}

function Dot({ state }: { state: StageState }) {
  const { look, icon } = DOTS[state]
  return (
    <span aria-hidden="true" className={classes('grid size-6 place-items-center rounded-full border-2', look)}>
      {icon && <Icon name={icon} size={14} />}
      {state === 'now' && <span className="size-2 animate-pulse-dot rounded-full bg-sky" />}
    </span>
  )
}
