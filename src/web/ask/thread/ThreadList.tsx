import { Link, useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import type { ThreadRow } from '../../../ask/threads/model.ts'
import { useRead } from '../../api/query.ts'
import { useShortcut } from '../../keys/useShortcut.ts'
import { classes } from '../../parts/classes.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Field } from '../../parts/input/Field.tsx'
import { EmptyState, ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { StatusDot } from '../../parts/text/Badge.tsx'
import { Icon } from '../../parts/text/Icon.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { count } from '../../parts/text/time.ts'
import type { AskSearch } from '../ask-params.ts'
import { BeginThread } from './BeginThread.tsx'
import { Restore } from './Restore.tsx'

interface ThreadListProps {
  readonly current?: string
  readonly search: AskSearch
  /** The list is the page itself, so it has the heading. */
  readonly isPage: boolean
}

/** Every thread with its title and time, searched by what was said in it. */
export function ThreadList({ current, search, isPage }: ThreadListProps) {
  const { q = '', trash } = search
  const text = useDeferredValue(q)
  const found = useRead(
    'thread.list',
    { limit: 200, deleted: trash === 'on', ...(text !== '' && { text }) },
    { placeholderData: last => last },
  )
  useShortcut('list.next', () => step(1))
  useShortcut('list.previous', () => step(-1))
  const Heading = isPage ? 'h1' : 'h2'
  const { threads = [], errors = [] } = found.data ?? {}
  return (
    <div className="px-4 py-5">
      <div className="mb-3 flex items-center justify-between gap-2">
        <Heading className="font-semibold tracking-[-0.01em]">{trash ? 'Trash' : 'Ask'}</Heading>
        <Tools current={current} trash={trash === 'on'} />
      </div>
      {isPage && trash !== 'on' && found.isSuccess && (
        <div className="mb-4 lg:hidden">
          <BeginThread short={q !== '' || threads.length > 0} />
        </div>
      )}
      <SearchBox q={q} current={current} />
      {found.isPending && <Loading rows={6} />}
      {found.isError && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      {q !== '' && (
        <p role="status" className="sr-only">
          {count(threads.length, 'thread')} found
        </p>
      )}
      {errors.map(problem => (
        <p key={problem.id} role="alert" className="mt-3 rounded-md bg-rust-wash px-3 py-2 text-sm break-words">
          {problem.message} <span className="font-mono text-xs break-all">{problem.path}</span>
        </p>
      ))}
      <ul aria-label="Threads" className="mt-3 space-y-0.5">
        {threads.map(thread => (
          <li key={thread.id} data-row>
            {trash === 'on' ? <Restore thread={thread} /> : <ThreadLink thread={thread} current={current} />}
          </li>
        ))}
      </ul>
      {found.isSuccess && threads.length + errors.length === 0 && <Nothing q={q} trash={trash === 'on'} />}
    </div>
  )
}

function Tools({ current, trash }: { current: string | undefined; trash: boolean }) {
  const navigate = useNavigate()
  if (trash)
    return (
      <Button size="small" icon="left" onClick={() => void navigate({ to: '/ask', search: {} })}>
        Threads
      </Button>
    )
  return (
    <div className="flex gap-1">
      <Button size="small" kind="quiet" onClick={() => void navigate({ to: '/ask', search: { trash: 'on' } })}>
        Trash
      </Button>
      {current !== undefined && (
        <Button size="small" onClick={() => void navigate({ to: '/ask', search: {} })}>
          New thread
        </Button>
      )}
    </div>
  )
}

function SearchBox({ q, current }: { q: string; current: string | undefined }) {
  const navigate = useNavigate()
  const change = (next: string) => {
    const where =
      current === undefined ? { to: '/ask' as const } : { to: '/ask/$thread' as const, params: { thread: current } }
    void navigate({ ...where, search: now => ({ ...now, q: next === '' ? undefined : next }) as never, replace: true })
  }
  return (
    <search data-filter>
      <Field
        label="Search threads"
        hideLabel
        type="search"
        placeholder="Search threads"
        value={q}
        onChange={event => change(event.currentTarget.value)}
      />
    </search>
  )
}

function ThreadLink({ thread, current }: { thread: ThreadRow; current: string | undefined }) {
  const { id, title, updated_at, turns, committed_to, open } = thread
  const isCurrent = id === current
  return (
    <Link
      to="/ask/$thread"
      params={{ thread: id }}
      search={now => ((now as AskSearch).q ? { q: (now as AskSearch).q } : {}) as never}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes('block rounded-md px-2 py-1.5', isCurrent ? 'bg-sprout-wash' : 'hover:bg-hover')}
    >
      <span className="line-clamp-2 font-medium break-words">{title}</span>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-soft">
        {open && <StatusDot tone="sky" live label="being answered" />}
        <RelativeTime at={updated_at} />
        <span>{count(turns, 'question')}</span>
        {committed_to !== null && (
          <span className="inline-flex min-w-0 items-center gap-1">
            <Icon name="check" size={12} /> <span className="truncate">{committed_to}</span>
          </span>
        )}
      </span>
    </Link>
  )
}

function Nothing({ q, trash }: { q: string; trash: boolean }) {
  if (q !== '') return <EmptyState icon="search" title="No thread says that" />
  if (trash)
    return (
      <EmptyState icon="undo" title="The trash is empty">
        A deleted thread lies here for 30 days.
      </EmptyState>
    )
  return (
    <EmptyState icon="ask" title="No threads yet">
      <p>Ask a question to start a thread.</p>
    </EmptyState>
  )
}

function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('nav[aria-label="Threads"] [data-row] a')]
  const now = links.indexOf(document.activeElement as HTMLElement)
  links[now < 0 ? (by > 0 ? 0 : links.length - 1) : now + by]?.focus()
}
