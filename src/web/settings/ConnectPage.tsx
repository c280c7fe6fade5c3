import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRead } from '../api/query.ts'
import { StatusDot } from '../parts/Badge.tsx'
import { Card } from '../parts/Card.tsx'
import { CodeBlock, CopyLine } from '../parts/Code.tsx'
import { Page } from '../parts/Page.tsx'
import { Tabs } from '../parts/Tabs.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { CLIENTS, type Client } from './clients.ts'
import { lightOf } from './light.ts'

export default function ConnectPage() {
  const search = useSearch({ from: '/connect' })
  const navigate = useNavigate()
  const chosen = CLIENTS.find(client => client.id === search.client) ?? CLIENTS[0]
  return (
    <Page
      title="Connect"
      lead="Tell your coding agent where Furrow is. It then uses the same operations as you, under its own name."
    >
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <Light />
        <Card title="Set up">
          <Tabs
            label="Coding agent"
            value={chosen?.id ?? ''}
            onChoose={client => void navigate({ to: '/connect', search: { client }, replace: true })}
            tabs={CLIENTS.map(client => ({
              value: client.id,
              label: client.title,
              content: <SetUp client={client} />,
            }))}
          />
        </Card>
        <Card title="Check it">
          <p className="mb-3 text-soft">See what an agent gets, and what the list of tools costs in tokens:</p>
          <CopyLine text="furrow mcp --cost" />
        </Card>
      </div>
    </Page>
  )
}

function SetUp({ client }: { client: Client }) {
  return (
    <div className="space-y-5">
      {client.setups.map(setup => (
        <div key={setup.text}>
          <p className="mb-2">
            {setup.say}
            {setup.kind === 'file' && (
              <>
                {': '}
                <code className="font-mono text-[0.8125rem] break-all">{setup.path}</code>
              </>
            )}
          </p>
          {setup.kind === 'command' ? (
            <CopyLine text={setup.text} />
          ) : (
            <CodeBlock text={setup.text} label={setup.path} />
          )}
        </div>
      ))}
    </div>
  )
}

/** Lights up when an agent has called. */
function Light() {
  // A connection is a lease, which makes no event; while this page is open it is looked at.
  const { data: status } = useRead('workspace.status', {}, { refetchInterval: 2_000 })
  const { data: log } = useRead('store.log', { limit: 20 })
  const light = lightOf(status?.connected ?? [], log?.entries ?? [])
  return (
    <div
      role="status"
      className="flex items-center gap-3 rounded-lg border border-line bg-panel px-5 py-4 shadow-sheet"
    >
      <StatusDot tone={light.on ? 'sprout' : 'plain'} live={light.on} />
      <p className="min-w-0 flex-1">
        {light.text}
        {light.at && (
          <span className="text-soft">
            {' '}
            <RelativeTime at={light.at} />
          </span>
        )}
      </p>
    </div>
  )
}
