import { useEffect, useRef, useState } from 'react'
import { Segments } from '../input/Field.tsx'
import { TextArea } from '../input/TextArea.tsx'
import { Markdown } from '../markdown/Markdown.tsx'

const VIEWS = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const

interface MarkdownEditorProps {
  readonly label: string
  readonly rows: number
  readonly placeholder?: string
  readonly text: string
  readonly onText: (text: string) => void
  /** Ctrl+Enter, or the same key of a Mac. */
  readonly onSend: () => void
  readonly code?: boolean
  /** It was opened by a button that is gone: the focus goes on in the text. */
  readonly takesFocus?: boolean
}

/** A long text in markdown, to write and to look at. */
export function MarkdownEditor({
  text,
  onText,
  onSend,
  code = false,
  takesFocus = false,
  ...field
}: MarkdownEditorProps) {
  const [view, setView] = useState<'write' | 'preview'>('write')
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) area.current?.focus()
  }, [takesFocus])
  return (
    <>
      {!code && (
        <div>
          <Segments label="View of the text" value={view} options={VIEWS} onChoose={setView} />
        </div>
      )}
      {view === 'write' ? (
        <TextArea
          {...field}
          ref={area}
          hideLabel
          maxLength={code ? 1_000_000 : 200_000}
          spellCheck={!code}
          mono
          value={text}
          onChange={event => onText(event.currentTarget.value)}
          onKeyDown={event => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && onSend()}
        />
      ) : (
        <div className="min-h-40 rounded-md border border-line p-4">
          <Markdown text={text} name="preview" level={3} />
        </div>
      )}
    </>
  )
}
