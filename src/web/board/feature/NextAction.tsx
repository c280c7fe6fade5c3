import { Link } from '@tanstack/react-router'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { withoutCommands } from '../../parts/prose.ts'
import { CommandFold } from '../../parts/text/CommandFold.tsx'
import type { FeatureDetail, NextFeatureStep } from '../board-types.ts'

/** The one thing to do now: as a button where it is one step, and as a command for those who work in a terminal. */
export function NextAction({ feature }: { feature: FeatureDetail }) {
  const { next } = feature
  return (
    <section aria-label="Next" className="mb-6 rounded-lg border border-sprout/40 bg-sprout-wash px-5 py-4 max-sm:px-4">
      <p className="mb-3 font-medium break-words">{withoutCommands(next.says)}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Do step={next} feature={feature} />
      </div>
      <CommandFold command={next.command} />
    </section>
  )
}

const LINK =
  'inline-flex h-9 items-center rounded-md bg-sprout-fill px-3.5 text-sm font-medium text-on-sprout hover:bg-sprout-fill-hover max-sm:h-10'

function Do({ step, feature }: { step: NextFeatureStep; feature: FeatureDetail }) {
  const [, verb = '', artifact = ''] = /^furrow feature (write|approve) \S+ ([a-z-]+)/.exec(step.command) ?? []
  if (verb !== '')
    return (
      <Link
        to="/board/features/$id"
        params={{ id: feature.id }}
        search={{ artifact }}
        hash={`artifact-${artifact}`}
        className={LINK}
      >
        {verb === 'write' ? `Write ${artifact}` : `Read ${artifact}`}
      </Link>
    )
  if (step.tool.name === 'board_escalation')
    return (
      <Link to="/board" search={{ tab: 'escalations' }} className={LINK}>
        Answer it
      </Link>
    )
  if (step.tool.name === 'board_feature' && step.tool.arguments.action === 'advance') return <Advance id={feature.id} />
  if (step.tool.name === 'board_task') return <TaskStep step={step} id={feature.id} />
  return null
}

function Advance({ id }: { id: string }) {
  const advance = useWrite('feature.advance', { onError: showRefusal })
  return (
    <Button kind="primary" icon="right" busy={advance.isPending} onClick={() => advance.mutate({ id })}>
      On to the next phase
    </Button>
  )
}

const WORDS: Readonly<Record<string, string>> = { start: 'Start it', complete: 'Mark as done', reopen: 'Reopen it' }

function TaskStep({ step, id }: { step: NextFeatureStep; id: string }) {
  const { action, task = '' } = step.tool.arguments
  const verb = action === 'start' || action === 'complete' ? action : 'reopen'
  const move = useWrite(`task.${verb}`, { onError: showRefusal })
  return (
    <Button kind="primary" icon="check" busy={move.isPending} onClick={() => move.mutate({ id, task: String(task) })}>
      {WORDS[verb]}
    </Button>
  )
}
