import { refuse } from '../../operation/errors.ts'
import { shell, shellLine } from '../../shared/shell/shell.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { endRequests } from '../../workspace/requests/requests.ts'
import { withSubjects } from '../../workspace/trust/grant.ts'
import { changePins } from '../../workspace/trust/pins.ts'
import { whyNotTrusted } from '../../workspace/trust/require.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { whyNotProve } from '../change-rules.ts'
import * as contracts from '../contracts.ts'
import { refuseMove } from '../manage.ts'
import type { Change, ChangeView } from '../model.ts'
import { type ChangeFiles, findChange } from '../record/change-files.ts'
import { putChange } from '../record/put-change.ts'
import { renderChange, viewChange } from '../show/view-change.ts'
import { acceptedSubject, verificationOf } from './verify-plan.ts'

/** The command is kept in the change, the person's word for it in their home: a clone of the one is not the other. */
export const accept = implement(() => contracts.accept, {
  possible: requireOpen,
  async run(call, { id, argv }) {
    const command = commandOf(argv)
    const view = await changeCommands(call, id, (tx, change, earlier) => {
      tx.describe(`${id}: ${command} accepted as proof`)
      const next = { ...change, accepted_commands: [...new Set([...earlier, command])] }
      trustAll(tx, call, next)
      return next
    })
    endRequests(call, 'confirmed', ({ operation, input }) => {
      const asked = input as { id?: unknown; argv?: string[] }
      return operation === contracts.accept.name && asked.id === id && commandOf(asked.argv ?? []) === command
    })
    return view
  },
  render: renderChange,
})

export const withdraw = implement(() => contracts.withdraw, {
  possible: requireAccepted,
  run(call, { id, argv }) {
    const command = commandOf(argv)
    return changeCommands(call, id, (tx, change, earlier) => {
      if (!earlier.includes(command)) throw notAccepted(id, command, earlier)
      tx.describe(`${id}: ${command} withdrawn as proof`)
      const { accepted_commands: _, ...rest } = change
      const left = earlier.filter(each => each !== command)
      const next = left.length === 0 ? rest : { ...rest, accepted_commands: left }
      const before = acceptedSubject(change)
      // What somebody else accepted is not trusted by taking one of its commands away.
      if (before !== undefined && whyNotTrusted(call, before) === undefined) trustAll(tx, call, next)
      return next
    })
  },
  render: renderChange,
})

type CommandsStep = (tx: Transaction, change: Change, earlier: readonly string[]) => Change

async function changeCommands(call: Call, id: string, step: CommandsStep): Promise<ChangeView> {
  const at = new Date(call.clock.now()).toISOString()
  const kept = await call.store.transact(call, (tx): ChangeFiles => {
    const { change, folder } = findChange(tx, id)
    refuseMove(whyNotProve(change))
    return putChange(tx, { change: { ...step(tx, change, change.accepted_commands ?? []), updated_at: at }, folder })
  })
  return { ...viewChange(call, kept), verification: verificationOf(call, kept.change) }
}

/** Nobody is asked about a change that is not there, or is over. */
async function requireOpen(call: Call, { id }: { id: string }): Promise<void> {
  refuseMove(whyNotProve(findChange(filesOf(call), id).change))
}

/** Nor about a command that never counted. */
async function requireAccepted(call: Call, { id, argv }: { id: string; argv: readonly string[] }): Promise<void> {
  const { change } = findChange(filesOf(call), id)
  refuseMove(whyNotProve(change))
  const accepted = change.accepted_commands ?? []
  if (!accepted.includes(commandOf(argv))) throw notAccepted(id, commandOf(argv), accepted)
}

function trustAll(tx: Transaction, call: Call, change: Change): void {
  const subject = acceptedSubject(change)
  if (subject !== undefined) changePins(tx, call, pins => withSubjects(pins, [subject], call))
}

/** One word is a line for the shell, as it was shown; several are a program and its arguments. */
function commandOf(argv: readonly string[]): string {
  return argv.length === 1 ? (argv[0] ?? '') : shellLine(argv)
}

function notAccepted(id: string, command: string, accepted: readonly string[]) {
  const list = accepted.length === 0 ? 'No command is accepted.' : `Accepted: ${accepted.join('; ')}.`
  return refuse('not_found', `${id} has no accepted command ${JSON.stringify(command.slice(0, 200))}. ${list}`, {
    target: id,
    fix: shell`furrow change status ${id}`,
  })
}
