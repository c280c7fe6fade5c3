import { shell } from '../../operation/shell.ts'
import { Card } from '../parts/Card.tsx'
import { LinkButton } from '../parts/LinkButton.tsx'
import { CommandFold } from './CommandFold.tsx'

/** The ways into an empty workspace, each a page away. */
const STEPS = [
  {
    title: 'Connect your coding agent',
    text: 'Adds Furrow to the settings of your agent in this repository.',
    action: 'Connect an agent',
    href: '/connect',
    command: shell`furrow init`,
  },
  {
    title: 'Make your first change',
    text: 'Describe it, check what is already known, build it, and prove that it works.',
    action: 'Start a change',
    href: '/changes?start=on',
    command: shell`furrow start "Login redirects to the wrong page"`,
  },
  {
    title: 'Or explore a question first',
    text: 'Collect topics and findings, and write the summary that a decision can be based on.',
    action: 'Start an exploration',
    href: '/explorations?start=on',
    command: shell`furrow explore start "Which database fits us?"`,
  },
] as const

export function FirstSteps() {
  return (
    <Card title="Get started" flush>
      <ol className="divide-y divide-line">
        {STEPS.map((step, index) => (
          <li key={step.href} className="flex gap-4 px-5 py-4 max-sm:px-4">
            <span className="tabular grid size-7 shrink-0 place-items-center rounded-full bg-sprout-wash text-xs font-semibold text-sprout">
              {index + 1}
            </span>
            <div className="min-w-0 flex-1">
              <p className="font-medium">{step.title}</p>
              <p className="mb-2 text-soft">{step.text}</p>
              <LinkButton href={step.href}>{step.action}</LinkButton>
              <CommandFold command={step.command} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
