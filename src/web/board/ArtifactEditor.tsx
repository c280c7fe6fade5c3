import type { FormEvent } from 'react'
import { useWrite } from '../api/query.ts'
import { useDraft } from '../changes/draft.ts'
import { Button } from '../parts/Button.tsx'
import { ErrorBox } from '../parts/States.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import type { Artifact } from './types.ts'

interface EditorProps {
  readonly feature: string
  readonly artifact: Artifact['name']
  readonly before: { readonly content: string; readonly revision: string } | undefined
  readonly onDone: () => void
}

/** Writes an artifact; a reload or a refusal loses nothing of it. */
export function ArtifactEditor({ feature, artifact, before, onDone }: EditorProps) {
  const [text, setText, drop] = useDraft(`feature.${feature}.${artifact}`, before?.content ?? '')
  const write = useWrite('feature.write', {
    onSuccess: () => {
      drop()
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    const expected = before === undefined ? {} : { expected_revision: before.revision }
    write.mutate({ id: feature, artifact, content: text, ...expected })
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      <TextArea
        label={`Text of ${artifact}, in markdown`}
        mono
        rows={10}
        maxLength={200_000}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {write.isError && <ErrorBox error={write.error} />}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          type="submit"
          busy={write.isPending}
          reason={text.trim() === '' ? 'Write something first' : undefined}
        >
          Save
        </Button>
        {before !== undefined && <Button onClick={onDone}>Leave it</Button>}
      </div>
    </form>
  )
}
