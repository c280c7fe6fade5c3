import { createHash } from 'node:crypto'
import { refuse } from '../../operation/errors.ts'
import { shell, shellLine } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { readGates } from '../gates/read-gates.ts'
import type { Run } from '../model.ts'
import { renderRun } from '../show/render-run.ts'
import { viewRun } from '../show/view-run.ts'
import { resolveCommand } from '../spawn/command.ts'
import { startRun } from './start-run.ts'

/** What ran again is no proof of the code that the first run checked. */
const PROVEN_CODE = 'code:'

/** The same command in the same folder. Records are files, so only the command that the person has read is run. */
export const again = implement(() => contracts.again, {
  async run(call, { id, command, record }) {
    const run = await viewRun(call, id)
    const { argv, cwd, label, timeout_seconds, level } = run
    if (argv === undefined || !isRepeatable(call, run)) return notACommand(run)
    const named = recordHash(run)
    if (command === undefined && record === undefined) return notRead(run, argv, named)
    if ((command ?? shellLine(argv)) !== shellLine(argv) || (record ?? named) !== named)
      return refuse('conflict', `The record of ${id} names something else by now: ${placed(run, argv)}.`, {
        target: id,
        fix: shell`furrow runs show ${id}`,
      })
    resolveCommand(argv, { cwd, path: call.env.PATH ?? '' })
    return startRun(call, {
      kind: run.kind,
      label,
      argv,
      cwd,
      ...(run.links !== undefined && { links: run.links.filter(link => !link.startsWith(PROVEN_CODE)) }),
      ...(timeout_seconds !== undefined && { timeoutSeconds: timeout_seconds }),
      ...(level === 'sandbox' && { level }),
    })
  },
  render: renderRun,
})

/** The command of a change or of a gate that is gone; a gate that exists is run as it is written now. */
function isRepeatable(call: Call, { kind, label }: Run): boolean {
  return kind === 'exec' || (kind === 'gate' && !readGates(call).gates.some(({ name }) => name === label))
}

/** A repository that was only opened may bring records along. */
function notRead(run: Run, argv: readonly string[], record: string) {
  const { id } = run
  const line = shellLine(argv)
  const fix = shell`furrow runs again ${id} --command ${line}`
  return refuse('blocked', `The record of ${id} names this command: ${placed(run, argv)}.`, {
    target: id,
    fix,
    details: {
      confirm: true,
      with: { record },
      reasons: [{ code: 'unconfirmed', message: 'Nobody has said yet that it is to run.', ids: [id], fix }],
    },
  })
}

function placed({ cwd, level }: Run, argv: readonly string[]): string {
  return `${shellLine(argv)} (in ${cwd}${level === 'sandbox' ? ', sandboxed' : ''})`
}

/** All that is taken from the record to run it. */
function recordHash({ kind, argv, cwd, label, links, timeout_seconds, level }: Run): string {
  const taken = [kind, argv, cwd, label, links ?? [], timeout_seconds ?? 0, level === 'sandbox']
  return createHash('sha256').update(JSON.stringify(taken)).digest('hex')
}

function notACommand({ id, kind, label }: Run) {
  const fix = kind === 'gate' ? shell`furrow gate run ${label}` : shell`furrow runs show ${id}`
  return refuse('invalid_state', `${id} is not a command but a run of kind ${kind}.`, { target: id, fix })
}
