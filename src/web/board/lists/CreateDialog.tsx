import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { callOperation } from '../../api/call.ts'
import { reread } from '../../api/live/reread.ts'
import { queries } from '../../api/query.ts'
import { KeptDraft } from '../../parts/editor/DocumentEditor.tsx'
import { useDraft } from '../../parts/editor/draft.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { Field, Select } from '../../parts/input/Field.tsx'
import { SendKeys } from '../../parts/input/SendLine.tsx'
import { TextArea } from '../../parts/input/TextArea.tsx'
import { ErrorBox } from '../../parts/layout/States.tsx'
import { asWords } from '../board-labels.ts'

export type NewKind = 'feature' | 'ponder' | 'investigation' | 'feedback' | 'milestone' | 'escalation'

interface CardDraft {
  readonly title: string
  readonly text: string
  readonly kind: string
}

interface Form {
  readonly title: string
  /** Nothing when the title is all there is. */
  readonly text?: string
  readonly kinds?: readonly string[]
  /** Makes it and says where it is shown. */
  make(wish: CardDraft): Promise<string>
}

const some = <K extends string>(key: K, text: string) => (text === '' ? {} : ({ [key]: text } as { [P in K]: string }))
const KINDS = ['root_cause', 'evolve', 'guideline'] as const
const ASKS = ['question', 'vision', 'manual_test', 'secret_request'] as const

const FORMS: Readonly<Record<NewKind, Form>> = {
  feature: {
    title: 'What should there be?',
    text: 'A first draft of its spec, in markdown',
    make: async ({ title, text }) =>
      `/board/features/${(await callOperation('feature.create', { title, ...some('spec', text) })).id}`,
  },
  ponder: {
    title: 'What do you want to explore?',
    text: 'What it is about',
    make: async ({ title, text }) =>
      `/board/ponders/${(await callOperation('ponder.create', { title, ...some('brief', text) })).id}`,
  },
  investigation: {
    title: 'What should be looked into?',
    text: 'What is known: error lines, a question',
    kinds: KINDS,
    make: async ({ title, text, kind }) => {
      const chosen = KINDS.find(each => each === kind) ?? 'root_cause'
      const made = await callOperation('investigation.create', { title, kind: chosen, ...some('context', text) })
      return `/board/investigations/${made.id}`
    },
  },
  feedback: {
    title: 'What did somebody say?',
    make: async ({ title }) => {
      await callOperation('feedback.add', { text: title })
      return '/board?tab=feedback'
    },
  },
  milestone: {
    title: 'What is it called?',
    text: 'What it is for',
    make: async ({ title, text }) =>
      `/board/milestones/${(await callOperation('milestone.create', { title, ...some('vision', text) })).id}`,
  },
  escalation: {
    title: 'What should a person answer?',
    text: 'What they have to know',
    kinds: ASKS,
    make: async ({ title, text, kind }) => {
      const chosen = ASKS.find(each => each === kind) ?? 'question'
      await callOperation('escalation.raise', { title, kind: chosen, ...some('context', text) })
      return '/board?tab=escalations'
    },
  },
}

/** Makes a card of any kind; where it is shown is gone to. */
export default function CreateDialog({ kind, title, onClose }: { kind: NewKind; title: string; onClose: () => void }) {
  const form = FORMS[kind]
  const navigate = useNavigate()
  const heading = useDraft(`${kind}.new.title`, { text: '' })
  const body = useDraft(`${kind}.new.text`, { text: '' })
  const [chosen, setChosen] = useState(form.kinds?.[0] ?? '')
  const name = heading.text.trim()
  const discard = () => {
    heading.discard()
    body.discard()
  }
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || state.busy) return
    setState({ busy: true })
    try {
      const to = await form.make({ title: name, text: body.text.trim(), kind: chosen })
      discard()
      await reread(queries)
      onClose()
      void navigate({ to })
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return (
    <Dialog title={title} onClose={onClose} wide>
      <form onSubmit={event => void submit(event)} className="space-y-4 overflow-y-auto p-5">
        <Field
          label={form.title}
          maxLength={200}
          autoFocus
          value={heading.text}
          onChange={event => heading.setText(event.currentTarget.value)}
        />
        {form.kinds && (
          <Select
            label="Kind"
            value={chosen}
            options={form.kinds.map(value => ({ value, label: asWords(value) }))}
            onChoose={setChosen}
          />
        )}
        {form.text && (
          <TextArea
            label={form.text}
            rows={6}
            maxLength={20_000}
            value={body.text}
            onChange={event => body.setText(event.currentTarget.value)}
          />
        )}
        {state.error !== undefined && <ErrorBox error={state.error} />}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {heading.text + body.text !== '' && <KeptDraft onDiscard={discard} />}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            busy={state.busy}
            reason={name === '' ? 'Fill in the first line' : undefined}
          >
            Create
          </Button>
          <SendKeys />
        </div>
      </form>
    </Dialog>
  )
}
