import { useRead, useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { LinkButton } from '../../parts/input/LinkButton.tsx'
import { Card } from '../../parts/layout/Card.tsx'
import { PageLink } from '../../parts/layout/PageLink.tsx'
import { Row, Rows } from '../../parts/layout/Rows.tsx'
import { ReadError } from '../../parts/layout/States.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { Badge } from '../../parts/text/Badge.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { hasEnded, statusLabelOf } from '../../runs/status.ts'
import { TrustCommands } from '../trust/TrustCommands.tsx'
import { type GateLine, gateSummaryOf, homeGateLines } from './gate-lines.ts'

/** How each quality gate ended when it last ran, and a button to run it now. */
export function Gates() {
  const gates = useRead('gate.list', {})
  const runs = useRead('run.list', { kind: 'gate', limit: 100 })
  if (gates.isError) return <ReadError of={gates} />
  if (gates.data === undefined || gates.data.gates.length === 0) return null
  const lines = homeGateLines(gates.data.gates, runs.data?.runs ?? [])
  return (
    <Card title="Quality gates" aside={gateSummaryOf(lines)} flush>
      <ReadError of={runs} />
      <Rows label="Quality gates">
        {lines.map(line => (
          <Row key={line.name}>
            <Line line={line} trusted={gates.data.trusted} />
          </Row>
        ))}
      </Rows>
      {!gates.data.trusted && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-3 text-soft max-sm:px-4">
          <p>The commands of this repository are not trusted yet, so they do not run.</p>
          <TrustCommands />
        </div>
      )}
    </Card>
  )
}

function Line({ line: { name, command, last }, trusted }: { line: GateLine; trusted: boolean }) {
  const start = useWrite('gate.run', { onError: showRefusal })
  const isRunning = last !== undefined && !hasEnded(last)
  const look = last === undefined ? undefined : statusLabelOf(last.status)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-medium break-words">
          {last === undefined ? name : <PageLink href={`/runs/${last.id}`}>{name}</PageLink>}
        </p>
        <p className="truncate font-mono text-xs text-faint">{command}</p>
      </div>
      {look === undefined ? (
        <Badge>Not run yet</Badge>
      ) : (
        <Badge tone={look.tone} icon={look.icon}>
          {look.word}
        </Badge>
      )}
      {last !== undefined && (
        <span className="text-xs text-soft">
          <RelativeTime at={last.started_at} />
        </span>
      )}
      {isRunning ? (
        <LinkButton href={`/runs/${last.id}`}>Watch</LinkButton>
      ) : (
        <Button
          size="small"
          icon="play"
          aria-label={`Run the gate ${name}`}
          busy={start.isPending}
          reason={trusted ? undefined : 'Trust the commands of this repository first'}
          onClick={() => start.mutate({ name })}
        >
          Run
        </Button>
      )}
    </div>
  )
}
