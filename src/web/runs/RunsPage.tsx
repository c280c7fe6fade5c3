import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { shell } from '../../operation/shell.ts'
import { call, type Output } from '../api/call.ts'
import type { RunKind, RunStatus } from '../api/types.ts'
import { Button } from '../parts/Button.tsx'
import { CopyLine } from '../parts/Code.tsx'
import { Field, Select } from '../parts/Field.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Page } from '../parts/Page.tsx'
import { Row, Rows } from '../parts/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/States.tsx'
import { RunRow } from './RunRow.tsx'
import { KINDS, type RunsSearch, STATUSES } from './search.ts'
import { isShown } from './shown.ts'
import { KIND, STATUS } from './status.ts'

const STATUS_OPTIONS = [
  { value: '' as const, label: 'Any status' },
  ...STATUSES.map(value => ({ value, label: STATUS[value].word })),
]

const KIND_OPTIONS = [{ value: '' as const, label: 'Any kind' }, ...KINDS.map(value => ({ value, label: KIND[value] }))]

export default function RunsPage() {
  const search = useSearch({ from: '/runs' })
  const filter = { ...(search.status && { status: search.status }), ...(search.kind && { kind: search.kind }) }
  const runs = useInfiniteQuery({
    queryKey: ['run.list', filter, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('run.list', { ...filter, limit: 50, ...(pageParam !== undefined && { cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.next,
  })
  const [ticked, setTicked] = useState<readonly string[]>([])
  const tick = (id: string) =>
    setTicked(now => (now.includes(id) ? now.filter(each => each !== id) : [...now.slice(-1), id]))
  const all = runs.data?.pages.flatMap(page => page.runs) ?? []
  const damaged = runs.data?.pages.flatMap(page => page.errors ?? []) ?? []
  const shown = all.filter(run => isShown(run, search.q))
  const filtered = search.status !== undefined || search.kind !== undefined || search.q !== undefined
  return (
    <Page title="Runs" lead="Everything that executes: commands, checks, tools and agents, with who started it.">
      <Filters search={search} />
      {ticked.length > 0 && <Ticked ids={ticked} onClear={() => setTicked([])} />}
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
                <RunRow run={run} ticked={ticked.includes(run.id)} onTick={() => tick(run.id)} />
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

/** What was picked so far; two can be compared, the earlier one first, which is how their ids sort. */
function Ticked({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const navigate = useNavigate()
  const [a, b] = [...ids].sort()
  return (
    <div role="status" className="mb-4 flex flex-wrap items-center gap-3">
      <span className="text-soft">
        {b === undefined ? 'One run is ticked; tick one more to compare the two.' : 'Two runs are ticked.'}
      </span>
      <Button
        size="small"
        kind="primary"
        reason={b === undefined ? 'Tick one more run to compare the two.' : undefined}
        onClick={() => a && b && void navigate({ to: '/runs/compare', search: { a, b } })}
      >
        Compare
      </Button>
      <Button size="small" kind="quiet" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
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
      <CopyLine text={shell`furrow exec -- npm test`} />
    </EmptyState>
  )
}
