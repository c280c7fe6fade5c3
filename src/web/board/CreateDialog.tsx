import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { queries } from '../api/query.ts'
import { reread } from '../api/reread.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { Field, Select } from '../parts/Field.tsx'
import { ErrorBox } from '../parts/States.tsx'
import { TextArea } from '../parts/TextArea.tsx'
import { asWords } from './look.ts'

export type NewKind = 'feature' | 'ponder' | 'investigation' | 'feedback' | 'milestone' | 'escalation'

interface Wish {
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
  make(wish: Wish): Promise<string>
}

const some = <K extends string>(key: K, text: string) => (text === '' ? {} : ({ [key]: text } as { [P in K]: string }))
const KINDS = ['root_cause', 'evolve', 'guideline'] as const
const ASKS = ['question', 'vision', 'manual_test', 'secret_request'] as const

const FORMS: Readonly<Record<NewKind, Form>> = {
  feature: {
    title: 'What should there be?',
    text: 'A first draft of its spec, in markdown',
    make: async ({ title, text }) =>
      `/board/features/${(await call('feature.create', { title, ...some('spec', text) })).id}`,
  },
  ponder: {
    title: 'What do you wonder about?',
    text: 'What it is about',
    make: async ({ title, text }) =>
      `/board/ponders/${(await call('ponder.create', { title, ...some('brief', text) })).id}`,
  },
  investigation: {
    title: 'What should be looked into?',
    text: 'What is known: error lines, a question',
    kinds: KINDS,
    make: async ({ title, text, kind }) => {
      const chosen = KINDS.find(each => each === kind) ?? 'root_cause'
      const made = await call('investigation.create', { title, kind: chosen, ...some('context', text) })
      return `/board/investigations/${made.id}`
    },
  },
  feedback: {
    title: 'What did somebody say?',
    make: async ({ title }) => {
      await call('feedback.add', { text: title })
      return '/board?tab=feedback'
    },
  },
  milestone: {
    title: 'What is it called?',
    text: 'What it is for',
    make: async ({ title, text }) =>
      `/board/milestones/${(await call('milestone.create', { title, ...some('vision', text) })).id}`,
  },
  escalation: {
    title: 'What should a person answer?',
    text: 'What they have to know',
    kinds: ASKS,
    make: async ({ title, text, kind }) => {
      const chosen = ASKS.find(each => each === kind) ?? 'question'
      await call('escalation.raise', { title, kind: chosen, ...some('context', text) })
      return '/board?tab=escalations'
    },
  },
}

/** Makes a card of any kind; where it is shown is gone to. */
export default function CreateDialog({ kind, title, onClose }: { kind: NewKind; title: string; onClose: () => void }) {
  const form = FORMS[kind]
  const navigate = useNavigate()
  const [wish, setWish] = useState<Wish>({ title: '', text: '', kind: form.kinds?.[0] ?? '' })
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (wish.title.trim() === '' || state.busy) return
    setState({ busy: true })
    try {
      const to = await form.make({ ...wish, title: wish.title.trim(), text: wish.text.trim() })
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
          value={wish.title}
          onChange={event => setWish({ ...wish, title: event.currentTarget.value })}
        />
        {form.kinds && (
          <Select
            label="Kind"
            value={wish.kind}
            options={form.kinds.map(value => ({ value, label: asWords(value) }))}
            onChoose={next => setWish({ ...wish, kind: next })}
          />
        )}
        {form.text && (
          <TextArea
            label={form.text}
            rows={6}
            maxLength={20_000}
            value={wish.text}
            onChange={event => setWish({ ...wish, text: event.currentTarget.value })}
          />
        )}
        {state.error !== undefined && <ErrorBox error={state.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Not now</Button>
          <Button
            kind="primary"
            type="submit"
            busy={state.busy}
            reason={wish.title.trim() === '' ? 'Fill in the first line' : undefined}
          >
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
