import type { ReactNode } from 'react'
import { shell } from '../../shared/shell/shell.ts'
import { useRead } from '../api/query.ts'
import { LinkButton } from '../parts/input/LinkButton.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { ReadError } from '../parts/layout/States.tsx'
import { CommandFold } from '../parts/text/CommandFold.tsx'
import { Icon } from '../parts/text/Icon.tsx'

/** Leads from an empty repository to the first piece of work; gone as soon as there is one. */
export function FirstSteps() {
  const changes = useRead('change.list', { history: true, limit: 1 })
  const explorations = useRead('exploration.list', {})
  const isLoaded = changes.isSuccess && explorations.isSuccess
  const isNew = isLoaded && changes.data.changes.length === 0 && explorations.data.projects.length === 0
  const clients = useRead('client.list', {}, { enabled: isNew })
  if (!isNew)
    return (
      <>
        <ReadError of={changes} />
        <ReadError of={explorations} />
      </>
    )
  const isConnected = clients.data?.clients.some(({ set_up, connected }) => set_up || connected.length > 0) === true
  return (
    <Card title="Get started in three steps" flush>
      <ReadError of={clients} />
      <ol className="divide-y divide-line">
        <Step number={1} title="Connect your coding agent" done={isConnected}>
          <p className="mb-2 text-soft">Adds Furrow to the settings of your agent in this repository.</p>
          <LinkButton href="/connect" kind={isConnected ? 'normal' : 'primary'}>
            {isConnected ? 'Connect another agent' : 'Connect an agent'}
          </LinkButton>
          <CommandFold command={shell`furrow init`} />
        </Step>
        <Step number={2} title="Start a first change, or explore a question">
          <p className="mb-2 text-soft">
            A change is described, checked against what is known, built and proven. An exploration collects topics and
            findings for a decision.
          </p>
          <div className="flex flex-wrap gap-2">
            <LinkButton href="/changes?start=on" kind={isConnected ? 'primary' : 'normal'}>
              Start a change
            </LinkButton>
            <LinkButton href="/explorations?start=on">Start an exploration</LinkButton>
          </div>
          <CommandFold command={shell`furrow start "Login redirects to the wrong page"`} />
        </Step>
        <Step number={3} title="Follow it here">
          <p className="text-soft">
            What you started appears on this page with its next step as a button, together with what needs a decision of
            yours.
          </p>
        </Step>
      </ol>
    </Card>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly done?: boolean
  readonly children: ReactNode
}

function Step({ number, title, done = false, children }: StepProps) {
  return (
    <li className="flex gap-4 px-5 py-4 max-sm:px-4">
      <span className="tabular grid size-7 shrink-0 place-items-center rounded-full bg-sprout-wash text-xs font-semibold text-sprout">
        {done ? <Icon name="check" /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {title}
          {done && <span className="ml-2 text-xs font-normal text-soft">Done</span>}
        </p>
        {children}
      </div>
    </li>
  )
}
