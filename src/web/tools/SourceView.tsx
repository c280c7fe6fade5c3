import { useState } from 'react'
import { useRead } from '../api/query.ts'
import { CodeBlock } from '../parts/Code.tsx'
import { Select } from '../parts/Field.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import { bytes } from '../parts/time.ts'

/** The code of a tool, one file at a time, its own first. */
export function SourceView({ name }: { name: string }) {
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
      {shown.text === undefined ? (
        <p className="text-soft">It is no text, or too long to be shown here.</p>
      ) : (
        <CodeBlock text={shown.text} label={shown.path} />
      )}
      <p className="font-mono text-xs break-all text-faint">sha256 {hash}</p>
    </div>
  )
}
