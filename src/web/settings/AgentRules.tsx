import { type FormEvent, useId, useState } from 'react'
import type { Output } from '../api/call.ts'
import { problemFor } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import { Button, IconButton } from '../parts/input/Button.tsx'
import { Field, Segments } from '../parts/input/Field.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { toast } from '../parts/notify/toast.ts'
import { Badge, type Tone } from '../parts/text/Badge.tsx'

type AgentRule = Output<'agent.rules'>['rules'][number]

/** What agents may do without asking; the last rule that fits counts, so it stands on top here. */
export function AgentRules() {
  const found = useRead('agent.rules', {})
  const { rules = [], narrowing = [] } = found.data ?? {}
  return (
    <Card title="What agents may do" aside="the first match wins" flush>
      {found.isPending && <Loading rows={2} />}
      {found.isError && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      <Rows label="Your rules">
        {rules.toReversed().map(rule => (
          <Row key={`${rule.tool} ${rule.path}`}>
            <OwnRule rule={rule} />
          </Row>
        ))}
      </Rows>
      {found.isSuccess && (
        <p className="px-5 py-3 text-soft max-sm:px-4">
          {rules.length === 0
            ? 'No rules yet: you are asked about everything an agent wants to do.'
            : 'Anything else is asked.'}
        </p>
      )}
      {narrowing.length > 0 && <OfRepository rules={narrowing} />}
      <NewRule />
    </Card>
  )
}

const VERDICTS: Readonly<Record<AgentRule['action'], { word: string; tone: Tone }>> = {
  allow: { word: 'Allowed', tone: 'sprout' },
  ask: { word: 'Asked', tone: 'sky' },
  deny: { word: 'Denied', tone: 'rust' },
}

function Said({ rule: { tool, path, action } }: { rule: AgentRule }) {
  return (
    <p className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <Badge tone={VERDICTS[action].tone}>{VERDICTS[action].word}</Badge>
      <code className="font-mono text-[0.8125rem] break-all">{tool === '*' ? 'everything' : tool}</code>
      {path !== undefined && (
        <>
          <span className="text-soft">in</span>
          <code className="font-mono text-[0.8125rem] break-all">{path}</code>
        </>
      )}
    </p>
  )
}

function OwnRule({ rule }: { rule: AgentRule }) {
  const { tool, path } = rule
  const remove = useWrite('agent.rule_remove', {
    onError: error => toast({ tone: 'rust', text: problemFor(error).message }),
  })
  return (
    <div className="flex items-center gap-3">
      <Said rule={rule} />
      <IconButton
        icon="cross"
        label={`Remove the rule for ${tool}${path === undefined ? '' : ` in ${path}`}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate({ tool, ...(path !== undefined && { files: path }) })}
      />
    </div>
  )
}

function OfRepository({ rules }: { rules: readonly AgentRule[] }) {
  return (
    <div className="border-t border-line px-5 py-3 max-sm:px-4">
      <p className="mb-2 text-soft">This repository is stricter; it can allow nothing:</p>
      <ul aria-label="Rules of the repository" className="space-y-1.5">
        {rules.map(rule => (
          <li key={`${rule.tool} ${rule.path} ${rule.action}`}>
            <Said rule={rule} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const ACTIONS = [
  { value: 'allow' as const, label: 'Allow' },
  { value: 'ask' as const, label: 'Ask' },
  { value: 'deny' as const, label: 'Deny' },
]

const KNOWN = ['edit', 'delete', 'move', 'execute', 'read', 'search', 'fetch', '*'] as const

function NewRule() {
  const list = useId()
  const [tool, setTool] = useState('')
  const [path, setPath] = useState('')
  const [action, setAction] = useState<AgentRule['action']>('ask')
  const [left, setLeft] = useState(false)
  const set = useWrite('agent.rule_set', {
    onSuccess: (_rules, sent) => {
      setTool(now => (now.trim() === sent.tool ? '' : now))
      setPath(now => (now.trim() === (sent.files ?? '') ? '' : now))
      setLeft(false)
    },
  })
  const missing = tool.trim() === '' ? 'Say what it is about; * stands for everything.' : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (missing === undefined) set.mutate({ tool: tool.trim(), action, ...(path.trim() && { files: path.trim() }) })
  }
  return (
    <form onSubmit={submit} className="space-y-4 border-t border-line px-5 py-4 max-sm:px-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="What it does"
          help="A kind of action, or a tool by name such as mcp__furrow__*"
          list={list}
          value={tool}
          error={left ? missing : undefined}
          onBlur={() => setLeft(tool !== '')}
          onChange={event => setTool(event.currentTarget.value)}
        />
        <Field
          label="Only in these files"
          help="src/** or **/.env*; empty for all"
          value={path}
          onChange={event => setPath(event.currentTarget.value)}
        />
      </div>
      <datalist id={list}>
        {KNOWN.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments label="What happens then" value={action} options={ACTIONS} onChoose={setAction} />
        <Button type="submit" kind="primary" icon="plus" busy={set.isPending}>
          Add the rule
        </Button>
      </div>
      {set.isError && <ErrorBox error={set.error} />}
    </form>
  )
}
