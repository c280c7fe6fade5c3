import { useState } from 'react'
import type { Output } from '../api/call.ts'
import { useRead, useWrite } from '../api/query.ts'
import { DocumentEditor } from '../parts/editor/DocumentEditor.tsx'
import { Button } from '../parts/input/Button.tsx'
import { Select } from '../parts/input/Field.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { toast } from '../parts/notify/toast.ts'
import { CodeBlock } from '../parts/text/Code.tsx'
import { bytes } from '../parts/text/time.ts'

type SourceFile = Output<'tool.source'>['files'][number]

/** The code of a tool, one file at a time, its own first; files of its folder can be edited where `editable` says so. */
export function SourceView({ name, editable = false }: { name: string; editable?: boolean }) {
  const source = useRead('tool.source', { name })
  const [chosen, choose] = useState<string>()
  if (source.isPending) return <Loading rows={8} />
  if (source.isError) return <ErrorBox error={source.error} retry={() => void source.refetch()} />
  const { files, hash } = source.data
  const shown = files.find(({ path }) => path === chosen) ?? files[0]
  if (shown === undefined) return <p className="text-soft">It has no code of its own.</p>
  return (
    <div className="min-w-0 space-y-3">
      {files.length > 1 ? (
        <Select
          label="File"
          value={shown.path}
          options={files.map(file => ({ value: file.path, label: `${file.path} (${bytes(file.bytes)})` }))}
          onChoose={choose}
        />
      ) : (
        <p className="font-mono text-xs break-all text-soft">{shown.path}</p>
      )}
      <FileView key={shown.path} tool={name} file={shown} editable={editable} />
      <p className="font-mono text-xs break-all text-faint">sha256 {hash}</p>
    </div>
  )
}

interface FileViewProps {
  readonly tool: string
  readonly file: SourceFile
  readonly editable: boolean
}

function FileView({ tool, file, editable }: FileViewProps) {
  const [editing, setEditing] = useState(false)
  const { path, text, revision } = file
  if (text === undefined) return <p className="text-soft">It is not text, or too long to be shown here.</p>
  if (editing && revision !== undefined)
    return <FileEditor tool={tool} path={path} stored={{ text, revision }} onDone={() => setEditing(false)} />
  return (
    <>
      <CodeBlock text={text} label={path} />
      {editable && revision !== undefined && (
        <Button icon="edit" onClick={() => setEditing(true)}>
          Edit
        </Button>
      )}
    </>
  )
}

interface FileEditorProps {
  readonly tool: string
  readonly path: string
  readonly stored: { readonly text: string; readonly revision: string }
  readonly onDone: () => void
}

/** New code is trusted again before it runs; the banner of the tool says so. */
function FileEditor({ tool, path, stored, onDone }: FileEditorProps) {
  const write = useWrite('tool.write', { onSuccess: () => toast({ tone: 'sprout', text: `Saved ${path}` }) })
  const inTool = path.split('/').slice(3).join('/')
  return (
    <DocumentEditor
      name={`tool.${path}`}
      label={`Text of ${path}`}
      rows={24}
      code
      stored={stored}
      save={(content, { revision }) =>
        write.mutateAsync({
          name: tool,
          path: inTool,
          content,
          ...(revision !== undefined && { expected_revision: revision }),
        })
      }
      onSaved={onDone}
      onCancel={onDone}
    />
  )
}
