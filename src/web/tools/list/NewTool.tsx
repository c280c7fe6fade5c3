import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { problemFor } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { Field, Segments } from '../../parts/input/Field.tsx'
import { TextArea } from '../../parts/input/TextArea.tsx'
import { toast } from '../../parts/notify/toast.ts'

type ToolOrigin = 'template' | 'plan' | 'build'

const WAYS = [
  { value: 'template' as const, label: 'From a template' },
  { value: 'plan' as const, label: 'Plan with an agent' },
  { value: 'build' as const, label: 'Build with an agent' },
]

const SAYS: Readonly<Record<ToolOrigin, { text: string; label: string; help: string; submit: string }>> = {
  template: {
    text: 'Code, README and a test to start from, in .sdlc/tools. You write what it does under Source, or in your editor.',
    label: 'What it does',
    help: '',
    submit: 'Create it',
  },
  plan: {
    text: 'Your coding agent designs the tool: schemas, form, secrets, steps. It writes nothing.',
    label: 'What it is for',
    help: 'In your words. The plan is the answer of the run; paste it under "Build with an agent" when you like it.',
    submit: 'Start the agent',
  },
  build: {
    text: 'Your coding agent writes the tool in a worktree of its own. You see the diff, merge it, and trust it.',
    label: 'Plan',
    help: 'The answer of a plan, or what to build in your own words.',
    submit: 'Start the agent',
  },
}

/** A tool to start from, written by a person from a template or by an agent. */
export function NewTool({ onClose }: { onClose: () => void }) {
  const [way, setWay] = useState<ToolOrigin>('template')
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const { create, problem, busy } = useMaking({ name, text, onClose })
  const says = SAYS[way]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create[way]()
  }
  return (
    <Dialog title="New tool" describe={says.text} onClose={onClose}>
      <form onSubmit={submit} className="space-y-4 overflow-y-auto p-5">
        <Segments label="How" value={way} options={WAYS} onChoose={setWay} />
        <Field
          label="Name"
          placeholder="check-links"
          help="Small letters, digits and hyphens."
          autoFocus
          required
          spellCheck={false}
          value={name}
          onChange={event => setName(toolNameFrom(event.currentTarget.value))}
        />
        {way === 'template' ? (
          <Field
            label={says.label}
            placeholder="Finds links that lead nowhere"
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
        ) : (
          <TextArea
            label={says.label}
            help={says.help}
            required
            rows={way === 'build' ? 10 : 4}
            placeholder="Finds links that lead nowhere"
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
        )}
        {problem !== undefined && (
          <p role="alert" className="text-rust">
            {problem}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={busy} {...(way !== 'template' && { icon: 'agent' as const })}>
            {says.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** `Count words` becomes `count-words` while it is typed. */
function toolNameFrom(typed: string): string {
  return typed.trimStart().toLowerCase().replaceAll(/\s+/g, '-')
}

/** What each way does; an agent's run is where its work shows. */
function useMaking({ name, text, onClose }: { name: string; text: string; onClose: () => void }) {
  const navigate = useNavigate()
  const toRun = ({ run_id: id }: { run_id: string }) => void navigate({ to: '/runs/$id', params: { id } })
  const template = useWrite('tool.create', {
    onSuccess: () => {
      toast({ tone: 'sprout', text: `.sdlc/tools/${name} is there to be written.` })
      onClose()
      void navigate({ to: '/tools/$name', params: { name }, search: { tab: 'source' } })
    },
  })
  const plan = useWrite('tool.plan', { onSuccess: toRun })
  const build = useWrite('tool.build', { onSuccess: toRun })
  const failed = [template, plan, build].find(({ isError }) => isError)
  return {
    create: {
      template: () => template.mutate({ name, ...(text !== '' && { description: text }) }),
      plan: () => plan.mutate({ name, description: text }),
      build: () => build.mutate({ name, plan: text }),
    },
    problem: failed === undefined ? undefined : problemFor(failed.error).message,
    busy: [template, plan, build].some(({ isPending }) => isPending),
  }
}
