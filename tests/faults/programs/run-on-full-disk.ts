import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createApp } from '../../../src/app/app.ts'
import type { Manifest } from '../../../src/operation/manifest.ts'
import type { Run } from '../../../src/runs/model.ts'
import { mountSmallDisk } from '../small-disk.ts'

/**
 * Run inside a mount namespace of its own: the disk is full while a run writes and ends, and has room again later.
 * Prints what was told meanwhile and at the end.
 */
const [, , base = '', manifestFile = ''] = process.argv
const manifest = JSON.parse(fs.readFileSync(manifestFile, 'utf8')) as Manifest
const actor = { kind: 'person', id: 'person', door: 'cli' } as const
const disk = mountSmallDisk(base)
const root = path.join(base, 'workspace')
fs.mkdirSync(root)
execFileSync('git', ['init', '-q', '--template=', root])
const env = { PATH: process.env['PATH'] ?? '', HOME: base, FURROW_HOME: path.join(base, 'home') }
const app = createApp({ manifest, root, env })
const go = path.join(os.tmpdir(), `furrow-go-${process.pid}`)
const { id } = await ask<Run>('run.exec', {
  argv: ['sh', '-c', `until [ -e ${go} ]; do sleep 0.05; done; seq 1 100000`],
})
disk.fill(0)
fs.writeFileSync(go, '')
await pause(1500)
const meanwhile = await ask<Run>('run.show', { id })
const listed = await ask<{ runs: Run[] }>('run.list', {})
disk.empty()
const ended = await ask<Run>('run.wait', { id, seconds: 30 })
const next = await ask<Run>('run.wait', { id: (await ask<Run>('run.exec', { argv: ['true'] })).id, seconds: 30 })
fs.rmSync(go)
await app[Symbol.asyncDispose]()
console.log(JSON.stringify({ meanwhile, listed: listed.runs.length, ended, next }))

async function ask<T>(name: string, input: unknown): Promise<T> {
  const outcome = await app.call(name, input, { actor })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
  return outcome.value as T
}
