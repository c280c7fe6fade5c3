import { refuse } from '../../operation/errors.ts'
import { shell, shellLine } from '../../shared/shell/shell.ts'
import { resolveInside } from '../../store/files/contain.ts'
import { implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { renderRun } from '../show/render-run.ts'
import { resolveCommand } from '../spawn/command.ts'
import { startRun } from './start-run.ts'

const LONGEST_LABEL = 200

export const exec = implement(() => contracts.exec, {
  async run(call, { argv, cwd, label, timeout_seconds, detach, sandbox }) {
    if (!call.traits.takesCommands)
      return refuse('forbidden', 'Commands are started from a command line only.', {
        target: 'run.exec',
        fix: shell`furrow exec -- ${argv}`,
      })
    const place = cwd === undefined ? call.workspace.start : resolveInside(call.workspace.root, cwd)
    // Asked before anything is recorded: a command that is not there is a mistyped one, not a run that failed.
    resolveCommand(argv, { cwd: place, path: call.env.PATH ?? '' })
    return startRun(call, {
      kind: 'exec',
      label: label ?? shellLine(argv).replace(/\s+/g, ' ').slice(0, LONGEST_LABEL),
      argv,
      cwd: place,
      ...(timeout_seconds !== undefined && { timeoutSeconds: timeout_seconds }),
      ...(detach !== undefined && { detach }),
      ...(sandbox === true && { level: 'sandbox' as const }),
    })
  },
  render: renderRun,
})
