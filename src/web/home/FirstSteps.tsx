import { shell } from '../../operation/shell.ts'
import { Card } from '../parts/Card.tsx'
import { CopyLine } from '../parts/Code.tsx'
import { PageLink } from '../parts/PageLink.tsx'

/** The empty workspace teaches its first three commands. */
const STEPS = [
  {
    title: 'Connect your coding agent',
    text: 'Writes its set-up into this repository; nothing else.',
    command: shell`furrow init`,
  },
  {
    title: 'Say what you want to do',
    text: 'Furrow proposes an exploration or a change, with its type, its size and why.',
    command: shell`furrow start "Login redirects to the wrong page"`,
  },
  { title: 'See where things stand', text: 'The same as this page, in the terminal.', command: shell`furrow status` },
] as const

export function FirstSteps() {
  return (
    <Card title="Three commands to begin with" flush>
      <ol className="divide-y divide-line">
        {STEPS.map((step, index) => (
          <li key={step.command} className="flex gap-4 px-5 py-4 max-sm:px-4">
            <span className="tabular grid size-7 shrink-0 place-items-center rounded-full bg-sprout-wash text-xs font-semibold text-sprout">
              {index + 1}
            </span>
            <div className="min-w-0 flex-1">
              <p className="font-medium">{step.title}</p>
              <p className="mb-2 text-soft">{step.text}</p>
              <CopyLine text={step.command} />
            </div>
          </li>
        ))}
      </ol>
      <p className="border-t border-line px-5 pt-4 text-soft max-sm:px-4">
        Rather here than in a terminal? <PageLink href="/changes?start=on">Start a change</PageLink>, or{' '}
        <PageLink href="/explorations">explore a question</PageLink> first.
      </p>
      <p className="px-5 pt-1 pb-4 text-soft max-sm:px-4">
        An agent that <code className="font-mono text-xs">furrow init</code> does not know is set up{' '}
        <PageLink href="/connect">by hand</PageLink>.
      </p>
    </Card>
  )
}
