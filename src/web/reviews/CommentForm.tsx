import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { Button } from '../parts/input/Button.tsx'
import { TextArea } from '../parts/input/TextArea.tsx'
import { ErrorBox } from '../parts/layout/States.tsx'

interface CommentFormProps {
  readonly label: string
  readonly send: string
  readonly busy: boolean
  readonly error: Error | null
  readonly onSend: (text: string) => void
  readonly onCancel: () => void
}

/** Where a comment or an answer is written. Ctrl+Enter sends it, Escape leaves it. */
export function CommentForm({ label, send, busy, error, onSend, onCancel }: CommentFormProps) {
  const [text, setText] = useState('')
  const submit = () => text.trim() !== '' && !busy && onSend(text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onCancel()
  }
  return (
    <form
      className="space-y-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextArea
        label={label}
        rows={3}
        maxLength={20_000}
        autoFocus
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex gap-2">
        <Button
          kind="primary"
          size="small"
          type="submit"
          busy={busy}
          reason={text.trim() === '' ? 'Write something first' : undefined}
        >
          {send}
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      {error && <ErrorBox error={error} />}
    </form>
  )
}
