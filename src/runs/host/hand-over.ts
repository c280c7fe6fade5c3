import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { packageRoot } from '../../store/installation/package-root.ts'
import type { Call } from '../../workspace/call.ts'
import type { Run } from '../model.ts'
import { readRun } from '../record/records.ts'
import type { PreparedPlan } from '../start/run-plan.ts'
import { HOSTED } from './host.ts'

/**
 * Gives a recorded run to a process of its own, which outlives this one and ends with the run. The plan goes through
 * a pipe: what is secret in it is in no file and on no command line.
 */
export async function handOver(call: Call, run: Run, plan: PreparedPlan): Promise<Run> {
  const child = launch(call, run)
  child.stdin.on('error', () => undefined)
  child.stdin.end(JSON.stringify(plan))
  const said = await Promise.race([text(child.stdout), once(child, 'error').then(([error]) => String(error))])
  child.unref()
  if (said === HOSTED) return readRun(call, run.id)
  throw refuse('failed', `The run ${run.id} could not be given to a host: ${said.trim() || 'it ended at once'}.`, {
    target: run.id,
    fix: shell`furrow runs show ${run.id}`,
  })
}

function launch({ home, workspace, env }: Call, { id }: Run): ChildProcessByStdio<Writable, Readable, null> {
  return spawn(process.execPath, [path.join(packageRoot(), 'dist/furrow.cjs'), 'host', id], {
    cwd: workspace.root,
    // Without the marker of the run that this one may be started in: a detached run outlives that too.
    env: { PATH: env.PATH, HOME: env.HOME, FURROW_HOME: home.dir },
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
}
