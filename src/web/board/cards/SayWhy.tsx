import { type FormEvent, lazy, Suspense, useState } from 'react'
import { Button } from '../../parts/input/Button.tsx'
import { TextArea } from '../../parts/input/TextArea.tsx'
import { ErrorBox } from '../../parts/layout/States.tsx'

const Dialog = lazy(async () => ({ default: (await import('../../parts/input/Dialog.tsx')).Dialog }))

interface SayWhyProps {
  readonly title: string
  readonly label: string
  readonly yes: string
  readonly busy: boolean
  readonly error: unknown
  readonly onYes: (reason: string) => void
  readonly onClose: () => void
}

/** Asks for the words without which something is not done: a reason, an answer, a note. */
export function SayWhy({ title, label, yes, busy, error, onYes, onClose }: SayWhyProps) {
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') onYes(reason.trim())
  }
  return (
    <Suspense fallback={null}>
      <Dialog title={title} onClose={onClose}>
        <form onSubmit={submit} className="space-y-4 p-5">
          <TextArea
            label={label}
            rows={3}
            maxLength={2000}
            autoFocus
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
          />
          {error !== null && <ErrorBox error={error} />}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button
              kind="primary"
              type="submit"
              busy={busy}
              reason={reason.trim() === '' ? 'Write something first' : undefined}
            >
              {yes}
            </Button>
          </div>
        </form>
      </Dialog>
    </Suspense>
  )
}
