import { useRead } from '../api/query.ts'
import { changeStageWord } from '../changes/change-labels.ts'
import { Card } from '../parts/layout/Card.tsx'
import { ReadError } from '../parts/layout/States.tsx'
import { budgetFacts } from './budget-facts.ts'

/** What agents used for a change, by stage; nothing while they have used nothing. */
export function StageUse({ change }: { change: string }) {
  const budget = useRead('budget.show', { change })
  if (budget.isError) return <ReadError of={budget} />
  const accounts = budget.data?.accounts ?? []
  if (accounts.length === 0) return null
  return (
    <Card title="Used by agents">
      <ul className="space-y-3 text-sm">
        {accounts.map(account => (
          <li key={account.stage}>
            <span className="font-medium">{changeStageWord(account.stage ?? '')}</span>
            <UseList facts={budgetFacts(account)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function UseList({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5 text-[0.8125rem]">
      {facts.map(([name, value]) => (
        <div key={`${name} ${value}`} className="flex gap-1.5">
          <dt className="text-soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
