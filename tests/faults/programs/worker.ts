import fs from 'node:fs'
import readline from 'node:readline'
import { type App, createApp } from '../../../src/app/app.ts'
import type { Manifest } from '../../../src/operation/manifest.ts'
import { perform } from '../orders.ts'
import { releaseConnections } from '../release.ts'
import { unchanging } from '../unchanging.ts'
import type { Message } from '../worker.ts'

/** A process of the product without a door: orders as JSON lines on stdin, replies as JSON lines on stdout. */
const [, , root = '', manifestFile = ''] = process.argv
const manifest = JSON.parse(fs.readFileSync(manifestFile, 'utf8')) as Manifest
const now = process.env.FURROW_FAULT_NOW
const faults = (globalThis as Record<symbol, unknown>)[Symbol.for('furrow.faults')] as
  | { arm(fault: unknown): void; counts(): Record<string, number>; places(): number[] }
  | undefined

let shared: App | undefined

for await (const line of readline.createInterface({ input: process.stdin })) {
  const { n, order, fault, fresh } = JSON.parse(line) as Message
  const app = (fresh === true ? undefined : shared) ?? open()
  if (fresh !== true) shared = app
  faults?.arm(fault)
  const reply = await perform(app, order)
  const counts = faults?.counts()
  const places = faults?.places()
  faults?.arm(undefined)
  if (fresh === true) {
    await app[Symbol.asyncDispose]()
    await releaseConnections()
  }
  // One write of the whole line: an acknowledgement is there or not.
  fs.writeSync(1, `${JSON.stringify({ n, reply, counts, places })}\n`)
}
await shared?.[Symbol.asyncDispose]()

function open(): App {
  return createApp({ manifest, root, ...(now !== undefined && unchanging(Number(now))) })
}
