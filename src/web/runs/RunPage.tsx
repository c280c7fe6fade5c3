import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { problemOf } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import type { Run } from '../api/types.ts'
import { ActorName } from '../parts/ActorName.tsx'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { useCopy } from '../parts/copy.ts'
import { Menu } from '../parts/Menu.tsx'
import { Page } from '../parts/Page.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { bytes, count } from '../parts/time.ts'
import { toast } from '../parts/toast.ts'
import { Attachments } from './Attachments.tsx'
import { commandLine } from './command.ts'
import { Log } from './log/Log.tsx'
import { RunTime } from './RunLine.tsx'
import type { RunSearch } from './search.ts'
import { endOf, isOver, lookOf } from './status.ts'

export default function RunPage() {
  const { id } = useParams({ from: '/runs/$id' })
  const search = useSearch({ from: '/runs/$id' })
  const navigate = useNavigate({ from: '/runs/$id' })
  const run = useRead('run.show', { id })
  if (run.isPending)
    return (
      <Page title="Run">
        <Loading rows={8} />
      </Page>
    )
  if (run.isError)
    return (
      <Page title="Run">
        <ErrorBox error={run.error} retry={() => void run.refetch()} />
      </Page>
    )
  const onSearch = (change: Record<string, string | undefined>) =>
    void navigate({
      search: now => defined({ ...now, ...change }) as RunSearch,
      replace: true,
      resetScroll: false,
    })
  return (
    <Page title={run.data.label} lead={<Facts run={run.data} />} actions={<Actions run={run.data} />} tall>
      <Attachments run={run.data} />
      <Log key={id} run={run.data} search={search} onSearch={onSearch} />
    </Page>
  )
}

function Facts({ run }: { run: Run }) {
  const { word, tone, icon } = lookOf(run.status)
  const facts = [
    run.level && `isolation: ${run.level}`,
    run.lines !== undefined && count(run.lines, 'line'),
    run.bytes !== undefined && bytes(run.bytes),
    run.cut && 'log cut in the middle',
  ].filter(fact => typeof fact === 'string' && fact !== '')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge tone={tone} icon={icon}>
        {[word, endOf(run)].filter(Boolean).join(', ')}
      </Badge>
      <span className="font-medium text-ink">
        <RunTime run={run} />
      </span>
      <ActorName actor={run.actor} />
      <RelativeTime at={run.started_at} />
      {facts.map(fact => (
        <span key={fact as string} className="tabular text-faint max-sm:hidden">
          {fact}
        </span>
      ))}
    </div>
  )
}

function Actions({ run }: { run: Run }) {
  const [, copy] = useCopy()
  const cancel = useWrite('run.cancel', {
    onError: error => toast({ tone: 'rust', text: problemOf(error).message }),
  })
  const copied = (text: string) => {
    copy(text)
    toast({ tone: 'sprout', text: `Copied: ${text}` })
  }
  const items = [
    ...(run.argv
      ? [{ label: 'Copy the command', icon: 'copy' as const, onSelect: () => copied(commandLine(run.argv ?? [])) }]
      : []),
    { label: 'Copy as furrow command', icon: 'runs' as const, onSelect: () => copied(`furrow runs watch ${run.id}`) },
    { label: 'Copy a link to here', icon: 'link' as const, onSelect: () => copied(location.href) },
    { label: 'Copy the id', icon: 'copy' as const, onSelect: () => copied(run.id) },
    { label: 'Print', icon: 'print' as const, onSelect: () => print() },
  ]
  return (
    <>
      {!isOver(run) && (
        <Button icon="stop" busy={cancel.isPending} onClick={() => cancel.mutate({ id: run.id })}>
          {cancel.isPending || cancel.isSuccess ? 'Cancelling' : 'Cancel'}
        </Button>
      )}
      <Menu label="More" items={items} />
    </>
  )
}

function defined(search: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter((pair): pair is [string, string] => pair[1] !== undefined))
}
