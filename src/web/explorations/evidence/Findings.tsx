import { lazy, Suspense, useState } from 'react'
import { Button } from '../../parts/input/Button.tsx'
import { Card } from '../../parts/layout/Card.tsx'
import { Row, Rows } from '../../parts/layout/Rows.tsx'
import { EmptyState } from '../../parts/layout/States.tsx'
import { Document } from '../documents/Document.tsx'
import { NewFinding } from '../documents/NewFinding.tsx'
import type { ExplorationArtifact, ExplorationDetail } from '../exploration-types.ts'

const Dialog = lazy(async () => ({ default: (await import('../../parts/input/Dialog.tsx')).Dialog }))

/** What was written down on the way, each with its first words; and what was decided or is still asked. */
export function ExplorationFindings({ project, writing }: { project: ExplorationDetail; writing: boolean }) {
  const [open, setOpen] = useState<string>()
  const [editing, setEditing] = useState(false)
  const [isNew, setIsNew] = useState(false)
  const kind = project.material_kind
  const show = (path: string) => {
    setEditing(false)
    setOpen(path)
  }
  const findings = project.artifacts.filter(({ needs_approval }) => !needs_approval)
  return (
    <div className="grid gap-5">
      {project.feedback.length > 0 && <Feedback feedback={project.feedback} />}
      {project.inputs.length > 0 && <Inputs inputs={project.inputs} />}
      <Card title={project.words.material} aside={String(findings.length)} flush>
        {findings.length === 0 && !isNew && (
          <EmptyState icon="file" title={`No ${project.words.material.toLowerCase()} yet`} />
        )}
        {findings.length > 0 && (
          <Rows label={project.words.material}>
            {findings.map(finding => (
              <Row key={finding.path}>
                <FindingLine finding={finding} onOpen={() => show(finding.path)} />
              </Row>
            ))}
          </Rows>
        )}
        {writing && kind !== undefined && (
          <div className="border-t border-line px-5 py-4 max-sm:px-4">
            {isNew ? (
              <NewFinding project={project} kind={kind} onDone={() => setIsNew(false)} />
            ) : (
              <Button icon="plus" onClick={() => setIsNew(true)}>
                Write a {kind}
              </Button>
            )}
          </div>
        )}
      </Card>
      {project.notes.length > 0 && <Notes notes={project.notes} />}
      {open !== undefined && (
        <Suspense fallback={null}>
          <Dialog title={open} onClose={() => setOpen(undefined)} wide>
            <div className="overflow-y-auto p-5">
              <Document project={project.name} path={open} writing={writing} editing={editing} onEditing={setEditing} />
            </div>
          </Dialog>
        </Suspense>
      )}
    </div>
  )
}

/** What earlier iterations left to this one, the last one first. */
function Feedback({ feedback }: { feedback: ExplorationDetail['feedback'] }) {
  return (
    <Card title="Feedback">
      <ul className="space-y-2">
        {feedback.toReversed().map(({ iteration, text, by }) => (
          <li key={iteration} className="break-words">
            <span className="mr-2 text-xs font-medium text-soft">
              Iteration {iteration}, {by}
            </span>
            {text}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const INPUTS = { holds: '', changed: 'changed since the start', gone: 'gone' } as const

function Inputs({ inputs }: { inputs: ExplorationDetail['inputs'] }) {
  return (
    <Card title="Inputs">
      <ul className="space-y-1">
        {inputs.map(({ path, standing }) => (
          <li key={path} className="font-mono text-[0.8125rem] break-all">
            {path} <span className="font-sans text-xs text-soft">{INPUTS[standing]}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function FindingLine({ finding, onOpen }: { finding: ExplorationArtifact; onOpen: () => void }) {
  return (
    <>
      <button
        type="button"
        onClick={onOpen}
        className="block max-w-full text-left font-mono text-[0.8125rem] font-medium break-all before:absolute before:inset-0"
      >
        {finding.path}
      </button>
      <p className="mt-0.5 text-sm break-words text-soft">
        {finding.standing === 'missing' ? 'The file is gone.' : finding.abstract}
        {finding.tasks.length > 0 && <span> ({finding.tasks.join(', ')})</span>}
      </p>
    </>
  )
}

function Notes({ notes }: { notes: ExplorationDetail['notes'] }) {
  return (
    <Card title="Notes">
      <ul className="space-y-2">
        {notes.map(note => (
          <li key={note.id} className="break-words">
            <span className="mr-2 text-xs font-medium text-soft">{note.kind}</span>
            {note.text}
          </li>
        ))}
      </ul>
    </Card>
  )
}
