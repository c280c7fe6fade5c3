// `npm start`: the tour. Builds when needed, opens the workbench on an example workspace of its own, prints its address.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './inputs.mjs'
import { ensurePackages } from './setup.mjs'

ensurePackages()
const { build } = await import('./build.mjs')
await build()
const { exampleWorkspace } = await import('./example.mjs')
const { folder, env } = await exampleWorkspace()
const server = spawn(process.execPath, [path.join(root, 'dist/furrow.cjs'), 'serve'], {
  cwd: folder,
  env,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', code => process.exit(code ?? 1))
