import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useRead } from '../api/query.ts'
import { Segments } from '../parts/input/Field.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { documentLines, openCount } from './lines.ts'

const ReviewLines = lazy(async () => ({ default: (await import('./ReviewLines.tsx')).ReviewLines }))
const ThreadView = lazy(async () => ({ default: (await import('./ThreadView.tsx')).ThreadView }))

interface ReviewedDocumentProps {
  /** Where it is in the repository. */
  readonly path: string
  readonly text: string
  /** The text as it is read. */
  readonly children: ReactNode
}

/** A document to read, or to comment line by line. What is open about it is shown below the text, too. */
export function ReviewedDocument({ path, text, children }: ReviewedDocumentProps) {
  const [view, setView] = useState<'text' | 'lines'>('text')
  const reviews = useRead('review.list', { path, state: 'all' })
  const threads = reviews.data?.threads ?? []
  const open = openCount(threads)
  const views = [
    { value: 'text', label: 'Read' },
    { value: 'lines', label: open === 0 ? 'Comment' : `Comment (${open})` },
  ] as const
  return (
    <div className="space-y-4">
      <Segments label={`View of ${path}`} value={view} options={views} onChoose={setView} />
      {reviews.isError && <ErrorBox error={reviews.error} retry={() => void reviews.refetch()} />}
      {reviews.data?.problems.map(({ path: file, message }) => (
        <p key={file} className="rounded-md bg-rust-wash px-3 py-2 text-sm break-words">
          {message}
        </p>
      ))}
      <Suspense fallback={<Loading rows={3} />}>
        {view === 'lines' ? (
          <ReviewLines path={path} lines={documentLines(text)} threads={threads} />
        ) : (
          <>
            {children}
            {threads
              .filter(({ state }) => state === 'open')
              .map(thread => (
                <ThreadView key={thread.id} thread={thread} quoted />
              ))}
          </>
        )}
      </Suspense>
    </div>
  )
}
