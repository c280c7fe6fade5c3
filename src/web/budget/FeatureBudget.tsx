import { type FormEvent, useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Field } from '../parts/input/Field.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { ErrorBox, ReadError } from '../parts/layout/States.tsx'
import { budgetFacts } from './budget-facts.ts'
import { UseList } from './StageUse.tsx'

const LIMITS = [
  ['turns', 'Turns', '1'],
  ['minutes', 'Minutes', 'any'],
  ['tokens', 'Tokens', '1'],
  ['cost', 'Cost', 'any'],
] as const

/** What agents used for a feature, and what they may use. */
export function FeatureBudget({ feature }: { feature: string }) {
  const budget = useRead('budget.show', { feature })
  const [editing, setEditing] = useState(false)
  if (budget.isError) return <ReadError of={budget} />
  const [account] = budget.data?.accounts ?? []
  if (account === undefined) return null
  return (
    <Card title="Budget" aside={<Button onClick={() => setEditing(!editing)}>{editing ? 'Close' : 'Set'}</Button>}>
      <UseList facts={budgetFacts(account)} />
      {account.over !== undefined && <p className="mt-2 text-sm text-rust">Used up: {account.over}</p>}
      {editing && <BudgetForm feature={feature} onDone={() => setEditing(false)} />}
    </Card>
  )
}

function BudgetForm({ feature, onDone }: { feature: string; onDone: () => void }) {
  const save = useWrite('feature.budget', { onSuccess: onDone })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const limits = LIMITS.flatMap(([key]) => {
      const text = String(given.get(key) ?? '').trim()
      return text === '' ? [] : [[key, Number(text)] as const]
    })
    save.mutate({ id: feature, ...Object.fromEntries(limits), ...(limits.length === 0 && { clear: true }) })
  }
  return (
    <form onSubmit={submit} className="mt-4 grid grid-cols-2 gap-3">
      {LIMITS.map(([key, label, step]) => (
        <Field key={key} name={key} label={label} type="number" min="0" step={step} />
      ))}
      <p className="col-span-2 text-xs text-soft">Empty fields stay as they are; all empty: the config decides.</p>
      {save.isError && (
        <div className="col-span-2">
          <ErrorBox error={save.error} />
        </div>
      )}
      <div className="col-span-2 flex justify-end">
        <Button kind="primary" type="submit" busy={save.isPending}>
          Save the budget
        </Button>
      </div>
    </form>
  )
}
