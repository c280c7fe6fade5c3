// `npm start`: the tour. Builds when needed, opens the workbench on an example workspace of its own, prints its address.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './inputs.mjs'
import { ensurePackages } from './setup.mjs'

ensurePackages()
const { build } = await import('./build.mjs')
await build()
const { exampleWorkspace } = await import('./example.mjs')
const { folder, env } = await exampleWorkspace()
const server = furrow(['serve'], ['ignore', 'pipe', 'inherit'])
server.stdout.pipe(process.stdout)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.stdout.once('data', said => {
  if (String(said).includes('served already')) signInAddress()
  else if (process.stdin.isTTY) offerAddresses()
})
server.on('exit', code => {
  process.exitCode = code ?? 1
  process.stdin.pause()
})

/** A printed address signs in once and grows old; nobody who takes the tour has the command `furrow` yet. */
function offerAddresses() {
  setImmediate(() => console.log('  tour     Enter prints a fresh address, Ctrl-C ends the tour'))
  const lines = createInterface({ input: process.stdin, terminal: false })
  lines.on('line', signInAddress)
}

function signInAddress() {
  furrow(['ui', '--no-open'], ['ignore', 'inherit', 'inherit'])
}

function furrow(args, stdio) {
  return spawn(process.execPath, [path.join(root, 'dist/furrow.cjs'), ...args], { cwd: folder, env, stdio })
}
