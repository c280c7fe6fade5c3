import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { shell } from '../../../shared/shell/shell.ts'
import { callOperation } from '../../api/call.ts'
import { useRead } from '../../api/query.ts'
import { useShortcut } from '../../keys/useShortcut.ts'
import { Button } from '../../parts/input/Button.tsx'
import { DamagedBox } from '../../parts/layout/DamagedBox.tsx'
import { Page } from '../../parts/layout/Page.tsx'
import { EmptyState, ErrorBox, Loading, ReadError } from '../../parts/layout/States.tsx'
import { type BulkAction, SelectionBar } from '../../parts/selection/SelectionBar.tsx'
import { useBulk } from '../../parts/selection/useBulk.ts'
import { useSelection } from '../../parts/selection/useSelection.ts'
import { CommandFold } from '../../parts/text/CommandFold.tsx'
import { SavedViews } from '../../parts/views/SavedViews.tsx'
import { ActiveChange } from '../ActiveChange.tsx'
import { changeTitleOf, isOpenStatus } from '../change-labels.ts'
import type { ChangesSearch } from '../change-params.ts'
import type { ChangeRow, Flow } from '../change-types.ts'
import { Board } from './Board.tsx'
import { Filters } from './Filters.tsx'
import { byStage, byType } from './group-changes.ts'

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
  const listed = { changes, totals: list.data?.pages[0]?.totals ?? [] }
  const damaged = list.data?.pages[0]?.damaged ?? []
  const active = changes.find(({ status }) => status === 'active')
  const types = typesOf(flows.data?.flows, search)
  const filtered = Object.keys(search).some(key => key !== 'by' && key !== 'start')
  const selection = useSelection(changes.map(({ id }) => id))
  const bulk = useBulk()
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
      <SavedViews />
      <SelectionBar
        selection={selection}
        bulk={bulk}
        actions={bulkActions(changes.filter(change => selection.has(change.id)))}
      />
      <ReadError of={flows} />
      {list.isPending && <Loading rows={8} />}
      {list.isError && <ErrorBox error={list.error} retry={() => void list.refetch()} />}
      {list.isSuccess && changes.length === 0 && damaged.length === 0 && <NoChanges filtered={filtered} />}
      {changes.length > 0 && (
        <Board columns={search.by === 'stage' ? byStage(listed) : byType(listed, types)} selection={selection} />
      )}
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
      callOperation(
        'change.list',
        { ...filter, limit: 100, ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.next,
    placeholderData: last => last,
  })
}

/** What can be done with several changes at once. */
function bulkActions(changes: readonly ChangeRow[]): BulkAction[] {
  const act = (some: readonly ChangeRow[], deed: (id: string) => Promise<unknown>) =>
    some.map(change => ({ label: changeTitleOf(change), act: () => deed(change.id) }))
  return [
    {
      label: 'Archive',
      reason: 'Only completed and cancelled changes can be archived',
      items: act(
        changes.filter(({ status }) => status === 'completed' || status === 'cancelled'),
        id => callOperation('change.archive', { id }),
      ),
      done: count => `${counted(count)} archived`,
      undoes: 'change.archive',
    },
    {
      label: 'Cancel',
      reason: 'None of them is open',
      items: act(changes.filter(isOpenStatus), id => callOperation('change.cancel', { id })),
      done: count => `${counted(count)} cancelled`,
      undoes: 'change.cancel',
    },
  ]
}

function counted(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`
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
          <CommandFold command={shell`furrow start "Login redirects to the wrong page"`} />
        </EmptyState>
      )}
    </div>
  )
}
