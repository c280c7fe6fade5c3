import type { UseQueryResult } from '@tanstack/react-query'
import { shell } from '../../shared/shell/shell.ts'
import type { Tool } from '../../tools/model.ts'
import type { Output } from '../api/call.ts'
import { Tabs } from '../parts/layout/Tabs.tsx'
import { CodeBlock, CopyLine } from '../parts/text/Code.tsx'
import { count } from '../parts/text/time.ts'
import { agentView } from './agent-view.ts'
import { HistoryTab } from './history/HistoryTab.tsx'
import { inputsOf } from './history/history-samples.ts'
import { RunTab } from './run/RunTab.tsx'
import { SourceView } from './SourceView.tsx'
import type { ToolSearch } from './tool-params.ts'

export type SetToolSearch = (change: { [K in keyof ToolSearch]?: ToolSearch[K] | undefined }) => void

interface ToolTabsProps {
  readonly tool: Tool
  readonly search: ToolSearch
  readonly history: UseQueryResult<Output<'tool.interactions'>>
  readonly onGo: SetToolSearch
}

export function ToolTabs({ tool, search, history, onGo }: ToolTabsProps) {
  const interactions = history.data?.interactions ?? []
  const from = interactions.find(({ id }) => id === search.from)
  return (
    <Tabs
      label="Views of this tool"
      value={search.tab ?? 'run'}
      onChoose={tab => onGo({ tab: tab === 'run' ? undefined : tab })}
      tabs={[
        {
          value: 'run',
          label: 'Run',
          content: <RunTab tool={tool} earlier={from} inputs={inputsOf(interactions)} onGo={onGo} />,
        },
        {
          value: 'history',
          label: 'History',
          content: <HistoryTab tool={tool.name} history={history} search={search} onGo={onGo} />,
        },
        {
          value: 'source',
          label: 'Source',
          content: (
            <div className="max-w-4xl">
              <SourceView name={tool.name} editable={tool.source === 'repository'} />
            </div>
          ),
        },
        { value: 'schema', label: 'Schema', content: <SchemaTab tool={tool} /> },
        { value: 'agent', label: 'Agent view', content: <AgentTab tool={tool} /> },
      ]}
    />
  )
}

function SchemaTab({ tool }: { tool: Tool }) {
  return (
    <div className="max-w-3xl space-y-5">
      <CodeBlock text={JSON.stringify(tool.input_schema, undefined, 2)} label="input schema" />
      <CodeBlock text={JSON.stringify(tool.output_schema, undefined, 2)} label="output schema" />
    </div>
  )
}

/** What an agent is told of it, and what that takes of its context. */
function AgentTab({ tool }: { tool: Tool }) {
  if (tool.source === 'recipe')
    return <p className="text-soft">Recipes are no tools of their own for agents; they run them with tool_run.</p>
  const { text, tokens } = agentView(tool)
  return (
    <div className="max-w-3xl space-y-4">
      <p className="text-soft">
        An agent sees this over MCP, about <span className="font-medium text-ink">{count(tokens, 'token')}</span> of its
        context. {!tool.trusted && 'Not yet: only trusted tools are listed for agents.'}
      </p>
      <CodeBlock text={text} label="what agents see" />
      <p className="text-soft">A person or a script runs it like this:</p>
      <CopyLine text={shell`furrow tool run ${tool.name} --input '{}'`} />
    </div>
  )
}
