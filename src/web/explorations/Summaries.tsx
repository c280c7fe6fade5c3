import { type FormEvent, useState } from 'react'
import type { Output } from '../api/call.ts'
import { problemFor } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Field } from '../parts/input/Field.tsx'
import { EmptyState, ErrorBox } from '../parts/layout/States.tsx'
import { toast } from '../parts/notify/toast.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { Diff } from '../parts/text/Diff.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { Document } from './documents/Document.tsx'
import { ARTIFACT_STANDING_LABELS, VERDICT } from './exploration-labels.ts'
import type { ExplorationArtifact, ExplorationDetail, ExplorationTopic } from './exploration-types.ts'

interface SummariesProps {
  readonly project: ExplorationDetail
  readonly deciding: boolean
  readonly writing: boolean
}

/** The documents side by side, as they are now; each is approved or sent back by itself. */
export function Summaries({ project, deciding, writing }: SummariesProps) {
  const documents = project.artifacts.filter(({ needs_approval }) => needs_approval)
  if (documents.length === 0)
    return (
      <div className="rounded-lg border border-line bg-panel shadow-sheet">
        <EmptyState icon="file" title={`No ${project.words.documents.toLowerCase()} yet`}>
          {project.type === 'exploration' && (
            <p className="mb-4">
              They are written when every topic is resolved. With several, summary.md is the overview.
            </p>
          )}
          {writing && <BeginButtons project={project} />}
        </EmptyState>
      </div>
    )
  return (
    <>
      {writing && <BeginButtons project={project} />}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {documents.map(document => (
          <Summary key={document.path} project={project} document={document} deciding={deciding} writing={writing} />
        ))}
      </div>
    </>
  )
}

/** What the way on asks for: a plan, a review of this iteration, the document of a task. */
function BeginButtons({ project }: { project: ExplorationDetail }) {
  const { to_begin, tasks } = project
  if (to_begin.length === 0) return <BeginEarly project={project} />
  return (
    <div className="mb-4 flex flex-wrap justify-center gap-2">
      {to_begin.map(({ kind, task }) => (
        <Begin key={`${kind} ${task}`} kind={kind} task={tasks.find(({ id }) => id === task)} />
      ))}
    </div>
  )
}

/** The first summary may be written while research still goes on. */
function BeginEarly({ project: { type, adds, artifacts } }: { project: ExplorationDetail }) {
  const isBegun = artifacts.some(({ needs_approval }) => needs_approval)
  if (type !== 'exploration' || isBegun || !adds.includes('summary')) return null
  return <Begin kind="summary" task={undefined} />
}

/** Writes the outline; its editor opens by itself, because nothing of it is written yet. */
function Begin({ kind, task }: { kind: string; task: ExplorationTopic | undefined }) {
  const begin = useWrite('artifact.new', {
    onError: error => toast({ tone: 'rust', text: problemFor(error).message }),
  })
  return (
    <Button
      icon="file"
      busy={begin.isPending}
      onClick={() => begin.mutate({ kind, ...(task !== undefined && { task: task.id }) })}
    >
      {task === undefined ? `Write a ${kind}` : `Write the ${kind} of ${task.id} ${task.name}`}
    </Button>
  )
}

interface SummaryProps extends SummariesProps {
  readonly document: ExplorationArtifact
}

function Summary({ project, document, deciding, writing }: SummaryProps) {
  // An outline is to be filled in, so it begins with the editor.
  const [editing, setEditing] = useState(document.standing === 'unwritten')
  const verdict = document.standing === 'approved' ? document.approval?.verdict : undefined
  const { word, tone, icon } = verdict === undefined ? ARTIFACT_STANDING_LABELS[document.standing] : VERDICT[verdict]
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
        <Document
          project={project.name}
          path={document.path}
          writing={writing}
          editing={editing}
          onEditing={setEditing}
        />
      </div>
      {deciding && !UNDECIDED.includes(document.standing) && (
        <Decide project={project.name} document={document} editing={writing && editing} />
      )}
    </article>
  )
}

