import type { RunDetail } from '../api/types.ts'
import { budgetFacts } from '../budget/budget-facts.ts'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { Tabs } from '../parts/layout/Tabs.tsx'
import { CodeBlock } from '../parts/text/Code.tsx'
import { Log } from '../runs/log/Log.tsx'
import type { RunSearch } from '../runs/run-params.ts'
import { hasEnded } from '../runs/status.ts'
import Waterfall from '../runs/waterfall/Waterfall.tsx'
import { ChangesView } from './ChangesView.tsx'
import { agentOrigin } from './origin.ts'
import { PermissionCard } from './Permissions.tsx'
import { StoryView } from './StoryView.tsx'
import { useEvents } from './useEvents.ts'

interface AgentRunProps {
  readonly run: RunDetail
  readonly search: RunSearch
  readonly onSearch: (change: Record<string, string | undefined>) => void
}

const VIEWS = ['story', 'changes', 'prompt', 'log'] as const
type AgentRunTab = (typeof VIEWS)[number]

/** The page of an agent run: what it waits for, what it did, what it changed, what it was asked. */
export default function AgentRun({ run, search, onSearch }: AgentRunProps) {
  const state = useEvents(run.id)
  const pending = run.agent?.pending ?? []
  const view: AgentRunTab = VIEWS.find(each => each === search.view) ?? 'story'
  const writes = run.agent?.profile === 'write'
  const log = <Log key={run.id} run={run} search={search} onSearch={onSearch} />
  return (
    <div className="min-h-0 flex-1 space-y-5 overflow-y-auto">
      <Facts run={run} />
      {!hasEnded(run) && pending.map(asked => <PermissionCard key={asked.id} run={run.id} asked={asked} />)}
      <Waterfall run={run} events={state.events} />
      <Tabs<AgentRunTab>
        label="What to show"
        value={view}
        onChoose={next => onSearch({ view: next === 'story' ? undefined : next })}
        tabs={[
          { value: 'story', label: 'What happened', content: <StoryView state={state} over={hasEnded(run)} /> },
          ...(writes ? [{ value: 'changes' as const, label: 'Changes', content: <ChangesView run={run} /> }] : []),
          {
            value: 'prompt',
            label: 'Prompt',
            content: <CodeBlock text={run.agent?.prompt ?? ''} label="the prompt" />,
          },
          { value: 'log', label: 'Log', content: <div className="flex h-[60vh] flex-col">{log}</div> },
        ]}
      />
    </div>
  )
}

function Facts({ run }: { run: RunDetail }) {
  const { agent } = run
  if (agent === undefined) return null
  const origin = agentOrigin(agent.origin)
  const facts: [string, string | undefined][] = [
    ['Agent', agent.name],
    ['May', agent.profile === 'write' ? 'write, in a worktree of its own' : 'read'],
    ...budgetFacts({ limits: agent.limits, used: agent.used ?? { turns: agent.turns ?? 0, minutes: 0 } }),
    ['Feature', agent.feature],
    ['Change', agent.change && `${agent.change}, ${agent.stage}`],
  ]
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-[0.8125rem]">
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      {origin && (
        <div className="flex gap-1.5">
          <dt className="text-soft">Because of</dt>
          <dd>{origin.href ? <PageLink href={origin.href}>{origin.text}</PageLink> : origin.text}</dd>
        </div>
      )}
      {agent.resumes && (
        <div className="flex gap-1.5">
          <dt className="text-soft">Goes on with</dt>
          <dd>
            <PageLink href={`/runs/${agent.resumes}`}>{agent.resumes}</PageLink>
          </dd>
        </div>
      )}
    </dl>
  )
}
