import { useState } from 'react'
import { useWrite } from '../api/query.ts'
import { classes } from '../parts/classes.ts'
import { Button } from '../parts/input/Button.tsx'
import { ErrorBox } from '../parts/layout/States.tsx'
import { Markdown } from '../parts/markdown/Markdown.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { CommentForm } from './CommentForm.tsx'
import type { ReviewThreadDetail } from './lines.ts'

type CommentRow = ReviewThreadDetail['comments'][number]

/** A comment with its answers, and what can be done about it. `quoted` shows the lines that it is about. */
export function ThreadView({ thread, quoted = false }: { thread: ReviewThreadDetail; quoted?: boolean }) {
  const [open, setOpen] = useState(thread.state === 'open')
  const [last] = thread.comments
  if (!open && thread.state === 'resolved')
    return (
      <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunk px-3 py-1.5 font-sans text-xs text-soft">
        <Icon name="check" size={14} className="text-sprout" />
        <span className="min-w-0 flex-1 truncate">Resolved: {last?.text}</span>
        <Button size="small" kind="quiet" onClick={() => setOpen(true)}>
          Show
        </Button>
      </div>
    )
  return (
    <section
      aria-label={`Comments on line ${thread.line}`}
      className="max-w-[76ch] rounded-md border border-line-strong/60 bg-panel font-sans text-sm shadow-sheet"
    >
      {quoted && <Quote thread={thread} />}
      <ol className="divide-y divide-line">
        {thread.comments.map(comment => (
          <CommentView key={comment.id} comment={comment} />
        ))}
      </ol>
      <Actions thread={thread} onResolved={() => setOpen(false)} />
    </section>
  )
}

const STANDINGS = {
  current: undefined,
  moved: undefined,
  outdated: 'Outdated: these lines have changed',
  gone: 'The document is gone',
} as const

function Quote({ thread }: { thread: ReviewThreadDetail }) {
  const { path, line, quote, standing } = thread
  const says = STANDINGS[standing]
  return (
    <header className="border-b border-line bg-sunk px-3 py-2">
      <p className="flex flex-wrap items-center gap-2 font-mono text-xs text-soft">
        <span className="break-all">
          {path}:{line}
        </span>
        {says !== undefined && (
          <Badge tone="amber" icon="warning">
            {says}
          </Badge>
        )}
      </p>
      <pre className="mt-1 max-h-24 overflow-y-auto font-mono text-xs break-words whitespace-pre-wrap">{quote}</pre>
    </header>
  )
}

const SAYS = { comment: '', reply: '', resolved: 'resolved this', reopened: 'reopened this' } as const

function CommentView({ comment: { id, kind, by, at, text } }: { comment: CommentRow }) {
  return (
    <li className="px-3 py-2.5">
      <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-soft">
        <Icon name={by.kind === 'person' ? 'person' : 'agent'} size={14} />
        <span className="font-medium text-ink">{by.name}</span>
        {SAYS[kind]} <RelativeTime at={at} />
      </p>
      {text !== undefined && (
        <div className="mt-1 text-sm [&>div]:text-sm">
          <Markdown text={text} name={`comment-${id}`} level={5} />
        </div>
      )}
    </li>
  )
}

function Actions({ thread: { id, state }, onResolved }: { thread: ReviewThreadDetail; onResolved: () => void }) {
  const [replying, setReplying] = useState(false)
  const reply = useWrite('review.reply', { onSuccess: () => setReplying(false) })
  const resolve = useWrite('review.resolve', { onSuccess: onResolved })
  const reopen = useWrite('review.reopen')
  const failed = resolve.error ?? reopen.error
  return (
    <footer className={classes('border-t border-line px-3 py-2', replying && 'py-3')}>
      {replying ? (
        <CommentForm
          label="Your reply"
          send="Reply"
          busy={reply.isPending}
          error={reply.error}
          onSend={text => reply.mutate({ id, text })}
          onCancel={() => setReplying(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="small" icon="ask" onClick={() => setReplying(true)}>
            Reply
          </Button>
          {state === 'open' ? (
            <Button size="small" icon="check" busy={resolve.isPending} onClick={() => resolve.mutate({ id })}>
              Resolve
            </Button>
          ) : (
            <Button size="small" icon="undo" busy={reopen.isPending} onClick={() => reopen.mutate({ id })}>
              Reopen
            </Button>
          )}
        </div>
      )}
      {failed && <ErrorBox error={failed} />}
    </footer>
  )
}
