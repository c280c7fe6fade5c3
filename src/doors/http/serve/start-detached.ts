import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../../app/app.ts'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { packageRoot } from '../../../store/installation/package-root.ts'
import { serverAddress } from '../../../workspace/server.ts'

const PATIENCE_MS = 20_000
const LOOK_MS = 50

/** Starts a server that outlives this command; what it says goes to a file that only its owner can read. */
export async function startDetached(app: App, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const logFile = path.join(app.store.folder, 'serve.log')
  const child = launch(app, logFile, env)
  let failed = false
  child.once('error', () => {
    failed = true
  })
  child.unref()
  for (let waited = 0; waited < PATIENCE_MS && !failed && child.exitCode === null; waited += LOOK_MS) {
    const address = serverAddress(app.store)
    if (address !== undefined) return address
    await pause(LOOK_MS)
  }
  throw refuse('failed', `The server did not start; ${logFile} says why.`, {
    target: logFile,
    fix: shell`furrow serve`,
  })
}

function launch(app: App, logFile: string, env: Readonly<Record<string, string | undefined>>): ChildProcess {
  const log = fs.openSync(logFile, 'a', 0o600)
  try {
    return spawn(process.execPath, [path.join(packageRoot(), 'dist/furrow.cjs'), 'serve', '--quiet'], {
      cwd: app.workspace.root,
      env: { ...env },
      detached: true,
      stdio: ['ignore', log, log],
    })
  } finally {
    fs.closeSync(log)
  }
}
