import fs from 'node:fs'
import { createApp } from '../../../src/app/app.ts'
import type { Manifest } from '../../../src/operation/manifest.ts'
import { pruneRuns } from '../../../src/runs/record/retention.ts'

/** Removes what is not kept, and says so at its end: `node prune.mjs <manifest>`. */
const manifest = JSON.parse(fs.readFileSync(process.argv[2] ?? '', 'utf8')) as Manifest
const app = createApp({ manifest, root: process.cwd() })
const actor = { kind: 'person', id: 'person', door: 'cli' } as const
process.stdout.write('begun\n')
await app.within('test', { actor }, pruneRuns)
await app[Symbol.asyncDispose]()
process.stdout.write('done\n')
