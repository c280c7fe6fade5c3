import { type FormEvent, useState } from 'react'
import { problemFor } from '../../api/problem.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Field } from '../../parts/input/Field.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { CommandFold } from '../../parts/text/CommandFold.tsx'
import type { ChangeDetail } from '../change-types.ts'

/** What will be run to prove the change, and a place to accept one more command for it. */
export function VerifyPlan({ change }: { change: ChangeDetail }) {
  const plan = change.verification
  if (plan === undefined) return null
  return (
    <section aria-label="Checks" className="rounded-md border border-line">
      {plan.checks.length === 0 ? (
        <p className="px-4 py-3 text-soft">
          There is no quality gate and no accepted command: the change would complete with <strong>proof: none</strong>.
          Accept a command below, or write gates for every change into <code>.sdlc/config.yaml</code>, under{' '}
          <code>gates</code>: each has a <code>name</code> and a <code>command</code>.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {plan.checks.map(({ name, command, accepted }) => (
            <li key={name} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
              <span className="font-medium">{name}</span>
              <code className="min-w-0 flex-1 font-mono text-xs break-all text-soft">{command}</code>
              {accepted && <Withdraw id={change.id} command={command} />}
            </li>
          ))}
        </ul>
      )}
      <Unfinished change={change} />
      {plan.problem && (
        <div className="border-t border-line bg-amber-wash px-4 py-3">
          <p className="mb-2 break-words">{plan.problem.message}</p>
          {plan.problem.fix && <CommandFold command={plan.problem.fix} />}
        </div>
      )}
      <Accept change={change} />
    </section>
  )
}

/** What looks unfinished; it stops nothing. */
function Unfinished({ change: { warnings = [], reviews = [] } }: { change: ChangeDetail }) {
  const open = reviews.filter(({ state }) => state === 'open').length
  const all = [
    ...warnings,
    ...(open === 0 ? [] : [`${open} ${open === 1 ? 'comment is' : 'comments are'} not resolved.`]),
  ]
  if (all.length === 0) return null
  return (
    <ul className="space-y-1 border-t border-line bg-amber-wash px-4 py-3">
      {all.map(warning => (
        <li key={warning} className="break-words">
          {warning}
        </li>
      ))}
    </ul>
  )
}

function Withdraw({ id, command }: { id: string; command: string }) {
  const withdraw = useWrite('change.withdraw_command', {
    onSuccess: () => toast({ tone: 'sprout', text: `Withdrawn: ${command}` }),
    onError: error => toast({ tone: 'rust', text: problemFor(error).message }),
  })
  return (
    <Button size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate({ id, argv: [command] })}>
      Withdraw
    </Button>
  )
}

function Accept({ change }: { change: ChangeDetail }) {
  const [command, setCommand] = useState('')
  const accept = useWrite('change.accept_command', {
    onSuccess: (_accepted, { argv }) => {
      const accepted = argv.join(' ')
      toast({ tone: 'sprout', text: `Accepted: ${accepted}` })
      setCommand(now => (now.trim() === accepted ? '' : now))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (command.trim() !== '') accept.mutate({ id: change.id, argv: [command.trim()] })
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2 border-t border-line px-4 py-3">
      <Field
        label="Accept a command as proof"
        placeholder="npm test"
        className="min-w-52 flex-1"
        value={command}
        error={accept.isError ? problemFor(accept.error).message : undefined}
        onChange={event => setCommand(event.currentTarget.value)}
      />
      <Button
        type="submit"
        busy={accept.isPending}
        reason={change.blocked?.accept?.[0]?.message ?? (command.trim() === '' ? 'Write the command first' : undefined)}
      >
        Accept
      </Button>
    </form>
  )
}
