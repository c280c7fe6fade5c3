import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useRead } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Field } from '../parts/input/Field.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/layout/States.tsx'
import { withoutCommands } from '../parts/prose.ts'
import { CauseTree } from './CauseTree.tsx'

type Why = Output<'flow.why'>

/** From anything back to what caused it, step by step. */
export default function WhyPage() {
  const { what = '' } = useSearch({ from: '/why' })
  const answer = useRead('flow.why', { what }, { enabled: what !== '' })
  return (
    <Page title="Why" lead="From a line, a card, a run, a change or a decision back to what caused it.">
      <Question key={what} what={what} />
      {what === '' && <Examples />}
      {what !== '' && answer.isPending && <Loading rows={6} />}
      {answer.isError && <ErrorBox error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && <Answer why={answer.data} />}
    </Page>
  )
}

/** What there is here to wonder about, newest first; where there is nothing yet, the forms are enough. */
function Examples() {
  const changes = useRead('change.list', { limit: 2 })
  const features = useRead('feature.list', {})
  const decisions = useRead('adr.list', {})
  const all = [
    ...(changes.data?.changes ?? []).map(({ id, description }) => [`change:${id}`, description] as const),
    ...(features.data?.features ?? []).slice(0, 2).map(({ id, title }) => [`feature:${id}`, title] as const),
    ...(decisions.data?.adrs ?? []).slice(0, 2).map(({ id, title }) => [id, title] as const),
  ]
  return (
    <EmptyState icon="search" title="What do you want to trace?">
      {all.length === 0 ? (
        'A line of a file, a card of the board, a run, a change or a decision: name it above.'
      ) : (
        <ul aria-label="Examples" className="mt-2 space-y-1.5">
          {all.map(([name, title]) => (
            <li key={name}>
              <Link
                to="/why"
                search={{ what: name }}
                className="block rounded-md border border-line bg-panel px-4 py-2 text-left hover:bg-hover"
              >
                <span className="block font-mono text-xs break-all text-soft">{name}</span>
                <span className="line-clamp-1 break-words text-ink">{title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </EmptyState>
  )
}

function Question({ what }: { what: string }) {
  const [text, setText] = useState(what)
  const navigate = useNavigate({ from: '/why' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void navigate({ search: { what: text.trim() } })
  }
  return (
    <form onSubmit={submit} className="mb-6 flex flex-wrap items-end gap-x-3 gap-y-1.5">
      <Field
        label="Why is this here?"
        className="flex-1 basis-64"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Button kind="primary" type="submit" reason={text.trim() === '' ? 'Name something first' : undefined}>
        Ask
      </Button>
      <p className="basis-full text-xs text-soft">
        src/login.ts:12, feature:sign-on, task:sign-on/T1, change:fix-login, ADR-001
      </p>
    </form>
  )
}

function Answer({ why }: { why: Why }) {
  return (
    <div className="grid gap-5">
      <CauseTree causes={why.causes} />
      {why.missing.length > 0 && (
        <Card title="Not known">
          <ul className="list-disc space-y-2 pl-4">
            {why.missing.map(({ link, would }) => (
              <li key={link} className="break-words">
                {link}: <span className="text-soft">{withoutCommands(would)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
