import path from 'node:path'
import { type App, createApp } from '../../../app/app.ts'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { programSearch } from '../../../workspace/programs.ts'
import { serverAddress } from '../../../workspace/server.ts'
import { serverToken } from '../../../workspace/serving/token.ts'
import type { CommandLine, Start } from './command-line.ts'
import { openBrowser } from './open-browser.ts'
import { startDetached } from './start-detached.ts'

/** `furrow ui`: a fresh one-time code from the running server, in the browser. */
export async function ui({ input, workspace = '.' }: CommandLine, { manifest, terminal }: Start): Promise<number> {
  await using app = createApp({ manifest, root: path.resolve(workspace), env: terminal.env })
  const address = serverAddress(app.store) ?? (await startDetached(app, terminal.env))
  const signIn = `${address}/#c=${await mintCode(app, address)}`
  const opened =
    input['open'] !== false &&
    (await openBrowser(signIn, programSearch({ env: terminal.env, workspace: app.workspace })))
  process.stdout.write(opened ? `Opened ${address}\n` : `${signIn}\n`)
  if (!opened) process.stderr.write('This address signs one browser in, once, within 60 s.\n')
  return 0
}

/** Whoever can read the token in FURROW_HOME may sign a browser in. */
async function mintCode(app: App, address: string): Promise<string> {
  const response = await fetch(`${address}/api/sign-in/codes`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${serverToken(app.home)}`, 'Content-Type': 'application/json' },
    body: '{}',
  })
  const { code } = (await response.json()) as { code?: string }
  if (response.ok && typeof code === 'string') return code
  throw refuse('failed', `The server at ${address} made no sign-in code (${response.status}).`, {
    fix: shell`furrow serve`,
  })
}
