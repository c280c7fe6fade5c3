import { Link } from '@tanstack/react-router'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/Button.tsx'
import { CopyLine } from '../parts/Code.tsx'
import { tell } from './tell.ts'
import type { Feature, Step } from './types.ts'

/** The one thing to do now: as a button where it is one step, and as the command for everybody. */
export function NextAction({ feature }: { feature: Feature }) {
  const { next } = feature
  return (
    <section aria-label="Next" className="mb-6 rounded-lg border border-sprout/40 bg-sprout-wash px-5 py-4 max-sm:px-4">
      <p className="mb-3 font-medium break-words">{next.says}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Do step={next} feature={feature} />
        <div className="min-w-0 flex-1 basis-64">
          <CopyLine text={next.command} />
        </div>
      </div>
    </section>
  )
}

const LINK =
  'inline-flex h-9 items-center rounded-md bg-sprout-fill px-3.5 text-sm font-medium text-on-sprout hover:bg-sprout-fill-hover max-sm:h-10'

function Do({ step, feature }: { step: Step; feature: Feature }) {
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
  const advance = useWrite('feature.advance', { onError: tell })
  return (
    <Button kind="primary" icon="right" busy={advance.isPending} onClick={() => advance.mutate({ id })}>
      On to the next phase
    </Button>
  )
}

const WORDS: Readonly<Record<string, string>> = { start: 'Begin it', complete: 'It is done', reopen: 'It can go on' }

function TaskStep({ step, id }: { step: Step; id: string }) {
  const { action, task = '' } = step.tool.arguments
  const verb = action === 'start' || action === 'complete' ? action : 'reopen'
  const move = useWrite(`task.${verb}`, { onError: tell })
  return (
    <Button kind="primary" icon="check" busy={move.isPending} onClick={() => move.mutate({ id, task: String(task) })}>
      {WORDS[verb]}
    </Button>
  )
}
