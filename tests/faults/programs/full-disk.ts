import fs from 'node:fs'
import path from 'node:path'
import type { App } from '../../../src/app/app.ts'
import { perform, type Reply } from '../orders.ts'
import { mountSmallDisk } from '../small-disk.ts'
import { appliesAgain, openTrial, settledAs, type Trial } from '../verdict.ts'
import { type Write, writes } from '../writes.ts'

/**
 * Run inside a mount namespace of its own: mounts a small file system, fills it to leave some pages, and lets every
 * write of a part try. One line of JSON per try.
 */
const [, , base = '', levels = '', from = '0', to = '0'] = process.argv
const READS = ['config.list', 'store.log', 'workspace.status', 'trust.status', 'doctor.check'] as const
const person = { kind: 'person', id: 'person', door: 'cli' } as const

const disk = mountSmallDisk(base)
for (const [index, write] of writes.slice(Number(from), Number(to)).entries()) {
  const place = path.join(base, 'lab')
  fs.mkdirSync(place)
  using trial = await openTrial({ ...write, prepare: established(write) }, place)
  for (const pages of levelsOf(index)) for (const running of [false, true]) await attempt(trial, { pages, running })
}

/** Lists of levels take turns, so that few tries of each write meet every level together. */
function levelsOf(index: number): number[] {
  const lists = levels.split(';')
  return (lists[index % lists.length] ?? '').split(',').map(Number)
}

/** Furrow has been used here before: a home of its own is what a full disk cannot give. */
function established({ prepare }: Write): NonNullable<Write['prepare']> {
  return async lab => {
    await lab.perform({ call: 'trust.status', input: {}, id: 'established' })
    await prepare?.(lab)
  }
}

async function attempt(trial: Trial, { pages, running }: { pages: number; running: boolean }): Promise<void> {
  const { lab, write } = trial
  lab.restore()
  const { reply, unread } = await lab.withApp(async app => {
    // A process that was at work before the disk filled up, or one that starts now.
    if (running) await readAll(app)
    disk.fill(pages)
    return { reply: await perform(app, write.order), unread: await readAll(app) }
  })
  disk.empty()
  const found = { write: write.name, pages, running, reply: shortly(reply), unread }
  try {
    const end = await settledAs(trial, 'full disk')
    await appliesAgain(trial, end)
    console.log(JSON.stringify({ ...found, end }))
  } catch (error) {
    console.log(JSON.stringify({ ...found, end: (error as Error).message }))
  }
}

/** Reads that do not answer, with their reason. */
async function readAll(app: App): Promise<string[]> {
  const unread: string[] = []
  for (const name of READS) {
    const outcome = await perform(app, { call: name, input: {}, actor: person, id: name })
    // What doctor.repair is there for cannot be read on any disk.
    if (!outcome.ok && !('error' in outcome && outcome.error.code === 'damaged')) unread.push(JSON.stringify(outcome))
  }
  return unread
}

function shortly(reply: Reply): string {
  if (reply.ok) return 'ok'
  return 'bug' in reply ? reply.bug : reply.error.code
}
