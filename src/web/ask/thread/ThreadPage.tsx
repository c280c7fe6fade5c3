import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Citation } from '../../../ask/threads/model.ts'
import { useRead, useWrite } from '../../api/query.ts'
import { classes } from '../../parts/classes.ts'
import { EmptyState, ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Icon } from '../../parts/text/Icon.tsx'
import { Panes } from '../../tools/run/Panes.tsx'
import { parseLines, spellLines, type ThreadSearch } from '../ask-params.ts'
import type { CitedLocation, ThreadDetail } from '../ask-types.ts'
import { Composer } from '../Composer.tsx'
import { Searching } from '../Progress.tsx'
import { FilePane } from './FilePane.tsx'
import { ThreadHead } from './ThreadHead.tsx'
import { ThreadList } from './ThreadList.tsx'
import { TurnView } from './TurnView.tsx'

/** One conversation: every question and answer, and beside them the file that a citation opened. */
export default function ThreadPage() {
  const { thread: id } = useParams({ from: '/ask/$thread' })
  const search = useSearch({ from: '/ask/$thread' })
  const thread = useRead('thread.show', { id })
  return (
    <Panes
      title={thread.data?.title ?? 'Thread'}
      label="Threads"
      chosen
      list={<ThreadList current={id} search={search} isPage={false} />}
    >
      {thread.isSuccess ? (
        <Chosen key={id} thread={thread.data} search={search} />
      ) : (
        <div className="min-w-0 flex-1 overflow-y-auto px-6 py-5 max-sm:px-4">
          <BackLink />
          <h1 className="text-xl font-semibold">Thread</h1>
          {thread.isPending && <Loading rows={8} />}
          {thread.isError && <ErrorBox error={thread.error} retry={() => void thread.refetch()} />}
        </div>
      )}
    </Panes>
  )
}

function Chosen({ thread, search }: { thread: ThreadDetail; search: ThreadSearch }) {
  const navigate = useNavigate({ from: '/ask/$thread' })
  const opened = search.file
  const lines = parseLines(search.line ?? '')
  const go = (change: { file?: string | undefined; line?: string | undefined }) =>
    void navigate({ search: now => ({ ...now, ...change }) as ThreadSearch, resetScroll: false })
  const open = ({ path, lines: cited }: CitedLocation) => go({ file: path, line: spellLines(cited) })
  const cited = citationOf(thread, opened, search.line)
  return (
    <>
      <section
        aria-label="Thread"
        className={classes('flex min-w-0 flex-1 flex-col', opened !== undefined && 'max-xl:hidden')}
      >
        <Conversation thread={thread} opened={cited} onOpen={open} />
      </section>
      {opened !== undefined && (
        <FilePane
          key={`${opened}:${search.line ?? ''}`}
          path={opened}
          lines={lines}
          cited={cited}
          onClose={() => go({ file: undefined, line: undefined })}
        />
      )}
    </>
  )
}

function citationOf({ turns }: ThreadDetail, file: string | undefined, line = ''): Citation | undefined {
  const all = turns.flatMap(turn => turn.sources)
  return all.find(source => source.path === file && spellLines(source.lines) === line)
}

interface ConversationProps {
  readonly thread: ThreadDetail
  readonly opened: Citation | undefined
  readonly onOpen: (source: CitedLocation) => void
}

function Conversation({ thread, opened, onOpen }: ConversationProps) {
  const ask = useWrite('ask.answer')
  const { id, turns } = thread
  const end = useEnd(turns.length + Number(ask.isPending))
  // The question is stored at once, and comes back as a turn before its passages are found.
  const isNew = ask.isPending && turns.at(-1)?.question !== ask.variables.question
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-5 max-sm:px-4">
        <div className="mx-auto w-full max-w-3xl pb-8">
          <BackLink />
          <ThreadHead thread={thread} />
          {turns.length === 0 && !ask.isPending && (
            <EmptyState icon="ask" title="Nothing was asked yet">
              Ask below; each answer cites the lines it stands on.
            </EmptyState>
          )}
          <ol aria-label="Questions and answers" className="space-y-9">
            {turns.map(turn => (
              <li key={turn.id}>
                <TurnView
                  turn={turn}
                  opened={opened}
                  onOpen={onOpen}
                  onAgain={ask.isPending ? undefined : () => ask.mutate({ question: turn.question, thread_id: id })}
                />
              </li>
            ))}
          </ol>
          {isNew && (
            <div className="mt-9">
              <h2 className="mb-2 font-semibold break-words whitespace-pre-wrap">{ask.variables.question}</h2>
              <Searching />
            </div>
          )}
          {ask.isError && <ErrorBox error={ask.error} />}
          <div ref={end} />
        </div>
      </div>
      <div className="border-t border-line bg-ground px-6 py-3 max-sm:px-4">
        <div className="mx-auto w-full max-w-3xl">
          <Composer
            label="Next question"
            busy={ask.isPending}
            onAsk={question => ask.mutate({ question, thread_id: id })}
          />
        </div>
      </div>
    </>
  )
}

/** Brings what was just asked into view, and nothing when the page is opened. */
function useEnd(count: number) {
  const end = useRef<HTMLDivElement>(null)
  const last = useRef(count)
  useEffect(() => {
    if (count > last.current) end.current?.scrollIntoView({ block: 'end' })
    last.current = count
  }, [count])
  return end
}

function BackLink() {
  return (
    <Link
      to="/ask"
      search={now => ((now as ThreadSearch).q ? { q: (now as ThreadSearch).q } : {}) as never}
      className="mb-3 inline-flex items-center gap-1 text-soft hover:text-ink lg:hidden"
    >
      <Icon name="left" /> All threads
    </Link>
  )
}
