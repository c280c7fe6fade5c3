import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { shell } from '../../operation/shell.ts'
import { call } from '../api/call.ts'
import { useRead } from '../api/query.ts'
import { useShortcut } from '../keys/useShortcut.ts'
import { Button } from '../parts/Button.tsx'
import { CopyLine } from '../parts/Code.tsx'
import { DamagedBox } from '../parts/DamagedBox.tsx'
import { Page } from '../parts/Page.tsx'
import { EmptyState, ErrorBox, Loading, ReadError } from '../parts/States.tsx'
import { ActiveChange } from './ActiveChange.tsx'
import { Board } from './Board.tsx'
import { byStage, byType } from './board.ts'
import { Filters } from './Filters.tsx'
import type { ChangesSearch } from './search.ts'
import type { Flow } from './types.ts'

const StartDialog = lazy(() => import('./StartDialog.tsx'))

export default function ChangesPage() {
  const search = useSearch({ from: '/changes' })
  const navigate = useNavigate({ from: '/changes' })
  const starting = search.start === 'on'
  const setStarting = (on: boolean) =>
    void navigate({ search: now => tidy({ ...now, start: on ? 'on' : '' }), replace: true })
  const list = useChanges(search)
  const flows = useRead('change.flows', {})
  const changes = list.data?.pages.flatMap(page => page.changes) ?? []
  const damaged = list.data?.pages[0]?.damaged ?? []
  const active = changes.find(({ status }) => status === 'active')
  const types = typesOf(flows.data?.flows, search)
  const filtered = Object.keys(search).some(key => key !== 'by' && key !== 'start')
  useShortcut('change.start', () => setStarting(true), !starting)
  return (
    <Page
      title="Changes"
      lead="Each change is described, checked against what exists, specified as its size asks for, and proven at the end."
      actions={
        <Button kind="primary" icon="changes" onClick={() => setStarting(true)}>
          Start a change
        </Button>
      }
    >
      {damaged.map(problem => (
        <DamagedBox key={problem.path} problem={problem} />
      ))}
      {active && <ActiveChange id={active.id} />}
      <Filters
        search={search}
        flows={flows.data?.flows ?? []}
        onChange={next => void navigate({ search: now => tidy({ ...now, ...next }), replace: true })}
      />
      <ReadError of={flows} />
      {list.isPending && <Loading rows={8} />}
      {list.isError && <ErrorBox error={list.error} retry={() => void list.refetch()} />}
      {list.isSuccess && changes.length === 0 && damaged.length === 0 && <NoChanges filtered={filtered} />}
      {changes.length > 0 && <Board columns={search.by === 'stage' ? byStage(changes) : byType(changes, types)} />}
      {list.hasNextPage && (
        <div className="mt-4 text-center">
          <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older changes
          </Button>
        </div>
      )}
      {starting && (
        <Suspense fallback={null}>
          <StartDialog onClose={() => setStarting(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function useChanges({ q, status, type, size, history }: ChangesSearch) {
  const filter = {
    ...(q && { text: q }),
    ...(status && { status }),
    ...(type && { type }),
    ...(size && { size }),
    ...(history && { history: true }),
  }
  return useInfiniteQuery({
    queryKey: ['change.list', filter, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('change.list', { ...filter, limit: 100, ...(pageParam !== undefined && { cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.next,
    placeholderData: last => last,
  })
}

/** A board that is filtered to one type has one column. */
function typesOf(flows: readonly Flow[] | undefined, { type }: ChangesSearch): string[] {
  const all = [...new Set((flows ?? []).map(flow => flow.type))]
  return type === undefined ? all : all.filter(one => one === type)
}

function tidy(search: Record<string, string | undefined>): ChangesSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}

function NoChanges({ filtered }: { filtered: boolean }) {
  return (
    <div className="rounded-lg border border-line bg-panel shadow-sheet">
      {filtered ? (
        <EmptyState icon="search" title="No change fits this filter" />
      ) : (
        <EmptyState icon="changes" title="No changes yet">
          <p className="mb-4">
            Start one here, or let your agent do it. Its type and size choose the stages; the last one is proof.
          </p>
          <CopyLine text={shell`furrow start "Login redirects to the wrong page"`} />
        </EmptyState>
      )}
    </div>
  )
}
