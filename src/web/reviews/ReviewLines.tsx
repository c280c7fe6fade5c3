import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { classes } from '../parts/classes.ts'
import { CommentForm } from './CommentForm.tsx'
import { LineRows } from './LineRows.tsx'
import { lineFrom, placeThreads, quoteOf, type ReviewLine, type ReviewThreadDetail, sideOf } from './lines.ts'
import { ThreadView } from './ThreadView.tsx'

interface ReviewLinesProps {
  readonly path: string
  readonly lines: readonly ReviewLine[]
  readonly threads: readonly ReviewThreadDetail[]
  readonly run?: string
}

/** Lines from one index to another, by their place in the list. */
interface LineSelection {
  readonly from: number
  readonly to: number
}

const LOOKS: Readonly<Record<ReviewLine['kind'], string>> = {
  same: '',
  added: 'bg-sprout-wash',
  removed: 'bg-rust-wash',
  head: 'text-sky',
}

const SIGNS: Readonly<Record<ReviewLine['kind'], string>> = { same: ' ', added: '+', removed: '-', head: '' }

/**
 * A text line by line, with its threads in between. The number of a line opens a comment; with Shift it extends the one that
 * is open. Arrow keys go from number to number and page keys over twenty, so that a long text is one stop of the Tab key.
 */
export function ReviewLines({ path, lines, threads, run }: ReviewLinesProps) {
  const [chosen, setChosen] = useState<LineSelection>()
  const [stopped, setStop] = useState(0)
  const stop = lines[stopped]?.line === undefined ? lines.findIndex(({ line }) => line !== undefined) : stopped
  const list = useRef<HTMLDivElement>(null)
  const focusLine = useFocusLine(list, stop)
  const { at, elsewhere } = placeThreads(threads, lines)
  const choose = (index: number, event: MouseEvent) => {
    const from = event.shiftKey && chosen !== undefined ? chosen.from : index
    const next = { from: Math.min(from, index), to: Math.max(from, index) }
    setStop(index)
    setChosen(quoteOf(lines, next.from, next.to) === undefined ? { from: index, to: index } : next)
  }
  const close = () => {
    setChosen(undefined)
    focusLine()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined || !(event.target instanceof HTMLButtonElement) || event.target.dataset['at'] === undefined)
      return
    event.preventDefault()
    setStop(lineFrom(lines, stop, by))
    focusLine()
  }
  return (
    <div className="space-y-4">
      <section
        ref={list}
        aria-label={`Lines of ${path}`}
        onKeyDown={onKeyDown}
        className="overflow-hidden rounded-md border border-line bg-panel py-1.5 font-mono text-xs leading-5"
      >
        <LineRows
          count={lines.length}
          kept={[stop, ...(chosen === undefined ? [] : [chosen.to]), ...at.keys()]}
          render={index => (
            <>
              <Line
                line={lines[index]}
                index={index}
                isStop={index === stop}
                isChosen={chosen !== undefined && index >= chosen.from && index <= chosen.to}
                isSplit={run !== undefined}
                onChoose={event => choose(index, event)}
              />
              {chosen?.to === index && (
                <div className="my-2 mr-3 ml-14 max-sm:ml-3">
                  <NewComment key={`${chosen.from}-${chosen.to}`} {...{ path, lines, chosen, run }} onDone={close} />
                </div>
              )}
              {at.get(index)?.map(thread => (
                <div key={thread.id} className="my-2 mr-3 ml-14 max-sm:ml-3">
                  <ThreadView thread={thread} />
                </div>
              ))}
            </>
          )}
        />
      </section>
      {elsewhere.map(thread => (
        <ThreadView key={thread.id} thread={thread} quoted />
      ))}
    </div>
  )
}

/** How many lines a key goes down. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }

/** Asks for the focus on the stop as it is after the next drawing: until then its line may not be drawn. */
function useFocusLine(list: RefObject<HTMLElement | null>, stop: number): () => void {
  const [asked, setAsked] = useState(0)
  const answered = useRef(0)
  useLayoutEffect(() => {
    if (asked === answered.current) return
    answered.current = asked
    list.current?.querySelector<HTMLElement>(`[data-at="${stop}"]`)?.focus()
  }, [asked, list, stop])
  return () => setAsked(times => times + 1)
}

interface ReviewLineProps {
  readonly line: ReviewLine | undefined
  readonly index: number
  readonly isStop: boolean
  readonly isChosen: boolean
  readonly isSplit: boolean
  readonly onChoose: (event: MouseEvent) => void
}

function Line({ line: shown, index, isStop, isChosen, isSplit, onChoose }: ReviewLineProps) {
  if (shown === undefined) return null
  const { kind, text, line } = shown
  return (
    <div className={classes('group/line flex min-h-5', LOOKS[kind], isChosen && 'bg-amber-wash')}>
      {line === undefined ? (
        <span className="w-12 shrink-0" />
      ) : (
        <button
          type="button"
          data-at={index}
          tabIndex={isStop ? 0 : -1}
          aria-label={`Comment on ${kind === 'removed' ? 'removed ' : ''}line ${line}`}
          title="Comment on this line"
          onClick={onChoose}
          className="tabular w-12 shrink-0 pr-3 text-right text-faint -outline-offset-2 group-hover/line:font-semibold group-hover/line:text-sprout hover:underline"
        >
          {line}
        </button>
      )}
      <span className="min-w-0 flex-1 pr-3 break-words whitespace-pre-wrap">
        {isSplit && <span className="mr-2 select-none">{SIGNS[kind]}</span>}
        {text}
      </span>
    </div>
  )
}

interface NewCommentProps {
  readonly path: string
  readonly lines: readonly ReviewLine[]
  readonly chosen: LineSelection
  readonly run: string | undefined
  readonly onDone: () => void
}

function NewComment({ path, lines, chosen: { from, to }, run, onDone }: NewCommentProps) {
  const comment = useWrite('review.comment', { onSuccess: onDone })
  const [first, last] = [lines[from], lines[to]]
  const quote = quoteOf(lines, from, to)
  if (first?.line === undefined || last?.line === undefined || quote === undefined) return null
  const { line } = first
  const several = last.line > line
  return (
    <div className="max-w-[76ch] rounded-md border border-line-strong/60 bg-panel p-3 font-sans shadow-sheet">
      <CommentForm
        label={several ? `Comment on lines ${line} to ${last.line}` : `Comment on line ${line}`}
        send="Comment"
        busy={comment.isPending}
        error={comment.error}
        onSend={text =>
          comment.mutate({
            path,
            line,
            text,
            quote,
            ...(several && { end_line: last.line }),
            ...(run !== undefined && { run, side: sideOf(first) }),
          })
        }
        onCancel={onDone}
      />
    </div>
  )
}