/** There is nothing to read yet, or no longer. */
const UNDECIDED: readonly ExplorationArtifact['standing'][] = ['missing', 'unwritten']

interface DecideDocumentProps {
  readonly project: string
  readonly document: ExplorationArtifact
  /** The editor is open: what is on the screen is not what would be approved. */
  readonly editing: boolean
}

/** Approves exactly the text that is shown: another one in the meantime is refused. */
function Decide({ project, document, editing }: DecideDocumentProps) {
  const [rejecting, setRejecting] = useState(false)
  const isReview = document.verdict === true
  const shown = useRead('artifact.show', { project, path: document.path })
  const approve = useWrite('artifact.approve', {
    onSuccess: () => toast({ tone: 'sprout', text: `${isReview ? 'Passed' : 'Approved'}: ${document.path}` }),
  })
  // Right after a save the text on screen may still be the one before: nobody approves that by a quick click.
  const revision = shown.data?.revision === document.revision ? document.revision : undefined
  return (
    <footer className="border-t border-line px-5 py-3 max-sm:px-4">
      {shown.data?.since_approval && <ChangedSince since={shown.data.since_approval} path={document.path} />}
      {rejecting ? (
        <Reject document={document} revision={revision} onDone={() => setRejecting(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            kind="primary"
            icon="check"
            busy={approve.isPending}
            reason={whyNotApproved({ standing: document.standing, revision, editing })}
            onClick={() =>
              approve.mutate({
                path: document.path,
                ...(revision !== undefined && { revision }),
                ...(isReview && { verdict: 'pass' as const }),
              })
            }
          >
            {isReview ? 'Pass' : 'Approve'}
          </Button>
          <Button icon="cross" onClick={() => setRejecting(true)}>
            {isReview ? 'Fail' : 'Reject'}
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

interface Approvable {
  readonly standing: ExplorationArtifact['standing']
  readonly revision: string | undefined
  readonly editing: boolean
}

function whyNotApproved({ standing, revision, editing }: Approvable): string | undefined {
  if (standing === 'approved') return 'Already approved'
  if (editing) return 'Save or close the editor first'
  return revision === undefined ? 'Loading the latest text' : undefined
}

type Since = NonNullable<Output<'artifact.show'>['since_approval']>

/** What a new approval would be about: the difference to the text that was approved last. */
function ChangedSince({ since: { by, at, diff }, path }: { since: Since; path: string }) {
  return (
    <section aria-label={`Changed since the last approval of ${path}`} className="mb-3 space-y-2">
      <h3 className="text-sm font-medium">
        Changed since {by} approved it <RelativeTime at={at} />
      </h3>
      {diff === undefined ? (
        <p className="text-sm text-soft">The text that was approved is no longer kept.</p>
      ) : (
        <Diff text={diff.split('\n').slice(2).join('\n')} label={`Changes to ${path} since its last approval`} />
      )}
    </section>
  )
}

interface RejectProps {
  readonly document: ExplorationArtifact
  readonly revision: string | undefined
  readonly onDone: () => void
}

/** A document is sent back; a review is decided, with what has to change as the feedback for the next iteration. */
function Reject({ document: { path, verdict }, revision, onDone }: RejectProps) {
  const [note, setNote] = useState('')
  const sendBack = useWrite('artifact.reject', { onSuccess: onDone })
  const fail = useWrite('artifact.approve', { onSuccess: onDone })
  const isReview = verdict === true
  const reject = isReview ? fail : sendBack
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (note.trim() === '') return
    if (isReview) fail.mutate({ path, note, verdict: 'fail', ...(revision !== undefined && { revision }) })
    else sendBack.mutate({ path, note })
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <Field
        label={isReview ? 'What has to change?' : 'What is missing?'}
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
          {isReview ? 'Fail it' : 'Send back'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
      {reject.isError && <ErrorBox error={reject.error} />}
    </form>
  )
}
