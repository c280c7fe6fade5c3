import { lazy, Suspense, useState } from 'react'
import type { OperationName } from '../api/call.ts'
import { problemFor } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import type { RunDetail } from '../api/types.ts'
import { Button } from '../parts/input/Button.tsx'
import { Dialog } from '../parts/input/Dialog.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/layout/States.tsx'
import { toast } from '../parts/notify/toast.ts'
import { Badge, type Tone } from '../parts/text/Badge.tsx'
import { CopyLine } from '../parts/text/Code.tsx'
import { count } from '../parts/text/time.ts'
import { hasEnded } from '../runs/status.ts'

/** Home shows what agents did, too, and needs none of this at first. */
const ReviewedDiff = lazy(async () => ({ default: (await import('../reviews/ReviewedDiff.tsx')).ReviewedDiff }))

const STATE: Readonly<Record<string, { word: string; tone: Tone }>> = {
  open: { word: 'Not decided', tone: 'sky' },
  none: { word: 'No changes', tone: 'plain' },
  merged: { word: 'Merged', tone: 'sprout' },
  discarded: { word: 'Discarded', tone: 'plain' },
  undone: { word: 'Undone', tone: 'amber' },
  resumed: { word: 'Goes on in another run', tone: 'plain' },
}

/** What a write run changed, and what becomes of it. */
export function ChangesView({ run }: { run: RunDetail }) {
  const diff = useRead('agent.diff', { id: run.id })
  const state = STATE[run.agent?.changes ?? 'open']
  if (diff.isPending) return <Loading rows={4} />
  if (diff.isError) return <ErrorBox error={diff.error} retry={() => void diff.refetch()} />
  const { files, diff: text, whole, result } = diff.data
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        {state && <Badge tone={state.tone}>{state.word}</Badge>}
        <span className="text-soft">{count(files.length, 'file')}</span>
        {hasEnded(run) && <Decide run={run} result={result} reload={() => void diff.refetch()} />}
      </div>
      {files.length === 0 ? (
        <EmptyState icon="file" title="Nothing was changed" />
      ) : (
        <>
          <ul aria-label="Changed files" className="space-y-0.5 font-mono text-xs">
            {files.map(({ path, change }) => (
              <li key={path} className="break-all">
                <span className="inline-block w-16 text-soft">{change}</span> {path}
              </li>
            ))}
          </ul>
          <Suspense fallback={<Loading rows={4} />}>
            <ReviewedDiff run={run.id} diff={text} />
          </Suspense>
          {whole !== undefined && (
            <div className="text-soft">
              <p className="mb-1.5">Long files are cut here. This shows all of it:</p>
              <CopyLine text={whole} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

type ChangesVerb = Extract<OperationName, 'agent.merge' | 'agent.discard' | 'agent.undo'>

const VERBS: Readonly<Record<string, readonly { verb: ChangesVerb; label: string; done: string }[]>> = {
  open: [
    { verb: 'agent.merge', label: 'Merge', done: 'Merged into your worktree; nothing is committed.' },
    { verb: 'agent.discard', label: 'Discard', done: 'Discarded.' },
  ],
  discarded: [{ verb: 'agent.merge', label: 'Merge after all', done: 'Merged into your worktree.' }],
  undone: [{ verb: 'agent.merge', label: 'Merge again', done: 'Merged into your worktree.' }],
  merged: [{ verb: 'agent.undo', label: 'Undo the merge', done: 'Undone: your files are as they were before.' }],
}

interface ChangesDecisionProps {
  readonly run: RunDetail
  /** What the page shows: nothing else is merged. */
  readonly result: string
  reload(): void
}

function Decide({ run, ...shown }: ChangesDecisionProps) {
  const verbs = VERBS[run.agent?.changes ?? ''] ?? []
  return (
    <span className="flex flex-wrap gap-2">
      {verbs.map(each => (
        <Decision key={each.verb} run={run} {...shown} {...each} />
      ))}
    </span>
  )
}

function Decision({
  run,
  result,
  reload,
  verb,
  label,
  done,
}: ChangesDecisionProps & { verb: ChangesVerb; label: string; done: string }) {
  const decide = useWrite(verb, {
    onSuccess: () => toast({ tone: 'sprout', text: done }),
    onError: error => {
      toast({ tone: 'rust', text: problemFor(error).message })
      reload()
    },
  })
  const primary = verb === 'agent.merge'
  return (
    <Button
      size="small"
      kind={primary ? 'primary' : 'normal'}
      icon={primary ? 'check' : verb === 'agent.undo' ? 'undo' : 'cross'}
      busy={decide.isPending}
      onClick={() => decide.mutate(primary ? { id: run.id, result } : { id: run.id })}
    >
      {label}
    </Button>
  )
}

/** The same in a sheet, for lists of what was done. */
function ChangesDialog({ run, onClose }: { run: RunDetail; onClose: () => void }) {
  return (
    <Dialog title={run.label} onClose={onClose} wide>
      <div className="overflow-y-auto p-5">
        <ChangesView run={run} />
      </div>
    </Dialog>
  )
}

/** A button that shows them. */
export function ShowChanges({ run }: { run: RunDetail }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" kind="quiet" icon="file" onClick={() => setOpen(true)}>
        Show changes
      </Button>
      {open && <ChangesDialog run={run} onClose={() => setOpen(false)} />}
    </>
  )
}
