import { type FormEvent, lazy, Suspense, useState } from 'react'
import { problemOf } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/Button.tsx'
import { Menu, type MenuItem } from '../parts/Menu.tsx'
import { ErrorBox } from '../parts/States.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import { toast } from '../parts/toast.ts'
import type { Project, Way } from './types.ts'

const Dialog = lazy(async () => ({ default: (await import('../parts/Dialog.tsx')).Dialog }))

type Backward = 'reopen' | 'revise' | 'abandon'

const WORDS: Readonly<Record<Backward, { item: string; title: string; icon: MenuItem['icon'] & string }>> = {
  reopen: { item: 'Back to research', title: 'Go back to research?', icon: 'undo' },
  revise: { item: 'Back to the documents', title: 'Go back to the documents?', icon: 'undo' },
  abandon: { item: 'Give it up', title: 'Give it up?', icon: 'stop' },
}

/** The ways on from here: forward at once, back and out with a reason. */
export function Moves({ project }: { project: Project }) {
  const [asking, setAsking] = useState<Backward>()
  const forward = project.transitions.filter(({ by }) => by === 'advance' || by === 'complete')
  const back = project.transitions.flatMap(({ by }) => (isBackward(by) ? [by] : []))
  const items = back.map(by => ({ label: WORDS[by].item, icon: WORDS[by].icon, onSelect: () => setAsking(by) }))
  return (
    <>
      {forward.map(way => (
        <Forward key={way.event} way={way} />
      ))}
      {project.allows.includes('finalize') && <Finish />}
      {project.terminal && <Cleanup />}
      {items.length > 0 && <Menu label="More" items={items} />}
      {asking !== undefined && <Ask by={asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

function isBackward(by: Way['by']): by is Backward {
  return by === 'reopen' || by === 'revise' || by === 'abandon'
}

/** Below what was just done, where the ways above are out of sight: the way on, once nothing stands in it. */
export function Onward({ project }: { project: Project }) {
  const way = project.transitions.find(({ by, blocked }) => (by === 'advance' || by === 'complete') && !blocked)
  if (way === undefined) return null
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-sprout/40 bg-sprout-wash px-5 py-4 max-sm:px-4">
      <p className="min-w-0 flex-1 basis-60">Nothing stands in the way any more. {way.summary}</p>
      <Forward way={way} label={`Next: ${way.to}`} />
    </div>
  )
}

function Forward({ way, label = `On to ${way.to}` }: { way: Way; label?: string }) {
  const options = { onError: tell }
  const advance = useWrite('exploration.advance', options)
  const complete = useWrite('exploration.complete', options)
  const busy = advance.isPending || complete.isPending
  const go = () => (way.by === 'advance' ? advance.mutate({}) : complete.mutate({}))
  return (
    <Button kind="primary" icon="right" busy={busy} reason={way.reasons[0]?.message.split('\n')[0]} onClick={go}>
      {label}
    </Button>
  )
}

/** All the steps that are left; where it stops, the reason is said. */
function Finish() {
  const finish = useWrite('exploration.finish', {
    onSuccess: ({ archive, person, reasons }) =>
      archive === undefined
        ? toast({ tone: 'amber', text: person?.says ?? reasons[0]?.message ?? 'It did not come to its end.' })
        : toast({ tone: 'sprout', text: `Archived in ${archive}` }),
    onError: tell,
  })
  return (
    <Button icon="check" busy={finish.isPending} onClick={() => finish.mutate({})}>
      Finish it
    </Button>
  )
}

function Cleanup() {
  const cleanup = useWrite('exploration.cleanup', {
    onSuccess: ({ archive }) => toast({ tone: 'sprout', text: `Archived in ${archive}` }),
    onError: tell,
  })
  return (
    <Button icon="file" busy={cleanup.isPending} onClick={() => cleanup.mutate({})}>
      Archive it
    </Button>
  )
}

function Ask({ by, onClose }: { by: Backward; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const move = useWrite(`exploration.${by}`, { onSuccess: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') move.mutate({ reason })
  }
  return (
    <Suspense fallback={null}>
      <Dialog title={WORDS[by].title} onClose={onClose}>
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
            <Button onClick={onClose}>Not now</Button>
            <Button
              kind={by === 'abandon' ? 'danger' : 'primary'}
              type="submit"
              busy={move.isPending}
              reason={reason.trim() === '' ? 'Say why first' : undefined}
            >
              {WORDS[by].item}
            </Button>
          </div>
        </form>
      </Dialog>
    </Suspense>
  )
}

function tell(error: unknown): void {
  toast({ tone: 'rust', text: problemOf(error).message })
}
