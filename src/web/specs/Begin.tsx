import { type FormEvent, useState } from 'react'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Field, Segments } from '../parts/input/Field.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { ErrorBox } from '../parts/layout/States.tsx'

const MODES = [
  { value: 'guided', label: 'Guided' },
  { value: 'expert', label: 'Expert' },
] as const

/** Nothing is specified yet: what this is, and how it begins. */
export function BeginSpec() {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [mode, setMode] = useState<'guided' | 'expert'>('guided')
  const init = useWrite('spec.init')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    init.mutate({ name, description, mode })
  }
  return (
    <Page
      title="Specs"
      lead="Seven documents lead from an idea to a checked plan: proposal, requirements, business rules, questions, design, tasks, verdict."
    >
      <Card title="Begin a specification">
        <form onSubmit={submit} className="grid max-w-xl gap-4">
          <Field
            label="Name"
            value={name}
            required
            maxLength={200}
            onChange={event => setName(event.currentTarget.value)}
          />
          <Field
            label="Description"
            value={description}
            required
            maxLength={20_000}
            onChange={event => setDescription(event.currentTarget.value)}
          />
          <div>
            <Segments label="Mode" value={mode} options={MODES} onChoose={setMode} />
          </div>
          <p className="text-sm text-soft">
            Guided explains every section and passes the Clarity Gate at 70; expert leaves the explanations out and
            passes at 50.
          </p>
          {init.isError && <ErrorBox error={init.error} />}
          <div>
            <Button kind="primary" type="submit" busy={init.isPending}>
              Begin
            </Button>
          </div>
        </form>
      </Card>
    </Page>
  )
}
