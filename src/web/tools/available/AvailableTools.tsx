import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Output } from '../../api/call.ts'
import { problemFor } from '../../api/problem.ts'
import { useRead, useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Row, Rows } from '../../parts/layout/Rows.tsx'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { Badge } from '../../parts/text/Badge.tsx'
import { BackLink } from '../list/BackLink.tsx'
import { AddedTool } from './AddedTool.tsx'
import { UpdateTool } from './UpdateTool.tsx'

type Available = Output<'tool.available'>['tools'][number]

/** The tools that come with Furrow: what each does and needs, added by a click. */
export function AvailableTools() {
  const shelf = useRead('tool.available', {})
  const navigate = useNavigate()
  const [adopting, setAdopting] = useState<string>()
  const [updating, setUpdating] = useState<Available>()
  const add = useWrite('tool.add', {
    onSuccess: ({ name }) => setAdopting(name),
    onError: error => toast({ tone: 'rust', text: problemFor(error).message }),
  })
  const tools = shelf.data?.tools.filter(({ built_in }) => !built_in) ?? []
  return (
    <section aria-label="Add a tool" className="min-w-0 flex-1 overflow-y-auto px-6 py-5 max-sm:px-4">
      <BackLink />
      <h1 className="text-xl leading-tight font-semibold tracking-[-0.015em]">Add a tool</h1>
      <p className="mt-1 mb-4 max-w-prose text-soft">
        These come with Furrow. Adding one copies its code to .sdlc/tools; nothing of it runs before you trust it.
      </p>
      {shelf.isPending && <Loading rows={8} />}
      {shelf.isError && <ErrorBox error={shelf.error} retry={() => void shelf.refetch()} />}
      {tools.length > 0 && (
        <div className="max-w-4xl overflow-hidden rounded-lg border border-line bg-panel">
          <Rows label="Tools to add">
            {tools.map(tool => (
              <Row key={tool.name}>
                <Offer
                  tool={tool}
                  busy={add.isPending && add.variables.name === tool.name}
                  onAdd={() => add.mutate({ name: tool.name })}
                  onUpdate={() => setUpdating(tool)}
                />
              </Row>
            ))}
          </Rows>
        </div>
      )}
      {adopting !== undefined && (
        <AddedTool
          name={adopting}
          onDone={() => void navigate({ to: '/tools/$name', params: { name: adopting }, search: {} })}
        />
      )}
      {updating !== undefined && <UpdateTool tool={updating} onClose={() => setUpdating(undefined)} />}
    </section>
  )
}

interface OfferProps {
  readonly tool: Available
  readonly busy: boolean
  readonly onAdd: () => void
  readonly onUpdate: () => void
}

function Offer({ tool, busy, onAdd, onUpdate }: OfferProps) {
  return (
    <div className="flex items-start gap-4 max-sm:flex-col max-sm:gap-3">
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {tool.display_name} <Badge>{tool.version}</Badge>
          {tool.streaming && <Badge>streams</Badge>}
          {tool.newer && <Badge tone="amber">a newer one is here</Badge>}
        </h2>
        <p className="mt-0.5 text-soft">{tool.description}</p>
        <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs text-soft">
          <dt>Needs</dt>
          <dd className="min-w-0">
            {tool.secrets.length === 0 ? 'no secrets' : <Secrets names={[...new Set(tool.secrets)]} />}
          </dd>
          {tool.follow_ups.length > 0 && (
            <>
              <dt>Offers</dt>
              <dd>{tool.follow_ups.join(', ')}</dd>
            </>
          )}
        </dl>
      </div>
      <div className="flex shrink-0 gap-2">
        {tool.newer && (
          <Button size="small" aria-label={`Update ${tool.display_name}`} onClick={onUpdate}>
            Update
          </Button>
        )}
        {tool.added ? (
          <Link
            to="/tools/$name"
            params={{ name: tool.name }}
            aria-label={`Open ${tool.display_name}`}
            className="inline-flex h-7 items-center rounded-md px-2 text-xs font-medium text-sprout hover:bg-hover"
          >
            Added · open
          </Link>
        ) : (
          <Button size="small" busy={busy} aria-label={`Add ${tool.display_name}`} onClick={onAdd}>
            Add
          </Button>
        )}
      </div>
    </div>
  )
}

/** Those that it can do without end with a question mark. */
function Secrets({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code className="font-mono whitespace-nowrap">{name.replace('?', '')}</code>
      {name.endsWith('?') && ' (optional)'}
    </span>
  ))
}
