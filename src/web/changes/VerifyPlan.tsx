import { type FormEvent, useState } from 'react'
import { problemOf } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import { Button } from '../parts/Button.tsx'
import { CopyLine } from '../parts/Code.tsx'
import { Field } from '../parts/Field.tsx'
import { toast } from '../parts/toast.ts'
import type { Change } from './types.ts'

/** What will be run to prove the change, and a place to accept one more command for it. */
export function VerifyPlan({ change }: { change: Change }) {
  const plan = change.verification
  if (plan === undefined) return null
  return (
    <section aria-label="Checks" className="rounded-md border border-line">
      {plan.checks.length === 0 ? (
        <p className="px-4 py-3 text-soft">
          There is no quality gate and no accepted command: the change would complete with <strong>proof: none</strong>.
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
      {plan.problem && (
        <div className="border-t border-line bg-amber-wash px-4 py-3">
          <p className="mb-2 break-words">{plan.problem.message}</p>
          {plan.problem.fix && <CopyLine text={plan.problem.fix} />}
        </div>
      )}
      <Accept change={change} />
    </section>
  )
}

function Withdraw({ id, command }: { id: string; command: string }) {
  const withdraw = useWrite('change.withdraw_command', {
    onSuccess: () => toast({ tone: 'sprout', text: `Withdrawn: ${command}` }),
    onError: error => toast({ tone: 'rust', text: problemOf(error).message }),
  })
  return (
    <Button size="small" busy={withdraw.isPending} onClick={() => withdraw.mutate({ id, argv: [command] })}>
      Withdraw
    </Button>
  )
}

function Accept({ change }: { change: Change }) {
  const [command, setCommand] = useState('')
  const accept = useWrite('change.accept_command', {
    onSuccess: () => {
      toast({ tone: 'sprout', text: `Accepted: ${command}` })
      setCommand('')
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
        error={accept.isError ? problemOf(accept.error).message : undefined}
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
