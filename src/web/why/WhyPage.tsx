import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useRead } from '../api/query.ts'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { Card } from '../parts/Card.tsx'
import { CopyLine } from '../parts/Code.tsx'
import { Field } from '../parts/Field.tsx'
import { Page } from '../parts/Page.tsx'
import { PageLink } from '../parts/PageLink.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/States.tsx'

type Why = Output<'flow.why'>

/** From anything back to what caused it, step by step. */
export default function WhyPage() {
  const { what = '' } = useSearch({ from: '/why' })
  const answer = useRead('flow.why', { what }, { enabled: what !== '' })
  return (
    <Page title="Why" lead="From a line, a card, a run, a change or a decision back to what caused it.">
      <Question key={what} what={what} />
      {what === '' && <EmptyState icon="search" title="What do you wonder about?" />}
      {what !== '' && answer.isPending && <Loading rows={6} />}
      {answer.isError && <ErrorBox error={answer.error} retry={() => void answer.refetch()} />}
      {answer.data && <Answer why={answer.data} />}
    </Page>
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
    <form onSubmit={submit} className="mb-6 flex flex-wrap items-end gap-3">
      <Field
        label="Why is this here?"
        help="src/login.ts:12, feature:sign-on, task:sign-on/T1, change:fix-login, ADR-001"
        className="flex-1 basis-64"
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Button
        kind="primary"
        type="submit"
        className="mb-6"
        reason={text.trim() === '' ? 'Name something first' : undefined}
      >
        Ask
      </Button>
    </form>
  )
}

function Answer({ why }: { why: Why }) {
  return (
    <div className="grid gap-5">
      <ol aria-label="Causes" className="space-y-3">
        {why.causes.map((cause, n) => (
          <li
            key={`${cause.kind} ${cause.id}`}
            className="rounded-lg border border-line bg-panel px-5 py-4 shadow-sheet max-sm:px-4"
          >
            {n > 0 && <p className="mb-1 text-xs break-words text-soft">because {cause.because}</p>}
            <p className="flex flex-wrap items-center gap-2 font-medium break-words">
              <Badge>{cause.kind}</Badge>
              {cause.href === undefined ? cause.title : <PageLink href={cause.href}>{cause.title}</PageLink>}
            </p>
            {cause.command && (
              <div className="mt-3">
                <CopyLine text={cause.command} />
              </div>
            )}
          </li>
        ))}
      </ol>
      {why.missing.length > 0 && (
        <Card title="Not known">
          <ul className="list-disc space-y-2 pl-4">
            {why.missing.map(({ link, would }) => (
              <li key={link} className="break-words">
                {link}: <span className="text-soft">{would}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
