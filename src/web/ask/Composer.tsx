import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../parts/input/Button.tsx'

interface ComposerProps {
  readonly label: string
  readonly busy: boolean
  readonly onAsk: (question: string) => void
  readonly autoFocus?: boolean
}

/** A question; Enter sends it, Shift and Enter begin a new line. */
export function Composer({ label, busy, onAsk, autoFocus = false }: ComposerProps) {
  const [question, setQuestion] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  const send = () => {
    if (busy || question.trim() === '') return
    onAsk(question.trim())
    setQuestion('')
    box.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form onSubmit={submit} className="rounded-lg border border-line-strong/70 bg-panel p-2 shadow-sheet">
      <textarea
        ref={box}
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: a thread is opened to go on with it
        autoFocus={autoFocus}
        rows={Math.min(8, Math.max(2, question.split('\n').length))}
        maxLength={20_000}
        placeholder="How does sign-in work?"
        value={question}
        onChange={event => setQuestion(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="w-full resize-none bg-transparent px-2 py-1.5 text-[0.9375rem] text-ink placeholder:text-faint"
      />
      <div className="flex items-center justify-between gap-3 pl-2">
        <p className="text-xs text-faint max-sm:sr-only">Enter asks, Shift Enter starts a new line</p>
        <Button
          kind="primary"
          type="submit"
          className="ml-auto"
          icon="ask"
          busy={busy}
          reason={question.trim() === '' && !busy ? 'Write a question first' : undefined}
        >
          Ask
        </Button>
      </div>
    </form>
  )
}
