import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useRead, useWrite } from '../api/query.ts'
import { TypeAndSize } from '../changes/list/TypeAndSize.tsx'
import { Button } from '../parts/input/Button.tsx'
import { Select } from '../parts/input/Field.tsx'
import { TextArea } from '../parts/input/TextArea.tsx'
import { ErrorBox } from '../parts/layout/States.tsx'
import { destination, headline, reasonsOf, type StartChoice, startLabel } from './first-steps.ts'

/** Says what to do; Furrow proposes how, the person may choose otherwise, and it starts when told to. */
export function StartBox() {
  const navigate = useNavigate()
  const [what, setWhat] = useState('')
  const [chosen, setChosen] = useState<StartChoice>()
  const ask = useWrite('flow.start', { onSuccess: ({ proposal }) => setChosen(proposal) })
  const start = useStart()
  const begin = useMutation({
    mutationFn: start,
    onSuccess: to => {
      setWhat('')
      void navigate({ to })
    },
  })
  const text = what.trim()
  const isAnswered = ask.isSuccess && ask.variables.what === text && chosen !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text === '' || ask.isPending || begin.isPending) return
    if (isAnswered) begin.mutate({ what: text, ...chosen })
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
      {isAnswered && <Proposed proposal={ask.data.proposal} chosen={chosen} onChoose={setChosen} />}
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
          {isAnswered ? startLabel(chosen) : 'Suggest how to start'}
        </Button>
      </div>
    </form>
  )
}

const WAYS = [
  { value: 'change', label: 'Change' },
  { value: 'explore', label: 'Exploration' },
  { value: 'specify', label: 'Specification' },
] as const

interface ProposedProps {
  readonly proposal: Output<'flow.start'>['proposal']
  readonly chosen: StartChoice
  readonly onChoose: (choice: StartChoice) => void
}

function Proposed({ proposal, chosen, onChoose }: ProposedProps) {
  const flows = useRead('change.flows', {})
  const all = flows.data?.flows ?? []
  const { kind, type, size } = chosen
  const isProposed = kind === proposal.kind && type === proposal.type && size === proposal.size
  const stages = all.find(flow => flow.type === type && flow.size === size)?.stages
  return (
    <div className="mt-3 rounded-md bg-sunk px-4 py-3">
      <div role="status">
        <p className="font-medium">
          {headline(isProposed ? proposal : { kind, type, size, stages: (kind === 'change' && stages) || [] })}
        </p>
        {isProposed && (
          <ul className="mt-1 text-sm text-soft">
            {reasonsOf(proposal).map(line => (
              <li key={line} className="break-words">
                {line}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <Select label="Start as" value={kind} options={WAYS} onChoose={next => onChoose({ ...chosen, kind: next })} />
        {kind === 'change' && (
          <TypeAndSize flows={all} kind={chosen} onChoose={next => onChoose({ ...chosen, ...next })} />
        )}
      </div>
    </div>
  )
}

/** Starts what was chosen and says where it is shown. */
function useStart(): (wish: StartChoice & { readonly what: string }) => Promise<string> {
  const change = useWrite('change.start')
  const exploration = useWrite('exploration.start')
  const specification = useWrite('spec.init')
  return async ({ kind, what, type, size }) => {
    const title = what.replace(/\s+/g, ' ').slice(0, 80)
    if (kind === 'change') return destination({ change: await change.mutateAsync({ type, size, description: what }) })
    if (kind === 'explore') return destination({ exploration: (await exploration.mutateAsync({ title })).name })
    return destination({ specification: (await specification.mutateAsync({ name: title, description: what })).name })
  }
}
