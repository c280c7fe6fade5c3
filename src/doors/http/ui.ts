import path from 'node:path'
import { createApp } from '../../app/app.ts'
import { serverAddress } from '../../workspace/server.ts'
import { openBrowser } from './browser.ts'
import type { CommandLine, Start } from './command.ts'
import { startDetached } from './detached.ts'
import { mintAddress } from './mint.ts'

/** `furrow ui`: a fresh one-time code from the running server, in the browser. */
export async function ui({ input, workspace = '.' }: CommandLine, { manifest, terminal }: Start): Promise<number> {
  await using app = createApp({ manifest, root: path.resolve(workspace), env: terminal.env })
  const address = serverAddress(app.store) ?? (await startDetached(app, terminal.env))
  const signIn = await mintAddress(app, address)
  const opened = input['open'] !== false && (await openBrowser(signIn, terminal.env))
  process.stdout.write(opened ? `Opened ${address}\n` : `${signIn}\n`)
  if (!opened) process.stderr.write('This address signs one browser in, once, within 60 s.\n')
  return 0
}
