import fs from 'node:fs'
import { createApp } from '../../src/app/app.ts'
import type { Manifest } from '../../src/operation/manifest.ts'
import { startRun } from '../../src/runs/start/start-run.ts'

/** Owns one run outside a namespace and waits to be killed: `node script.mjs <manifest> <command...>`. */
const [file = '', ...argv] = process.argv.slice(2)
const manifest = JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest
const app = createApp({ manifest, root: process.cwd() })
const actor = { kind: 'person', id: 'person', door: 'cli' } as const
const plan = { kind: 'exec', label: 'group', argv, cwd: process.cwd(), level: 'group' } as const
const run = await app.within('test', { actor }, call => startRun(call, plan))
process.stdout.write(`${run.id}\n`)
