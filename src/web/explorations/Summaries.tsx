import { type FormEvent, useState } from 'react'
import { shell } from '../../operation/shell.ts'
import { problemOf } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { CopyLine } from '../parts/Code.tsx'
import { Field } from '../parts/Field.tsx'
import { EmptyState, ErrorBox } from '../parts/States.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { toast } from '../parts/toast.ts'
import { Text } from './Findings.tsx'
import { STANDING } from './look.ts'
import type { Artifact, Project } from './types.ts'

/** The documents side by side, as they are now; each is approved or sent back by itself. */
export function Summaries({ project, deciding }: { project: Project; deciding: boolean }) {
  const documents = project.artifacts.filter(({ needs_approval }) => needs_approval)
  if (documents.length === 0)
    return (
      <div className="rounded-lg border border-line bg-panel shadow-sheet">
        <EmptyState icon="file" title="No summaries yet">
          <p className="mb-4">
            They are written when every topic is resolved. With several, summary.md is the overview.
          </p>
          {deciding && <Begin />}
          <CopyLine text={shell`furrow agent artifact new summary`} />
        </EmptyState>
      </div>
    )
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      {documents.map(document => (
        <Document key={document.path} project={project} document={document} deciding={deciding} />
      ))}
    </div>
  )
}

/** Whoever has no agent at hand begins with the template, and writes it in an editor. */
function Begin() {
  const begin = useWrite('artifact.new', {
    onSuccess: ({ artifact }) => toast({ tone: 'sprout', text: `${artifact.file} is begun; write it in your editor.` }),
    onError: error => toast({ tone: 'rust', text: problemOf(error).message }),
  })
  return (
    <Button className="mb-4" icon="file" busy={begin.isPending} onClick={() => begin.mutate({ kind: 'summary' })}>
      Begin summary.md
    </Button>
  )
}

interface DocumentProps {
  readonly project: Project
  readonly document: Artifact
  readonly deciding: boolean
}

function Document({ project, document, deciding }: DocumentProps) {
  const { word, tone, icon } = STANDING[document.standing]
  return (
    <article
      aria-label={document.path}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-panel shadow-sheet"
    >
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-5 py-2 max-sm:px-4">
        <h2 className="font-mono text-sm font-semibold break-all">{document.path}</h2>
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </header>
      {document.approval && document.standing === 'approved' && (
        <p className="border-b border-line px-5 py-2 text-xs text-soft max-sm:px-4">
          by {document.approval.by}
          {document.approval.delegated && ' in your name'}, <RelativeTime at={document.approval.at} />
          {document.approval.note && <span>: {document.approval.note}</span>}
        </p>
      )}
      {document.rejection && document.standing === 'rejected' && (
        <p className="border-b border-line bg-rust-wash px-5 py-2 text-sm break-words max-sm:px-4">
          {document.rejection.by}: {document.rejection.note}
        </p>
      )}
      <div className="p-5 max-sm:p-4">
        <Text project={project.name} path={document.path} />
      </div>
      {deciding && !UNDECIDED.includes(document.standing) && <Decide project={project.name} document={document} />}
    </article>
  )
}

/** There is nothing to read yet, or no longer. */
const UNDECIDED: readonly Artifact['standing'][] = ['missing', 'unwritten']

/** Approves exactly the text that is shown: another one in the meantime is refused. */
function Decide({ project, document }: { project: string; document: Artifact }) {
  const [rejecting, setRejecting] = useState(false)
  const shown = useRead('artifact.show', { project, path: document.path })
  const approve = useWrite('artifact.approve', {
    onSuccess: () => toast({ tone: 'sprout', text: `Approved: ${document.path}` }),
  })
  const revision = shown.data?.revision
  return (
    <footer className="border-t border-line px-5 py-3 max-sm:px-4">
      {rejecting ? (
        <Reject path={document.path} onDone={() => setRejecting(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            kind="primary"
            icon="check"
            busy={approve.isPending}
            reason={
              document.standing === 'approved'
                ? 'It is approved as it is'
                : revision === undefined
                  ? 'The text is not here yet'
                  : undefined
            }
            onClick={() => approve.mutate({ path: document.path, ...(revision !== undefined && { revision }) })}
          >
            Approve
          </Button>
          <Button icon="cross" onClick={() => setRejecting(true)}>
            Reject
          </Button>
        </div>
      )}
      {approve.isError && (
        <div className="-mx-5 max-sm:-mx-4">
          <ErrorBox error={approve.error} />
        </div>
      )}
    </footer>
  )
}

function Reject({ path, onDone }: { path: string; onDone: () => void }) {
  const [note, setNote] = useState('')
  const reject = useWrite('artifact.reject', { onSuccess: onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (note.trim() !== '') reject.mutate({ path, note })
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <Field
        label="What is missing?"
        value={note}
        maxLength={2000}
        autoFocus
        onChange={event => setNote(event.currentTarget.value)}
      />
      <div className="flex gap-2">
        <Button
          kind="danger"
          type="submit"
          busy={reject.isPending}
          reason={note.trim() === '' ? 'Say what is missing first' : undefined}
        >
          Send back
        </Button>
        <Button onClick={onDone}>Leave it</Button>
      </div>
      {reject.isError && <ErrorBox error={reject.error} />}
    </form>
  )
}
