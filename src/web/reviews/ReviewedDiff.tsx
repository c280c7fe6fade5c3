import { useMemo, useState } from 'react'
import { useRead } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { ErrorBox } from '../parts/layout/States.tsx'
import { count } from '../parts/text/time.ts'
import { type DiffFile, diffFiles, firstFiles, openCount, type ReviewThreadDetail } from './lines.ts'
import { ReviewLines } from './ReviewLines.tsx'

/** A long diff opens the files that fit into this many lines, and those with open comments. */
const OPENED_LINES = 1000

/** What an agent run changed, file by file; each line can be commented, and the comments go into its next prompt. */
export function ReviewedDiff({ run, diff }: { run: string; diff: string }) {
  const files = useMemo(() => diffFiles(diff), [diff])
  const opened = useMemo(() => firstFiles(files, OPENED_LINES), [files])
  const reviews = useRead('review.list', { run, state: 'all' })
  const threads = reviews.data?.threads ?? []
  return (
    <div className="space-y-4">
      {reviews.isError && <ErrorBox error={reviews.error} retry={() => void reviews.refetch()} />}
      {files.map((file, index) => (
        <ReviewedFile
          key={file.path}
          run={run}
          file={file}
          threads={threads.filter(({ path }) => path === file.path)}
          isFirst={index < opened}
        />
      ))}
    </div>
  )
}

interface ReviewedFileProps {
  readonly run: string
  readonly file: DiffFile
  readonly threads: readonly ReviewThreadDetail[]
  readonly isFirst: boolean
}

function ReviewedFile({ run, file: { path, lines }, threads, isFirst }: ReviewedFileProps) {
  const [asked, setAsked] = useState<boolean>()
  const open = openCount(threads)
  const isOpen = asked ?? (isFirst || open > 0)
  return (
    <section aria-label={`Changes to ${path}`}>
      <h3 className="mb-1.5 flex items-center gap-2 font-mono text-xs font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setAsked(!isOpen)}
          className="flex min-w-0 items-baseline gap-1.5 text-left hover:underline"
        >
          <span aria-hidden className="text-faint">
            {isOpen ? '▾' : '▸'}
          </span>
          <span className="break-all">{path}</span>
        </button>
        {open > 0 && <span className="shrink-0 font-sans font-normal text-soft">{open} open</span>}
      </h3>
      {isOpen && lines.length > 0 && <ReviewLines path={path} lines={lines} threads={threads} run={run} />}
      {isOpen && lines.length === 0 && <p className="text-sm text-soft">No lines to show.</p>}
      {!isOpen && (
        <Button size="small" onClick={() => setAsked(true)}>
          Show {count(lines.filter(({ line }) => line !== undefined).length, 'line')}
        </Button>
      )}
    </section>
  )
}
