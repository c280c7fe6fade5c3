import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/Button.tsx'
import { ErrorBox } from '../parts/States.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import { destination, headline, startLabel } from './start.ts'

/** Says what to do; Furrow proposes how, and starts it when told to. */
export function StartBox() {
  const navigate = useNavigate()
  const [what, setWhat] = useState('')
  const ask = useWrite('flow.start')
  const begin = useWrite('flow.start', {
    onSuccess: started => {
      setWhat('')
      void navigate({ to: destination(started) })
    },
  })
  const text = what.trim()
  const isAnswered = ask.isSuccess && ask.variables.what === text
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text === '' || ask.isPending || begin.isPending) return
    if (isAnswered) begin.mutate({ what: text, now: true })
    else ask.mutate({ what: text })
  }
  return (
    <form
      onSubmit={submit}
      aria-label="Start something"
      className="rounded-xl border border-line bg-panel p-5 shadow-sheet"
    >
      <TextArea
        label="What do you want to do?"
        placeholder="Login redirects to the wrong page"
        rows={2}
        maxLength={20_000}
        value={what}
        onChange={event => setWhat(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.shiftKey) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      {isAnswered && <Proposed proposal={ask.data.proposal} />}
      {ask.isError && <ErrorBox error={ask.error} />}
      {begin.isError && <ErrorBox error={begin.error} />}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {isAnswered && <Button onClick={() => ask.reset()}>Cancel</Button>}
        <Button
          kind="primary"
          type="submit"
          busy={ask.isPending || begin.isPending}
          reason={text === '' ? 'Write a sentence first' : undefined}
        >
          {isAnswered ? startLabel(ask.data.proposal) : 'Suggest how to start'}
        </Button>
      </div>
    </form>
  )
}

function Proposed({ proposal }: { proposal: Output<'flow.start'>['proposal'] }) {
  return (
    <div role="status" className="mt-3 rounded-md bg-sunk px-4 py-3">
      <p className="font-medium">{headline(proposal)}</p>
      <ul className="mt-1 text-sm text-soft">
        {proposal.because.map(line => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}
