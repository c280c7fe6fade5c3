import type { Output } from '../api/call.ts'
import { problemFor } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { toast } from '../parts/notify/toast.ts'
import { CodeBlock } from '../parts/text/Code.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'

type PermissionRow = Output<'agent.permissions'>['permissions'][number]
type PermissionPrompt = Pick<PermissionRow, 'id' | 'title' | 'tool' | 'paths' | 'input' | 'options' | 'asked_at'>

/** What an agent wants to do, and the answers that it takes. */
export function PermissionCard({ run, asked, from }: { run: string; asked: PermissionPrompt; from?: string }) {
  return (
    <section aria-label={`Permission: ${asked.title}`} className="rounded-lg border border-amber/50 bg-amber-wash p-4">
      <p className="flex items-start gap-2 font-medium break-words">
        <Icon name="agent" size={18} className="mt-0.5 text-amber" />
        <span>
          {from && <PageLink href={`/runs/${run}`}>{from}</PageLink>}
          {from ? ' asks: ' : 'It asks: '}
          {asked.title}
        </span>
      </p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-0.5 text-xs text-soft">
        <span>{asked.tool}</span>
        {asked.paths.length > 0 && <span className="font-mono break-all">{asked.paths.join(', ')}</span>}
        <RelativeTime at={asked.asked_at} />
      </p>
      {asked.input && (
        <details className="mt-2">
          <summary className="text-soft">With what</summary>
          <div className="mt-2">
            <CodeBlock text={asked.input} label="what it would be called with" />
          </div>
        </details>
      )}
      <Answers run={run} asked={asked} />
    </section>
  )
}

const ANSWERS = [
  { answer: 'allow', label: 'Allow once', icon: 'check', offered: 'allow_once' },
  { answer: 'always', label: 'Always allow', icon: 'check', offered: 'allow_always' },
  { answer: 'deny', label: 'Deny', icon: 'cross', offered: undefined },
  { answer: 'never', label: 'Always deny', icon: 'cross', offered: 'reject_always' },
] as const

function Answers({ run, asked }: { run: string; asked: PermissionPrompt }) {
  const permit = useWrite('agent.permit', {
    onError: error => toast({ tone: 'rust', text: problemFor(error).message }),
  })
  const kinds = asked.options.map(({ kind }) => kind)
  const offered = ANSWERS.filter(({ offered: kind }) => kind === undefined || kinds.includes(kind))
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {offered.map(({ answer, label, icon }) => (
        <Button
          key={answer}
          size="small"
          icon={icon}
          kind={answer === 'allow' ? 'primary' : 'normal'}
          busy={permit.isPending || permit.isSuccess}
          aria-label={`${label}: ${asked.title}`}
          onClick={() => permit.mutate({ id: run, permission: asked.id, answer })}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
