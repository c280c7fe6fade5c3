import { readFileSync, writeFileSync } from 'node:fs'
import { createMasker } from '../../../src/runs/mask/masker.ts'
import { openLog } from '../../../src/runs/output/log.ts'
import { recordRunOutput } from '../../../src/runs/output/record.ts'
import { environmentOf } from '../../../src/runs/spawn/environment.ts'
import { confine } from '../../../src/runs/spawn/sandbox.ts'
import { startProcess } from '../../../src/runs/spawn/start-process.ts'
import { fortySecrets } from '../../support/secrets.ts'

/** Runs one command into a log and prints what that cost: `node flood.mjs <folder> <command...>`. */
const [folder = '', ...argv] = process.argv.slice(2)
const masker = createMasker(fortySecrets())
const log = await openLog({ folder, masker })
const confinement = await confine('best')
const idle = resident()
const start = performance.now()
const env = environmentOf({ parent: process.env, runId: `flood-${process.pid}`, root: folder })
const running = await startProcess({ argv, cwd: folder, env, confinement })
const copied = Promise.all([
  recordRunOutput(running.stdout, log.channel('stdout')),
  recordRunOutput(running.stderr, log.channel('stderr')),
])
const [ended] = await Promise.all([running.done, copied])
await log.close()
const { user, system } = process.cpuUsage()
console.log(
  JSON.stringify({
    ...ended,
    cpu: (user + system) / 1000,
    grown: peak() - idle,
    peak: peak(),
    ms: performance.now() - start,
  }),
)

/** The kernel's own high-water mark, started anew. */
function resident(): number {
  writeFileSync('/proc/self/clear_refs', '5')
  return status('VmRSS')
}

function peak(): number {
  return status('VmHWM')
}

function status(field: string): number {
  const [, kib] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kib) * 1024
}
