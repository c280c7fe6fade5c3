import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createApp } from '../../../app/app.ts'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { livenessOf } from '../../../store/locks/processes.ts'
import { SERVER_LEASE } from '../../../workspace/server.ts'
import type { CommandLine, Start } from './command-line.ts'

const PATIENCE_MS = 15_000

/** `furrow server stop`: the server of this workspace, however it was started, ends as at Ctrl-C. */
export async function stop({ workspace = '.' }: CommandLine, { manifest, terminal }: Start): Promise<number> {
  await using app = createApp({ manifest, root: path.resolve(workspace), env: terminal.env })
  const { leases, worktree } = app.store
  const lease = leases.alive(SERVER_LEASE).find(({ detail }) => detail.worktree === worktree)
  if (lease === undefined) throw refuse('not_found', 'No server runs for this workspace.', { fix: shell`furrow serve` })
  if (livenessOf(lease) !== 'alive')
    throw refuse('unsupported', `The server at ${lease.detail.address} runs in another container: stop it there.`)
  process.kill(lease.pid, 'SIGTERM')
  const deadline = performance.now() + PATIENCE_MS
  while (livenessOf(lease) === 'alive') {
    if (performance.now() > deadline)
      throw refuse('failed', `The server (process ${lease.pid}) has not ended yet.`, { fix: shell`furrow doctor` })
    await pause(20)
  }
  process.stdout.write(`Stopped ${lease.detail.address}\n`)
  return 0
}
