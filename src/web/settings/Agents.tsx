import { useState } from 'react'
import type { Output } from '../api/call.ts'
import { useRead, useWrite } from '../api/query.ts'
import { Ask } from '../parts/input/Ask.tsx'
import { Button } from '../parts/input/Button.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { EmptyState, ErrorBox, Loading, ReadError } from '../parts/layout/States.tsx'
import { showRefusal } from '../parts/notify/show-refusal.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { CopyText } from '../parts/text/Code.tsx'

type Configured = Output<'agent.list'>['agents'][number]
type DetectedAgentRow = Output<'agent.detect'>['agents'][number]

/** Which coding agents Furrow can start for you, and which were found on this machine. */
export function Agents() {
  const agents = useRead('agent.list', {})
  const detected = useRead('agent.detect', {})
  const known = new Set(agents.data?.agents.map(({ name }) => name))
  const found = (detected.data?.agents ?? []).filter(({ name }) => !known.has(name))
  return (
    <Card title="Coding agents" flush>
      {agents.isPending && <Loading rows={2} />}
      {agents.isError && <ErrorBox error={agents.error} retry={() => void agents.refetch()} />}
      <ReadError of={detected} />
      {agents.data?.warnings.map(warning => (
        <p key={warning} className="bg-amber-wash px-5 py-3 max-sm:px-4">
          {warning}
        </p>
      ))}
      {agents.isSuccess && agents.data.agents.length === 0 && (
        <EmptyState icon="agent" title="No coding agent is set up">
          Follow-ups, plans and enrichment are carried out by your own agent, which asks before it acts.
        </EmptyState>
      )}
      <Rows label="Coding agents">
        {(agents.data?.agents ?? []).map(agent => (
          <Row key={agent.name}>
            <OfConfig agent={agent} />
          </Row>
        ))}
        {found.map(agent => (
          <Row key={agent.name}>
            <OnMachine agent={agent} />
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

function OfConfig({ agent }: { agent: Configured }) {
  const [removing, setRemoving] = useState(false)
  const use = useWrite('agent.use', { onError: showRefusal })
  const remove = useWrite('agent.remove', { onError: showRefusal, onSuccess: () => setRemoving(false) })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {agent.name}
          {agent.default && <Badge tone="sprout">default</Badge>}
          {agent.program === undefined && <Badge tone="amber">not on PATH</Badge>}
        </p>
        <p className="font-mono text-xs break-all text-soft">{[agent.command, ...agent.args].join(' ')}</p>
      </div>
      <span className="flex gap-2">
        {!agent.default && (
          <Button size="small" busy={use.isPending} onClick={() => use.mutate({ name: agent.name })}>
            Make default
          </Button>
        )}
        <Button size="small" kind="quiet" icon="cross" onClick={() => setRemoving(true)}>
          Remove {agent.name}
        </Button>
      </span>
      {removing && (
        <Ask
          title={`Remove ${agent.name}?`}
          text="It goes out of your config; the program itself stays."
          yes="Remove it"
          busy={remove.isPending}
          onYes={() => remove.mutate({ name: agent.name })}
          onNo={() => setRemoving(false)}
        />
      )}
    </div>
  )
}

function OnMachine({ agent }: { agent: DetectedAgentRow }) {
  const add = useWrite('agent.add', { onError: showRefusal })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {agent.title}
          <Badge>{agent.program === undefined ? 'not on PATH' : 'found'}</Badge>
        </p>
        {agent.program !== undefined && <p className="font-mono text-xs break-all text-soft">{agent.program}</p>}
      </div>
      {agent.program === undefined ? (
        <CopyText text={agent.next} label={`Copy how to get ${agent.title}`} />
      ) : (
        <Button size="small" icon="plus" busy={add.isPending} onClick={() => add.mutate({ name: agent.name })}>
          Set up {agent.title}
        </Button>
      )}
    </div>
  )
}
