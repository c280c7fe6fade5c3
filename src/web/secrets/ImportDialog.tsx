import { type ChangeEvent, type FormEvent, useState } from 'react'
import { problemFor } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Dialog } from '../parts/input/Dialog.tsx'
import { Field, Switch } from '../parts/input/Field.tsx'
import { TextArea } from '../parts/input/TextArea.tsx'
import { count } from '../parts/text/time.ts'
import { ScopeField } from './ScopeField.tsx'

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [content, setContent] = useState('')
  const [scope, setScope] = useState('default')
  const [replace, setReplace] = useState(false)
  const [unreadable, setUnreadable] = useState<string>()
  const take = useWrite('secrets.import')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    take.mutate({ content, scope, replace })
  }
  const read = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    file?.text().then(setContent, (error: Error) => setUnreadable(error.message))
  }
  return (
    <Dialog
      title="Import a .env file"
      describe="Every NAME=value becomes a secret; the file stays as it is."
      onClose={onClose}
    >
      {take.isSuccess ? (
        <Done answer={take.data} onClose={onClose} />
      ) : (
        <form onSubmit={submit} className="space-y-4 overflow-y-auto p-5">
          <Field label="File" type="file" onChange={read} error={unreadable} className="[&_input]:py-1.5" />
          <TextArea
            label="Or its lines"
            mono
            required
            spellCheck={false}
            value={content}
            onChange={event => setContent(event.currentTarget.value)}
          />
          <ScopeField value={scope} onChoose={setScope} />
          <Switch label="Replace" help="Also those that are set already." on={replace} onSwitch={setReplace} />
          {take.isError && (
            <p role="alert" className="text-rust">
              {problemFor(take.error).message}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" busy={take.isPending}>
              Import
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

type ImportResult = NonNullable<ReturnType<typeof useWrite<'secrets.import'>>['data']>

function Done({ answer: { set, kept, problems, scope }, onClose }: { answer: ImportResult; onClose: () => void }) {
  return (
    <div role="status" className="space-y-3 p-5">
      <p>
        {count(set.length, 'secret')} kept in {scope}
        {set.length > 0 && `: ${set.join(', ')}`}.
      </p>
      {kept.length > 0 && <p>Set already and left as they were: {kept.join(', ')}.</p>}
      {problems.map(({ line, message }) => (
        <p key={line} className="text-amber">
          Line {line} {message}.
        </p>
      ))}
      <div className="flex justify-end">
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}
