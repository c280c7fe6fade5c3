import { useState } from 'react'
import { Segments } from './Field.tsx'
import { Markdown } from './Markdown.tsx'
import { TextArea } from './TextArea.tsx'

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
}

/** A long text in markdown, to write and to look at. */
export function MarkdownEditor({ text, onText, onSend, ...field }: MarkdownEditorProps) {
  const [view, setView] = useState<'write' | 'preview'>('write')
  return (
    <>
      <div>
        <Segments label="View of the text" value={view} options={VIEWS} onChoose={setView} />
      </div>
      {view === 'write' ? (
        <TextArea
          {...field}
          hideLabel
          maxLength={200_000}
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
