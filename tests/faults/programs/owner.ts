import { environmentOf } from '../../../src/runs/spawn/environment.ts'
import { tryNamespace } from '../../../src/runs/spawn/sandbox.ts'
import { startProcess } from '../../../src/runs/spawn/start-process.ts'

/** Owns one run and waits to be killed: `node owner.mjs <bwrap|unshare> <run id> <command...>`. */
const [by, runId = '', ...argv] = process.argv.slice(2)
const confinement = await tryNamespace(by === 'unshare' ? 'unshare' : 'bwrap')
if (typeof confinement === 'string') throw new Error(confinement)
const env = environmentOf({ parent: process.env, runId, root: process.cwd() })
const running = await startProcess({ argv, cwd: process.cwd(), env, confinement })
running.stdout.pipe(process.stdout)
running.stderr.pipe(process.stderr)
await running.done
