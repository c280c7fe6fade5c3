import type { Output } from '../../api/call.ts'
import { useRead, useWrite } from '../../api/query.ts'
import { DocumentEditor } from '../../parts/editor/DocumentEditor.tsx'
import { Button } from '../../parts/input/Button.tsx'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Markdown } from '../../parts/markdown/Markdown.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { ReviewedDocument } from '../../reviews/ReviewedDocument.tsx'

interface DocumentProps {
  readonly project: string
  readonly path: string
  /** It may be edited here and now. */
  readonly writing: boolean
  readonly editing: boolean
  readonly onEditing: (editing: boolean) => void
}

/** The text of a finding or a summary, to read and to edit. */
export function Document({ project, path, writing, editing, onEditing }: DocumentProps) {
  const shown = useRead('artifact.show', { project, path })
  const list = useRead('exploration.list', {})
  if (shown.isPending) return <Loading rows={5} />
  if (shown.isError) return <ErrorBox error={shown.error} retry={() => void shown.refetch()} />
  if (writing && editing) return <Editor path={path} shown={shown.data} onDone={() => onEditing(false)} />
  const text = <Text path={path} content={shown.data.content} />
  // The comments of another worktree are there.
  const elsewhere = list.data?.projects.find(each => each.name === project)?.where === 'worktree'
  return (
    <>
      {elsewhere ? (
        text
      ) : (
        <ReviewedDocument path={shown.data.artifact.file} text={shown.data.content}>
          {text}
        </ReviewedDocument>
      )}
      {writing && (
        <Button size="small" icon="edit" className="mt-4" onClick={() => onEditing(true)}>
          Edit
        </Button>
      )}
    </>
  )
}

/** Markdown as such, anything else as it is. */
function Text({ path, content }: { path: string; content: string }) {
  if (!/\.(?:md|markdown)$/i.test(path)) return <pre className="text-sm break-words whitespace-pre-wrap">{content}</pre>
  return <Markdown text={content} name={path.replace(/\W+/g, '-')} level={4} />
}

interface ExplorationEditorProps {
  readonly path: string
  readonly shown: Output<'artifact.show'>
  readonly onDone: () => void
}

function Editor({ path, shown, onDone }: ExplorationEditorProps) {
  const write = useWrite('artifact.write', { onSuccess: () => toast({ tone: 'sprout', text: `Saved ${path}` }) })
  return (
    <DocumentEditor
      name={`artifact.${path}`}
      label={`Text of ${path}`}
      rows={16}
      stored={{ text: shown.content, revision: shown.revision }}
      save={(content, { revision }) =>
        write.mutateAsync({ path, content, ...(revision !== undefined && { expected_revision: revision }) })
      }
      onSaved={onDone}
      onCancel={onDone}
    />
  )
}
