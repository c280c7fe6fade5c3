import { lazy, Suspense, useState } from 'react'
import { useRead } from '../api/query.ts'
import { Card } from '../parts/Card.tsx'
import { Markdown } from '../parts/Markdown.tsx'
import { Row, Rows } from '../parts/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/States.tsx'
import type { Artifact, Project } from './types.ts'

const Dialog = lazy(async () => ({ default: (await import('../parts/Dialog.tsx')).Dialog }))

/** What was written down on the way, each with its first words; and what was decided or is still asked. */
export function Findings({ project }: { project: Project }) {
  const [open, setOpen] = useState<string>()
  const findings = project.artifacts.filter(({ needs_approval }) => !needs_approval)
  return (
    <div className="grid gap-5">
      <Card title="Findings" aside={String(findings.length)} flush>
        {findings.length === 0 && <EmptyState icon="file" title="Nothing written down yet" />}
        {findings.length > 0 && (
          <Rows label="Findings">
            {findings.map(finding => (
              <Row key={finding.path}>
                <FindingLine finding={finding} onOpen={() => setOpen(finding.path)} />
              </Row>
            ))}
          </Rows>
        )}
      </Card>
      {project.notes.length > 0 && <Notes notes={project.notes} />}
      {open !== undefined && (
        <Suspense fallback={null}>
          <Dialog title={open} onClose={() => setOpen(undefined)} wide>
            <div className="overflow-y-auto p-5">
              <Text project={project.name} path={open} />
            </div>
          </Dialog>
        </Suspense>
      )}
    </div>
  )
}

function FindingLine({ finding, onOpen }: { finding: Artifact; onOpen: () => void }) {
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

function Notes({ notes }: { notes: Project['notes'] }) {
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

/** The text of an artifact; markdown as such, anything else as it is. */
export function Text({ project, path }: { project: string; path: string }) {
  const shown = useRead('artifact.show', { project, path })
  if (shown.isPending) return <Loading rows={5} />
  if (shown.isError) return <ErrorBox error={shown.error} retry={() => void shown.refetch()} />
  if (!/\.(?:md|markdown)$/i.test(path))
    return <pre className="text-sm break-words whitespace-pre-wrap">{shown.data.content}</pre>
  return <Markdown text={shown.data.content} name={path.replace(/\W+/g, '-')} level={4} />
}
