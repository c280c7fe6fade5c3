import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { RunKind, RunStatus } from '../../runs/model.ts'
import { shell } from '../../shared/shell/shell.ts'
import { callOperation, type Output } from '../api/call.ts'
import type { RunDetail } from '../api/types.ts'
import { Button } from '../parts/input/Button.tsx'
import { Field, Select } from '../parts/input/Field.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/layout/States.tsx'
import { type BulkAction, SelectionBar } from '../parts/selection/SelectionBar.tsx'
import { useBulk } from '../parts/selection/useBulk.ts'
import { useSelection } from '../parts/selection/useSelection.ts'
import { CommandFold } from '../parts/text/CommandFold.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { SavedViews } from '../parts/views/SavedViews.tsx'
import { RunRow } from './RunRow.tsx'
import { RUN_KIND_FILTERS, RUN_STATUS_FILTERS, type RunsSearch } from './run-params.ts'
import { runRelations } from './run-relations.ts'
import { isShown } from './shown.ts'
import { hasEnded, RUN_KIND_LABELS, RUN_STATUS_LABELS } from './status.ts'

const STATUS_OPTIONS = [
  { value: '' as const, label: 'Any status' },
  ...RUN_STATUS_FILTERS.map(value => ({ value, label: RUN_STATUS_LABELS[value].word })),
]

const KIND_OPTIONS = [
  { value: '' as const, label: 'Any kind' },
  ...RUN_KIND_FILTERS.map(value => ({ value, label: RUN_KIND_LABELS[value] })),
]

export default function RunsPage() {
  const search = useSearch({ from: '/runs' })
  const filter = { ...(search.status && { status: search.status }), ...(search.kind && { kind: search.kind }) }
  const runs = useInfiniteQuery({
    queryKey: ['run.list', filter, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callOperation(
        'run.list',
        { ...filter, limit: 50, ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.next,
  })
  const all = runs.data?.pages.flatMap(page => page.runs) ?? []
  const damaged = runs.data?.pages.flatMap(page => page.errors ?? []) ?? []
  const shown = all.filter(run => isShown(run, search.q))
  const kin = runRelations(all)
  const selection = useSelection(all.map(({ id }) => id))
  const bulk = useBulk()
  const filtered = search.status !== undefined || search.kind !== undefined || search.q !== undefined
  return (
    <Page title="Runs" lead="Everything that executes: commands, checks, tools and agents, with who started it.">
      <Filters search={search} />
      <SavedViews />
      <SelectionBar selection={selection} bulk={bulk} actions={bulkActions(all.filter(run => selection.has(run.id)))}>
        <Compare ids={selection.ids} />
      </SelectionBar>
      <div className="overflow-hidden rounded-lg border border-line bg-panel shadow-sheet">
        {runs.isPending && <Loading rows={8} />}
        {runs.isError && <ErrorBox error={runs.error} retry={() => void runs.refetch()} />}
        {damaged.map(problem => (
          <Damaged key={problem.id} problem={problem} />
        ))}
        {runs.isSuccess && shown.length === 0 && damaged.length === 0 && <NoRuns filtered={filtered} />}
        {shown.length > 0 && (
          <Rows label="Runs">
            {shown.map(run => (
              <Row key={run.id}>
                <RunRow
                  run={run}
                  kin={kin(run.id)}
                  ticked={selection.has(run.id)}
                  onTick={() => selection.toggle(run.id)}
                />
              </Row>
            ))}
          </Rows>
        )}
        {runs.hasNextPage && (
          <div className="border-t border-line p-3 text-center">
            <Button kind="quiet" busy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
              Show older runs
            </Button>
          </div>
        )}
      </div>
    </Page>
  )
}

function Filters({ search }: { search: RunsSearch }) {
  const navigate = useNavigate({ from: '/runs' })
  const change = (next: { status?: RunStatus | ''; kind?: RunKind | ''; q?: string }) =>
    void navigate({
      search: now =>
        Object.fromEntries(Object.entries({ ...now, ...next }).filter(([, value]) => value !== '')) as RunsSearch,
      replace: true,
    })
  return (
    <search
      data-filter
      className="mb-4 grid grid-cols-2 gap-2 *:first:col-span-2 sm:grid-cols-[1fr_10rem_10rem] sm:*:first:col-span-1"
    >
      <Field
        label="Filter runs"
        hideLabel
        type="search"
        placeholder="Filter by name, id or who started it"
        value={search.q ?? ''}
        onChange={event => change({ q: event.currentTarget.value })}
      />
      <Select
        label="Status"
        hideLabel
        value={search.status ?? ''}
        options={STATUS_OPTIONS}
        onChoose={status => change({ status })}
      />
      <Select
        label="Kind"
        hideLabel
        value={search.kind ?? ''}
        options={KIND_OPTIONS}
        onChoose={kind => change({ kind })}
      />
    </search>
  )
}

/** Two can be compared, the earlier one first, which is how their ids sort. */
function Compare({ ids }: { ids: readonly string[] }) {
  const navigate = useNavigate()
  const [a, b] = [...ids].sort()
  return (
    <Button
      size="small"
      kind="primary"
      reason={ids.length === 2 ? undefined : 'Select two runs to compare them'}
      onClick={() => a && b && void navigate({ to: '/runs/compare', search: { a, b } })}
    >
      Compare
    </Button>
  )
}

/** What can be done with several runs at once. */
function bulkActions(runs: readonly RunDetail[]): BulkAction[] {
  const act = (some: readonly RunDetail[], deed: (run: RunDetail) => Promise<unknown>) =>
    some.map(run => ({ label: run.label, act: () => deed(run) }))
  return [
    {
      label: 'Cancel',
      reason: 'None of them is running',
      items: act(
        runs.filter(run => !hasEnded(run)),
        ({ id, kind }) =>
          kind === 'agent' ? callOperation('agent.stop', { id }) : callOperation('run.cancel', { id }),
      ),
    },
    {
      label: 'Pin',
      reason: 'None of them has ended',
      items: act(
        runs.filter(run => hasEnded(run) && run.pinned !== true),
        ({ id }) => callOperation('run.pin', { id, pinned: true }),
      ),
    },
  ]
}

/** One record that cannot be read hides no other. */
function Damaged({ problem }: { problem: NonNullable<Output<'run.list'>['errors']>[number] }) {
  return (
    <div className="flex gap-3 border-b border-line bg-rust-wash px-5 py-3 max-sm:px-4">
      <Icon name="warning" size={18} className="mt-0.5 text-rust" />
      <div className="min-w-0">
        <p className="font-medium break-words">{problem.message}</p>
        <p className="font-mono text-xs break-all">{problem.path}</p>
      </div>
    </div>
  )
}

function NoRuns({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState icon="search" title="No run fits this filter" />
  return (
    <EmptyState icon="runs" title="Nothing has run yet">
      <p className="mb-4">A run is recorded with its log, can be cancelled and looked at again. Try one:</p>
      <CommandFold command={shell`furrow exec -- npm test`} />
    </EmptyState>
  )
}
