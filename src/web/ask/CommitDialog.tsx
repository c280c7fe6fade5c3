import { type FormEvent, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { cardPage } from '../board/board-labels.ts'
import { FeatureSelect } from '../board/feature/FeatureSelect.tsx'
import { Button } from '../parts/input/Button.tsx'
import { Dialog } from '../parts/input/Dialog.tsx'
import { Field } from '../parts/input/Field.tsx'
import { TextArea } from '../parts/input/TextArea.tsx'
import { ErrorBox } from '../parts/layout/States.tsx'
import { toast } from '../parts/notify/toast.ts'
import type { ThreadDetail } from './ask-types.ts'

export type CommitTarget = 'feature' | 'ponder' | 'task'

const LOOKS: Readonly<Record<CommitTarget, { title: string; does: string; yes: string }>> = {
  feature: {
    title: 'Create a feature',
    does: 'The spec of the feature begins with every question and answer of this thread, and cites it.',
    yes: 'Create the feature',
  },
  ponder: {
    title: 'Send to ponder',
    does: 'The ponder begins with every question and answer of this thread, and cites it.',
    yes: 'Open the ponder',
  },
  task: {
    title: 'Create a task',
    does: 'The task holds every question and answer of this thread.',
    yes: 'Create the task',
  },
}

interface CommitDialogProps {
  readonly thread: ThreadDetail
  readonly target: CommitTarget
  readonly onClose: () => void
}

/** What becomes of a thread: its title and its first question are there already. */
export default function CommitDialog({ thread, target, onClose }: CommitDialogProps) {
  const [title, setTitle] = useState(thread.title)
  const [description, setDescription] = useState(thread.turns[0]?.question ?? '')
  const [feature, setFeature] = useState('')
  const commit = useWrite('thread.commit', {
    onSuccess: ({ made, problem }) => {
      onClose()
      toast({
        tone: 'sprout',
        text: `${made.title} is the ${made.target} ${made.id}.`,
        href: cardPage(made.ref) ?? '/board',
      })
      if (problem !== undefined) toast({ tone: 'amber', text: problem })
    },
  })
  const look = LOOKS[target]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() !== '')
      commit.mutate({ id: thread.id, target, title, description, ...(feature !== '' && { feature }) })
  }
  return (
    <Dialog title={look.title} describe={look.does} onClose={onClose} wide>
      <form onSubmit={submit} className="space-y-4 overflow-y-auto p-5">
        <Field
          label="Title"
          autoFocus
          required
          maxLength={200}
          value={title}
          onChange={event => setTitle(event.currentTarget.value)}
        />
        <TextArea
          label="Description"
          help="Why it is worth doing; your first question stands here already."
          rows={4}
          maxLength={20_000}
          value={description}
          onChange={event => setDescription(event.currentTarget.value)}
        />
        {target === 'task' && <FeatureSelect value={feature} onChoose={setFeature} />}
        {commit.isError && <ErrorBox error={commit.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            busy={commit.isPending}
            reason={title.trim() === '' ? 'It needs a title' : undefined}
          >
            {look.yes}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
