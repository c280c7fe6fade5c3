import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { problemOf } from '../api/problem.ts'
import { useRead, useWrite } from '../api/query.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Segments, Select } from '../parts/Field.tsx'
import { ErrorBox } from '../parts/States.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import { stageWord } from './look.ts'
import type { Flow } from './types.ts'

/** Starts a change. Type and size are proposed from the words until somebody chooses them. */
export default function StartDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [description, setDescription] = useState('')
  const [chosen, setChosen] = useState<{ type?: string; size?: string }>({})
  const flows = useRead('change.flows', {})
  const active = useRead('change.list', { status: 'active', limit: 1 })
  const [asked, setAsked] = useState('')
  const proposal = useRead('flow.start', { what: asked }, { enabled: asked !== '' })
  const start = useWrite('change.start', {
    onSuccess: ({ id }) => {
      onClose()
      void navigate({ to: '/changes/$id', params: { id } })
    },
  })
  const proposed = proposal.data?.proposal
  const type = chosen.type ?? proposed?.type ?? 'feature'
  const size = chosen.size ?? proposed?.size ?? 'small'
  const all = flows.data?.flows ?? []
  const busy = active.data?.changes[0]
  const reason = description.trim() === '' ? 'Say what the change does first' : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === undefined && busy === undefined) start.mutate({ type, size, description })
  }
  return (
    <Dialog title="Start a change" onClose={onClose} wide>
      <form onSubmit={submit} className="space-y-4 overflow-y-auto p-5">
        {busy && <Busy id={busy.id} />}
        <TextArea
          label="What does this change do?"
          help="One sentence is enough; its first words become the id."
          rows={3}
          autoFocus
          maxLength={20_000}
          value={description}
          onChange={event => setDescription(event.currentTarget.value)}
          onBlur={() => setAsked(description.trim())}
        />
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-40">
            <Select
              label="Type"
              value={type}
              options={named(all.map(flow => flow.type))}
              onChoose={next => setChosen({ ...chosen, type: next })}
            />
          </div>
          <Segments
            label="Size"
            value={size}
            options={named(all.filter(flow => flow.type === type).map(flow => flow.size))}
            onChoose={next => setChosen({ ...chosen, size: next })}
          />
        </div>
        {proposed && chosen.type === undefined && chosen.size === undefined && (
          <p className="text-xs text-soft">{proposed.because.join('; ')}</p>
        )}
        <Stages flow={all.find(flow => flow.type === type && flow.size === size)} />
        {start.isError && <ErrorBox error={start.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Not now</Button>
          <Button
            kind="primary"
            type="submit"
            busy={start.isPending}
            reason={busy === undefined ? reason : `${busy.id} is active; one change at a time`}
          >
            Start it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Busy({ id }: { id: string }) {
  const pause = useWrite('change.pause')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-amber-wash px-4 py-3">
      <p className="min-w-0 break-words">
        <strong>{id}</strong> is active. One change is worked on at a time.
      </p>
      <Button size="small" icon="pause" busy={pause.isPending} onClick={() => pause.mutate({ id })}>
        Pause it
      </Button>
      {pause.isError && <p className="basis-full text-rust">{problemOf(pause.error).message}</p>}
    </div>
  )
}

function Stages({ flow }: { flow: Flow | undefined }) {
  if (flow === undefined) return null
  return (
    <p className="rounded-md bg-sunk px-3 py-2 text-sm text-soft">
      <span className="sr-only">Stages: </span>
      {flow.stages.map(stageWord).join(' → ')}
    </p>
  )
}

function named(values: readonly string[]): { value: string; label: string }[] {
  return [...new Set(values)].map(value => ({ value, label: stageWord(value) }))
}
