import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Menu, type MenuItem } from '../../parts/input/Menu.tsx'
import { TextArea } from '../../parts/input/TextArea.tsx'
import { ErrorBox } from '../../parts/layout/States.tsx'
import { toast } from '../../parts/notify/toast.ts'
import type { ExplorationDetail, ExplorationTransition } from '../exploration-types.ts'
import type { Refusal } from '../RefusedStep.tsx'

const Dialog = lazy(async () => ({ default: (await import('../../parts/input/Dialog.tsx')).Dialog }))

type Backward = 'reopen' | 'revise' | 'abandon'

interface BackWords {
  readonly by: Backward
  readonly item: string
  readonly title: string
  readonly icon: MenuItem['icon'] & string
}

function wordsFor(by: Backward, to: string, project: string): BackWords {
  if (by === 'abandon') return { by, item: 'Abandon', title: `Abandon this ${project}?`, icon: 'stop' }
  return { by, item: `Back to ${to}`, title: `Go back to ${to}?`, icon: 'undo' }
}

/** Why a step was not taken, shown on the page until the next one; nothing when one begins. */
type OnRefused = (refusal: Refusal | undefined) => void

interface MovesProps {
  readonly project: ExplorationDetail
  readonly onRefused: OnRefused
  /** A step was taken here. */
  readonly onMoved: (project: ExplorationDetail) => void
}

/** The ways on from here: forward at once, back and out with a reason. */
export function Moves({ project, onRefused, onMoved }: MovesProps) {
  const [asking, setAsking] = useState<BackWords>()
  const forward = project.transitions.filter(({ by }) => by === 'advance' || by === 'complete')
  const name = project.words.title.toLowerCase()
  const back = project.transitions.flatMap(({ by, to }) => (isBackward(by) ? [wordsFor(by, to, name)] : []))
  const items = back.map(words => ({ label: words.item, icon: words.icon, onSelect: () => setAsking(words) }))
  return (
    <>
      {forward.map(way => (
        <Forward key={way.event} way={way} onRefused={onRefused} onMoved={onMoved} />
      ))}
      {project.allows.includes('finalize') && <Finish onRefused={onRefused} />}
      {project.terminal && <Cleanup onRefused={onRefused} />}
      {items.length > 0 && <Menu label="More" items={items} />}
      {asking !== undefined && <Ask words={asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

function isBackward(by: ExplorationTransition['by']): by is Backward {
  return by === 'reopen' || by === 'revise' || by === 'abandon'
}

/** Below what was just done, where the ways above are out of sight: the way on, once nothing stands in it. */
export function NextMove({ project, onRefused, onMoved }: MovesProps) {
  const way = project.transitions.find(({ by, blocked }) => (by === 'advance' || by === 'complete') && !blocked)
  if (way === undefined) return null
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-sprout/40 bg-sprout-wash px-5 py-4 max-sm:px-4">
      <p className="min-w-0 flex-1 basis-60">Ready to continue. {way.summary}</p>
      <Forward way={way} label={`Next: ${way.to}`} onRefused={onRefused} onMoved={onMoved} />
    </div>
  )
}

interface ForwardProps {
  readonly way: ExplorationTransition
  readonly label?: string
  readonly onRefused: OnRefused
  readonly onMoved: MovesProps['onMoved']
}

/** A refusal of the step before is forgotten; one of this step is shown. */
function refusals(onRefused: OnRefused) {
  return {
    onMutate: () => onRefused(undefined),
    onError: (error: Error) => onRefused({ kind: 'error', error }),
  }
}

function Forward({ way, label = `On to ${way.to}`, onRefused, onMoved }: ForwardProps) {
  const advance = useWrite('exploration.advance', { ...refusals(onRefused), onSuccess: onMoved })
  const complete = useWrite('exploration.complete', { ...refusals(onRefused), onSuccess: onMoved })
  const busy = advance.isPending || complete.isPending
  const go = () => (way.by === 'advance' ? advance.mutate({}) : complete.mutate({}))
  return (
    <Button kind="primary" icon="right" busy={busy} reason={way.reasons[0]?.message.split('\n')[0]} onClick={go}>
      {label}
    </Button>
  )
}

/** All the steps that are left; where it stops, the reason is shown. */
function Finish({ onRefused }: { onRefused: OnRefused }) {
  const finish = useWrite('exploration.finish', {
    ...refusals(onRefused),
    onSuccess: ({ archive, person, reasons }) =>
      archive === undefined
        ? onRefused({
            kind: 'stopped',
            says: person === undefined ? reasons.map(({ message }) => message) : [person.says],
          })
        : toast({ tone: 'sprout', text: `Archived in ${archive}` }),
  })
  return (
    <Button icon="check" busy={finish.isPending} onClick={() => finish.mutate({})}>
      Finish it
    </Button>
  )
}

function Cleanup({ onRefused }: { onRefused: OnRefused }) {
  const cleanup = useWrite('exploration.cleanup', {
    ...refusals(onRefused),
    onSuccess: ({ archive }) => toast({ tone: 'sprout', text: `Archived in ${archive}` }),
  })
  return (
    <Button icon="file" busy={cleanup.isPending} onClick={() => cleanup.mutate({})}>
      Archive it
    </Button>
  )
}

function Ask({ words: { by, item, title }, onClose }: { words: BackWords; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const move = useWrite(`exploration.${by}`, { onSuccess: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') move.mutate({ reason })
  }
  return (
    <Suspense fallback={null}>
      <Dialog title={title} onClose={onClose}>
        <form onSubmit={submit} className="space-y-4 p-5">
          <TextArea
            label="Why?"
            help="It is kept in the log."
            rows={3}
            maxLength={2000}
            autoFocus
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
          />
          {move.isError && <ErrorBox error={move.error} />}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button
              kind={by === 'abandon' ? 'danger' : 'primary'}
              type="submit"
              busy={move.isPending}
              reason={reason.trim() === '' ? 'Say why first' : undefined}
            >
              {item}
            </Button>
          </div>
        </form>
      </Dialog>
    </Suspense>
  )
}
