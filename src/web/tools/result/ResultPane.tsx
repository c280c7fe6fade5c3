import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Interaction, Tool } from '../../../tools/model.ts'
import type { Output } from '../../api/call.ts'
import { useRead } from '../../api/query.ts'
import type { RunDetail } from '../../api/types.ts'
import { Segments } from '../../parts/input/Field.tsx'
import { LinkButton } from '../../parts/input/LinkButton.tsx'
import { EmptyState, ErrorBox, Loading, ReadError } from '../../parts/layout/States.tsx'
import { CodeBlock } from '../../parts/text/Code.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { Attachments } from '../../runs/attachments/Attachments.tsx'
import { Log } from '../../runs/log/Log.tsx'
import { RunStatus } from '../../runs/RunStatus.tsx'
import type { RunSearch } from '../../runs/run-params.ts'
import { hasEnded } from '../../runs/status.ts'
import { chosenOf } from '../history/history-samples.ts'
import type { SetToolSearch } from '../ToolTabs.tsx'
import { AddedToLinks, AddTo } from './AddTo.tsx'
import { FollowUps } from './FollowUps.tsx'
import { InteractionActions } from './InteractionActions.tsx'
import { Outcome } from './Outcome.tsx'

interface ResultPaneProps {
  readonly tool: Tool
  readonly history: UseQueryResult<Output<'tool.interactions'>>
  /** The run that the address names. */
  readonly asked: string | undefined
  readonly onGo: SetToolSearch
}

/** What came of a run: its log while it goes, its result when it is over, and what can be done next. */
export function ResultPane({ tool, history, asked, onGo }: ResultPaneProps) {
  // Before the history is there, nobody knows whether the id is that of a thread.
  if (history.isPending) return <Loading rows={6} />
  const chosen = chosenOf(history.data?.interactions ?? [], asked)
  if (chosen.kind === 'run') return <Shown key={chosen.id} tool={tool} id={chosen.id} onGo={onGo} />
  if (chosen.kind === 'thread') return <LastThread thread={chosen.thread} />
  if (history.isError) return <ReadError of={history} />
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState icon="runs" title="Not run yet">
        <p>Its result and its log appear here.</p>
      </EmptyState>
    </div>
  )
}

function LastThread({ thread: { id, title, created_at } }: { thread: Interaction }) {
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState icon="ask" title={title === undefined || title === '' ? 'Thread' : title}>
        <p>
          <RelativeTime at={created_at} />
        </p>
        <p className="mt-4">
          <LinkButton href={`/ask/${id}`}>Open thread</LinkButton>
        </p>
      </EmptyState>
    </div>
  )
}

function Shown({ tool, id, onGo }: { tool: Tool; id: string; onGo: SetToolSearch }) {
  const interaction = useRead('tool.interaction', { name: tool.name, id })
  const run = useRead('run.show', { id })
  if (interaction.isPending || run.isPending) return <Loading rows={6} />
  if (interaction.isError || run.isError)
    return (
      <ErrorBox
        error={interaction.error ?? run.error}
        retry={() => {
          void interaction.refetch()
          void run.refetch()
        }}
      />
    )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Head interaction={interaction.data} run={run.data} tool={tool} onGo={onGo} />
      <FollowUps tool={tool} interaction={interaction.data} />
      <Body interaction={interaction.data} run={run.data} tool={tool} />
    </div>
  )
}

function Head({
  interaction,
  run,
  tool,
  onGo,
}: {
  interaction: Interaction
  run: RunDetail
  tool: Tool
  onGo: SetToolSearch
}) {
  return (
    <header className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <h2 className="sr-only">Result</h2>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-soft">
        <RunStatus run={run} />
        {interaction.pinned && <span>kept</span>}
        {interaction.kept_grants && (
          <span>had {interaction.kept_grants.join(', ')}, granted to other code of this tool</span>
        )}
      </span>
      <span className="-ml-2 flex flex-wrap items-center gap-1">
        <AddTo interaction={interaction} />
        <InteractionActions
          tool={tool}
          interaction={interaction}
          over={hasEnded(run) || hasEnded(interaction)}
          onGo={onGo}
        />
      </span>
      {run.reason && <p className="basis-full break-words">{run.reason}</p>}
      <AddedToLinks links={interaction.links} />
    </header>
  )
}

type ResultTab = 'result' | 'log' | 'input'
const VIEWS = [
  { value: 'result' as const, label: 'Result' },
  { value: 'log' as const, label: 'Log' },
  { value: 'input' as const, label: 'Input' },
]

function Body({ interaction, run, tool }: { interaction: Interaction; run: RunDetail; tool: Tool }) {
  const [chosen, choose] = useState<ResultTab>()
  const [search, setSearch] = useState<RunSearch>({})
  const view = chosen ?? (hasEnded(run) && interaction.result !== undefined ? 'result' : 'log')
  return (
    <>
      <div className="mb-4">
        <Segments label="What to show" value={view} options={VIEWS} onChoose={choose} />
      </div>
      {view === 'result' && <Attachments run={run} />}
      {view === 'result' && <Outcome result={interaction.result} run={run} hint={tool.render} />}
      {view === 'log' && (
        <Log run={run} search={search} onSearch={change => setSearch(now => ({ ...now, ...change }) as RunSearch)} />
      )}
      {view === 'input' && <CodeBlock text={JSON.stringify(interaction.input ?? {}, undefined, 2)} label="input" />}
    </>
  )
}
