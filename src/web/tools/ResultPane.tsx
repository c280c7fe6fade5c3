import { useState } from 'react'
import { useRead } from '../api/query.ts'
import type { Run } from '../api/types.ts'
import { CodeBlock } from '../parts/Code.tsx'
import { Segments } from '../parts/Field.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/States.tsx'
import { Attachments } from '../runs/attachments/Attachments.tsx'
import { Log } from '../runs/log/Log.tsx'
import { RunStatus } from '../runs/RunStatus.tsx'
import type { RunSearch } from '../runs/search.ts'
import { isOver } from '../runs/status.ts'
import { AddTo, WentTo } from './AddTo.tsx'
import { FollowUps } from './FollowUps.tsx'
import { InteractionActions } from './InteractionActions.tsx'
import { Outcome } from './result/Outcome.tsx'
import type { Go } from './ToolTabs.tsx'
import type { Interaction, Tool } from './types.ts'

/** What came of a run: its log while it goes, its result when it is over, and what can be done next. */
export function ResultPane({ tool, id, onGo }: { tool: Tool; id: string | undefined; onGo: Go }) {
  if (id === undefined)
    return (
      <div className="flex flex-1 items-center justify-center">
        <EmptyState icon="runs" title="Not run yet">
          <p>Its result and its log will stand here.</p>
        </EmptyState>
      </div>
    )
  return <Shown key={id} tool={tool} id={id} onGo={onGo} />
}

function Shown({ tool, id, onGo }: { tool: Tool; id: string; onGo: Go }) {
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

function Head({ interaction, run, tool, onGo }: { interaction: Interaction; run: Run; tool: Tool; onGo: Go }) {
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
          over={isOver(run) || isOver(interaction)}
          onGo={onGo}
        />
      </span>
      {run.reason && <p className="basis-full break-words">{run.reason}</p>}
      <WentTo links={interaction.links} />
    </header>
  )
}

type View = 'result' | 'log' | 'input'
const VIEWS = [
  { value: 'result' as const, label: 'Result' },
  { value: 'log' as const, label: 'Log' },
  { value: 'input' as const, label: 'Input' },
]

function Body({ interaction, run, tool }: { interaction: Interaction; run: Run; tool: Tool }) {
  const [chosen, choose] = useState<View>()
  const [search, setSearch] = useState<RunSearch>({})
  const view = chosen ?? (isOver(run) && interaction.result !== undefined ? 'result' : 'log')
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
