import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { systemProgram } from '../../store/programs/find-program.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { whyNotTrusted } from '../../workspace/trust/require.ts'
import type { FollowedRun } from '../model.ts'
import { renderFollowed } from '../show/render-run.ts'
import { startRun } from '../start/start-run.ts'
import { answerWithRun } from '../watch/answer-with-run.ts'
import * as contracts from './contracts.ts'
import { readGates } from './read-gates.ts'

export const run = implement(() => contracts.run, {
  run: (call, { name }) => runGate(call, name),
  render: renderFollowed,
})

export async function runGate(call: Call, name: string): Promise<FollowedRun> {
  const { gates, subject } = readGates(call)
  const gate = gates.find(each => each.name === name)
  if (gate === undefined || subject === undefined)
    throw refuse('not_found', `There is no gate ${name}.`, { target: name, fix: shell`furrow gate list` })
  const refusal = whyNotTrusted(call, subject)
  if (refusal !== undefined) throw refusal
  const started = await startRun(call, {
    kind: 'gate',
    label: name,
    argv: [systemProgram('sh'), '-c', gate.command],
    cwd: call.workspace.root,
    timeoutSeconds: gate.timeout_seconds,
  })
  return answerWithRun(call, started)
}
