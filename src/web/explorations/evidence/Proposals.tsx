import { Link } from '@tanstack/react-router'
import { useRead, useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Card } from '../../parts/layout/Card.tsx'
import { Row, Rows } from '../../parts/layout/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Markdown } from '../../parts/markdown/Markdown.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { Badge, type Tone } from '../../parts/text/Badge.tsx'
import type { ExplorationDetail, ProposalDetail } from '../exploration-types.ts'

const STANDINGS: Readonly<Record<ProposalDetail['standing'], { word: string; tone: Tone }>> = {
  running: { word: 'Running', tone: 'sky' },
  ready: { word: 'Ready', tone: 'amber' },
  empty: { word: 'Nothing proposed', tone: 'plain' },
  accepted: { word: 'Accepted', tone: 'sprout' },
  discarded: { word: 'Discarded', tone: 'plain' },
}

/** One agent per topic, side by side; a person takes over what they propose. */
export function Proposals({ project }: { project: ExplorationDetail }) {
  const list = useRead('exploration.proposals', {})
  const open = project.tasks.filter(({ status }) => status === 'pending' || status === 'in_progress')
  const researching = project.allows.includes('task.update')
  return (
    <Card title="Agents" aside={list.data && String(list.data.proposals.length)} flush>
      {list.isPending && <Loading rows={3} />}
      {list.isError && <ErrorBox error={list.error} retry={() => void list.refetch()} />}
      {list.data?.proposals.length === 0 && (
        <EmptyState icon="agent" title="No agent works on a topic">
          Start one for each open topic; what they find waits here until you accept it.
        </EmptyState>
      )}
      {list.data && list.data.proposals.length > 0 && (
        <Rows label="Proposals">
          {list.data.proposals.map(proposal => (
            <Row key={proposal.run}>
              <ProposalLine proposal={proposal} />
            </Row>
          ))}
        </Rows>
      )}
      {researching && <Start open={open.length} />}
    </Card>
  )
}

function Start({ open }: { open: number }) {
  const start = useWrite('exploration.research', {
    onSuccess: ({ started }) =>
      toast({ tone: 'sprout', text: started.length === 1 ? '1 agent started' : `${started.length} agents started` }),
  })
  return (
    <div className="border-t border-line px-5 py-4 max-sm:px-4">
      <Button
        icon="play"
        busy={start.isPending}
        reason={open === 0 ? 'No topic is open' : undefined}
        onClick={() => start.mutate({})}
      >
        {open === 1 ? 'Start an agent on 1 topic' : `Start agents on ${open} topics`}
      </Button>
      {start.isError && <ErrorBox error={start.error} />}
    </div>
  )
}

function ProposalLine({ proposal }: { proposal: ProposalDetail }) {
  const { task, name, run, agent, standing, outcome, confidence, sources, findings, warnings } = proposal
  const { word, tone } = STANDINGS[standing]
  return (
    <article aria-label={`Proposal for ${task}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 font-medium break-words">
          <span className="mr-2 font-mono text-xs text-soft">{task}</span>
          {name}
        </p>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="mt-0.5 text-xs text-soft">
        {agent},{' '}
        <Link to="/runs/$id" params={{ id: run }} className="underline">
          {run}
        </Link>
      </p>
      {outcome && (
        <p className="mt-1 break-words">
          {outcome} {confidence && <span className="text-soft">(confidence: {confidence})</span>}
        </p>
      )}
      {sources.map(source => (
        <p key={source.id} className="mt-0.5 font-mono text-xs break-all text-soft">
          {source.id} {source.source} ({source.standing})
        </p>
      ))}
      {warnings.map(warning => (
        <p key={warning} className="mt-1 text-sm break-words text-amber">
          {warning}
        </p>
      ))}
      {findings.map(({ path, content }) => (
        <details key={path} className="mt-2">
          <summary className="cursor-pointer font-mono text-xs break-all">{path}</summary>
          <Markdown text={content} name={`${task}-${path}`.replace(/\W+/g, '-')} level={4} />
        </details>
      ))}
      {standing === 'ready' && <Decide proposal={proposal} />}
    </article>
  )
}

function Decide({ proposal: { task, run } }: { proposal: ProposalDetail }) {
  const accept = useWrite('exploration.accept', {
    onSuccess: () => toast({ tone: 'sprout', text: `Accepted for ${task}` }),
  })
  const discard = useWrite('agent.discard')
  return (
    <div className="mt-3">
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" icon="check" busy={accept.isPending} onClick={() => accept.mutate({ task, run })}>
          Accept
        </Button>
        <Button icon="cross" busy={discard.isPending} onClick={() => discard.mutate({ id: run })}>
          Discard
        </Button>
      </div>
      {accept.isError && <ErrorBox error={accept.error} />}
      {discard.isError && <ErrorBox error={discard.error} />}
    </div>
  )
}
