import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue } from 'react'
import type { Output } from '../api/call.ts'
import { useRead } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Field, Switch } from '../parts/input/Field.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { DamagedBox } from '../parts/layout/DamagedBox.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/layout/States.tsx'
import { toast } from '../parts/notify/toast.ts'
import { CommandFold } from '../parts/text/CommandFold.tsx'
import { count } from '../parts/text/time.ts'
import { NewRecord } from './edit/RecordForm.tsx'
import type { MemorySearch } from './memory-params.ts'
import { RecordRow } from './RecordRow.tsx'

const TopicMap = lazy(() => import('./map/TopicMap.tsx'))

type SetMemorySearch = (next: { q?: string; all?: 'on' | ''; new?: 'on' | '' }) => void

export default function MemoryPage() {
  const search = useSearch({ from: '/memory' })
  const query = useDeferredValue(search.q ?? '')
  const navigate = useNavigate({ from: '/memory' })
  const change: SetMemorySearch = next =>
    void navigate({
      search: now =>
        Object.fromEntries(Object.entries({ ...now, ...next }).filter(([, value]) => value !== '')) as MemorySearch,
      replace: true,
    })
  return (
    <Page
      title="Memory"
      lead="What was decided and learned. Ask in your own words; every hit says why it is there."
      actions={
        <Button kind="primary" icon="plus" onClick={() => change({ new: 'on' })}>
          New record
        </Button>
      }
    >
      {search.new === 'on' && <Saving onClose={() => change({ new: '' })} />}
      {query === '' && <DamagedSettings />}
      <SearchBox search={search} change={change} />
      {query === '' && (
        <Suspense>
          <TopicMap />
        </Suspense>
      )}
      <div className="overflow-hidden rounded-lg border border-line bg-panel shadow-sheet">
        {query === '' ? (
          <Recent />
        ) : (
          <Found query={query} all={search.all === 'on'} onAll={() => change({ all: 'on' })} />
        )}
      </div>
      {query === '' && <TidyProposals />}
    </Page>
  )
}

function Saving({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const goTo = (id: number) => {
    toast({ tone: 'sprout', text: 'Saved to memory' })
    void navigate({ to: '/memory/$id', params: { id: String(id) } })
  }
  return (
    <div className="mb-5">
      <Card title="New record">
        <NewRecord onSaved={goTo} onCancel={onClose} />
      </Card>
    </div>
  )
}

/** Settings that cannot be read hide no records, but the name that they give the project is not known. */
function DamagedSettings() {
  const { data } = useRead('memory.context', LATEST)
  return data?.project.problem && <DamagedBox problem={data.project.problem} />
}

/** What `furrow memory tidy` proposes; each is the person's to do. */
function TidyProposals() {
  const tidy = useRead('memory.tidy', { limit: 5 })
  if (!tidy.isSuccess || tidy.data.proposals.length === 0) return null
  return (
    <section aria-labelledby="tidy" className="mt-8">
      <h2 id="tidy" className="mb-3 text-sm font-semibold">
        Could be tidied
      </h2>
      <div className="overflow-hidden rounded-lg border border-line bg-panel shadow-sheet">
        <Rows label="Proposals">
          {tidy.data.proposals.map(({ message, command }) => (
            <Row key={command}>
              <div className="grid gap-2 px-5 py-3 max-sm:px-4">
                <p className="text-sm">{message}</p>
                <CommandFold command={command} />
              </div>
            </Row>
          ))}
        </Rows>
      </div>
    </section>
  )
}

function SearchBox({ search, change }: { search: MemorySearch; change: SetMemorySearch }) {
  return (
    <search data-filter className="mb-4 grid items-center gap-3 sm:grid-cols-[1fr_auto]">
      <Field
        label="Search memory"
        hideLabel
        type="search"
        placeholder="Ask: how long do tokens live?"
        value={search.q ?? ''}
        onChange={event => change({ q: event.currentTarget.value })}
      />
      <Switch label="Every project" on={search.all === 'on'} onSwitch={on => change({ all: on ? 'on' : '' })} />
    </search>
  )
}

interface FoundProps {
  readonly query: string
  readonly all: boolean
  readonly onAll: () => void
}

function Found({ query, all, onAll }: FoundProps) {
  const found = useRead('memory.search', { query, limit: 30, all_projects: all }, { placeholderData: last => last })
  if (found.isPending) return <Loading rows={6} />
  if (found.isError) return <ErrorBox error={found.error} retry={() => void found.refetch()} />
  const { problem } = found.data.project
  const damaged = problem && (
    <div className="p-4 pb-0">
      <DamagedBox problem={problem} />
    </div>
  )
  if (found.data.hits.length === 0)
    return (
      <>
        {damaged}
        <NothingFound answer={found.data} {...(!all && { onAll })} />
      </>
    )
  return (
    <>
      {damaged}
      <p role="status" className="border-b border-line px-5 py-2 text-xs text-faint max-sm:px-4">
        {count(found.data.hits.length, 'record')}
        {found.data.next !== undefined && ', and more'}
      </p>
      <Rows label="Records found">
        {found.data.hits.map(hit => (
          <Row key={hit.id}>
            <RecordRow record={hit} passage={hit.passage} reasons={hit.reasons} />
          </Row>
        ))}
      </Rows>
    </>
  )
}

function NothingFound({ answer, onAll }: { answer: Output<'memory.search'>; onAll?: () => void }) {
  return (
    <EmptyState icon="search" title={onAll ? `Nothing in ${answer.project.name} matches` : 'Nothing matches'}>
      {answer.near_projects.length > 0 && (
        <p>Projects with similar names hold records: {answer.near_projects.join(', ')}.</p>
      )}
      {onAll && (
        <Button size="small" className="mt-3" onClick={onAll}>
          Search every project
        </Button>
      )}
    </EmptyState>
  )
}

const LATEST = { limit: 30 } as const

function Recent() {
  const context = useRead('memory.context', LATEST)
  if (context.isPending) return <Loading rows={6} />
  if (context.isError) return <ErrorBox error={context.error} retry={() => void context.refetch()} />
  if (context.data.observations.length === 0)
    return (
      <EmptyState icon="memory" title="Nothing is remembered yet">
        Agents keep decisions here as they work, and so can you: New record, above.
      </EmptyState>
    )
  return (
    <Rows label="Latest records">
      {context.data.observations.map(record => (
        <Row key={record.id}>
          <RecordRow record={record} passage={record.content ?? ''} />
        </Row>
      ))}
    </Rows>
  )
}
