import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { problemFor } from '../../api/problem.ts'
import { useRead, useReread, useWrite } from '../../api/query.ts'
import { KeptDraft } from '../../parts/editor/DocumentEditor.tsx'
import { useDraft } from '../../parts/editor/draft.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { SendKeys } from '../../parts/input/SendLine.tsx'
import { TextArea } from '../../parts/input/TextArea.tsx'
import { ErrorBox } from '../../parts/layout/States.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { useSettled } from '../../parts/useSettled.ts'
import { changeStageWord } from '../change-labels.ts'
import type { Flow } from '../change-types.ts'
import { type ChangeKind, TypeAndSize } from './TypeAndSize.tsx'

/** Starts a change. Type and size are proposed from the words until somebody chooses them. */
export default function StartChangeDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const draft = useDraft('change.new', { text: '' })
  const description = draft.text
  const [chosen, setChosen] = useState<ChangeKind>()
  const flows = useRead('change.flows', {})
  const active = useRead('change.list', { status: 'active', limit: 1 })
  const asked = useSettled(description.trim())
  const proposal = useRead('flow.start', { what: asked }, { enabled: asked !== '', placeholderData: keepPreviousData })
  const propose = useReread('flow.start', { what: description.trim() })
  const start = useWrite('change.start')
  const sending = useMutation({
    // Type and size belong to the whole text, however fast it is sent.
    mutationFn: async () => {
      const { type, size } = chosen ?? (await propose()).proposal
      return start.mutateAsync({ type, size, description })
    },
    onSuccess: ({ id }) => {
      draft.discard()
      onClose()
      void navigate({ to: '/changes/$id', params: { id } })
    },
  })
  const proposed = asked === '' ? undefined : proposal.data?.proposal
  const kind = chosen ?? { type: proposed?.type ?? 'feature', size: proposed?.size ?? 'small' }
  const all = flows.data?.flows ?? []
  const busy = active.data?.changes[0]
  const reason = description.trim() === '' ? 'Say what the change does first' : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === undefined && busy === undefined && !sending.isPending) sending.mutate()
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
          onChange={event => draft.setText(event.currentTarget.value)}
        />
        <TypeAndSize flows={all} kind={kind} onChoose={setChosen} />
        {proposed && chosen === undefined && <p className="text-xs text-soft">{proposed.because.join('; ')}</p>}
        <Stages flow={all.find(flow => flow.type === kind.type && flow.size === kind.size)} />
        {sending.isError && <ErrorBox error={sending.error} />}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {description !== '' && <KeptDraft onDiscard={draft.discard} />}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            busy={sending.isPending}
            reason={busy === undefined ? reason : `${busy.id} is active; one change at a time`}
          >
            Start it
          </Button>
          <SendKeys />
        </div>
      </form>
    </Dialog>
  )
}

function Busy({ id }: { id: string }) {
  const pause = useWrite('change.pause', { onError: showRefusal })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-amber-wash px-4 py-3">
      <p className="min-w-0 break-words">
        <strong>{id}</strong> is active. One change is worked on at a time.
      </p>
      <Button size="small" icon="pause" busy={pause.isPending} onClick={() => pause.mutate({ id })}>
        Pause it
      </Button>
      {pause.isError && <p className="basis-full text-rust">{problemFor(pause.error).message}</p>}
    </div>
  )
}

function Stages({ flow }: { flow: Flow | undefined }) {
  if (flow === undefined) return null
  return (
    <p className="rounded-md bg-sunk px-3 py-2 text-sm text-soft">
      <span className="sr-only">Stages: </span>
      {flow.stages.map(changeStageWord).join(' → ')}
    </p>
  )
}
