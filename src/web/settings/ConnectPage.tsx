import { Link, useSearch } from '@tanstack/react-router'
import { shell } from '../../shared/shell/shell.ts'
import { useRead } from '../api/query.ts'
import { classes } from '../parts/classes.ts'
import { Card } from '../parts/layout/Card.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Badge, StatusDot } from '../parts/text/Badge.tsx'
import { CopyLine } from '../parts/text/Code.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { ClientSetUp } from './ClientSetUp.tsx'
import { type ClientDetail, clientStateOf, clientsInOrder } from './client-state.ts'
import { connectionStatus } from './connection-status.ts'

/** A connection is a lease, which makes no event; while this page is open it is looked at. */
const LOOK_MS = 2_000

export default function ConnectPage() {
  const { client: wanted } = useSearch({ from: '/connect' })
  const list = useRead('client.list', {}, { refetchInterval: LOOK_MS })
  const clients = list.data?.clients ?? []
  const chosen = clients.find(({ id }) => id === wanted) ?? clientsInOrder(clients)[0]
  return (
    <Page
      title="Connect"
      lead="Tell your coding agent where Furrow is. It then uses the same operations as you, under its own name."
    >
      <div className="grid max-w-5xl grid-cols-1 gap-6">
        <Light />
        {list.isPending && <Loading rows={6} />}
        {list.isError && <ErrorBox error={list.error} retry={() => void list.refetch()} />}
        {chosen && (
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
            <Card title="Coding agents" flush>
              <Rows label="Coding agents">
                {clientsInOrder(clients).map(client => (
                  <ClientRow key={client.id} client={client} current={client === chosen} />
                ))}
              </Rows>
            </Card>
            <div className={classes(wanted !== undefined && 'max-lg:order-first')}>
              <Card title={chosen.title}>
                <ClientSetUp key={chosen.id} client={chosen} />
              </Card>
            </div>
          </div>
        )}
        <Card title="Check it">
          <p className="mb-3 text-soft">See what an agent gets, and what the list of tools costs in tokens:</p>
          <CopyLine text={shell`furrow mcp --cost`} />
        </Card>
      </div>
    </Page>
  )
}

function ClientRow({ client, current }: { client: ClientDetail; current: boolean }) {
  const { tone, text } = clientStateOf(client)
  return (
    <Row>
      <Link
        to="/connect"
        search={{ client: client.id }}
        replace
        aria-current={current ? 'true' : undefined}
        className={classes(
          'relative flex items-center justify-between gap-3',
          // The whole row leads there, and shows which one is chosen.
          'before:absolute before:-inset-x-5 before:-inset-y-3 max-sm:before:-inset-x-4',
          current && 'font-medium before:bg-sprout-wash',
        )}
      >
        <span className="relative flex items-center gap-2.5">
          <StatusDot tone={client.connected.length > 0 ? 'sprout' : 'plain'} live={client.connected.length > 0} />
          {client.title}
        </span>
        {text !== '' && (
          <span className="relative">
            <Badge tone={tone}>{text}</Badge>
          </span>
        )}
      </Link>
    </Row>
  )
}

/** Lights up when an agent has called. */
function Light() {
  const { data: status } = useRead('workspace.status', {}, { refetchInterval: LOOK_MS })
  const { data: log } = useRead('store.log', { limit: 20 })
  const light = connectionStatus(status?.connected ?? [], log?.entries ?? [])
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
