import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Door, OpenDoor } from './doors.ts'
import type { FaultLab } from './fault-lab.ts'
import type { Reply } from './orders.ts'
import type { randomFrom } from './seed.ts'

/** One write of the mix. Its mark is found again in the journal and in what was written. */
export interface Mixed {
  readonly operation: string
  readonly input: (mark: string, n: number) => Record<string, unknown>
  /** What its line in the journal says, when that names the mark. */
  readonly summary?: (mark: string, n: number) => string
}

export interface Ack {
  readonly mark: string
  readonly operation: string
  readonly summary?: string
  readonly value: unknown
}

export interface Siege {
  readonly acks: readonly Ack[]
  readonly refusals: Readonly<Record<string, number>>
  readonly bugs: readonly string[]
  readonly kills: number
  /** Kills that fell after the intent was durable and before the caller had its answer. */
  readonly between: number
}

interface SiegeOptions {
  readonly lab: FaultLab
  readonly doors: readonly OpenDoor[]
  readonly mix: (door: string) => readonly Mixed[]
  readonly random: ReturnType<typeof randomFrom>
  readonly writes: number
  readonly between: number
  /** Waits for somebody's open intent and kills that process, instead of any one at any time. */
  readonly aimed: boolean
}

/** Lets doors write at once while one of them after the other is killed, until enough was written and enough died. */
export async function besiege(options: SiegeOptions): Promise<Siege> {
  const { lab, doors, random } = options
  const siege = {
    acks: [] as Ack[],
    refusals: {} as Record<string, number>,
    bugs: [] as string[],
    kills: 0,
    between: 0,
  }
  const ledger = path.join(lab.base, 'acknowledged.jsonl')
  using journal = openJournal(lab)
  const isOver = () => siege.acks.length >= options.writes && siege.between >= options.between
  const writers = doors.map((open, index): Writer => ({ name: `w${index}`, open, door: undefined, at: undefined }))
  const writing = writers.map(writer => write(writer))
  while (!isOver()) {
    if (options.aimed && siege.between >= options.between) break
    // Aiming takes up to 60 ms more.
    await delay(60 + random.below(options.aimed ? 60 : 120))
    const victim = options.aimed ? await journal.owner(writers) : random.pick(writers)
    if (kill(victim?.door?.pid())) siege.kills += 1
  }
  await Promise.all(writing)
  return siege

  async function write(writer: Writer): Promise<void> {
    for (let n = 0; !isOver(); n += 1) {
      writer.door ??= await writer.open(lab)
      const mark = `${writer.name}x${n}`
      const mixed = random.pick(options.mix(writer.door.name))
      const summary = mixed.summary?.(mark, n)
      writer.at = summary
      const reply = await writer.door.call(mixed.operation, mixed.input(mark, n))
      writer.at = undefined
      if (reply === undefined) await bury(writer, summary)
      else note(reply, { mark, operation: mixed.operation, value: reply, ...(summary !== undefined && { summary }) })
    }
    await writer.door?.[Symbol.asyncDispose]()
  }

  async function bury(writer: Writer, summary: string | undefined): Promise<void> {
    if (summary !== undefined && journal.has(summary)) siege.between += 1
    if (writer.door?.name === 'cli') return
    await writer.door?.ended
    writer.door = undefined
  }

  function note(reply: Reply, ack: Ack): void {
    if (reply.ok) {
      siege.acks.push(ack)
      fs.appendFileSync(ledger, `${JSON.stringify(ack)}\n`)
    } else if ('bug' in reply) siege.bugs.push(reply.bug)
    else if (reply.error.code === 'internal') siege.bugs.push(`${ack.operation}: ${JSON.stringify(reply.error)}`)
    else siege.refusals[reply.error.code] = (siege.refusals[reply.error.code] ?? 0) + 1
  }
}

function kill(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself a moment ago.
    return false
  }
}

interface Writer {
  readonly name: string
  readonly open: OpenDoor
  door: Door | undefined
  /** What the journal will say of the write under way. */
  at: string | undefined
}

/** Reads the journal beside the processes that write it. */
function openJournal(lab: FaultLab) {
  const folder = path.join(lab.home, 'repos')
  const [id = ''] = fs.readdirSync(folder)
  const file = path.join(folder, id, 'state.db')
  const state = new DatabaseSync(file, { timeout: 5000 })
  const open = state.prepare(`SELECT summary FROM operations WHERE state = 'open'`)
  const named = state.prepare('SELECT 1 FROM operations WHERE summary = ?')
  return {
    has: (summary: string) => named.get(summary) !== undefined,
    /** Whose intent becomes durable within the next moments. */
    owner(writers: readonly Writer[]): Promise<Writer | undefined> {
      return new Promise(resolve => {
        const watcher = fs.watch(`${file}-wal`, () => {
          const summary = (open.get() as { summary: string } | undefined)?.summary
          const writer = summary === undefined ? undefined : writers.find(({ at }) => at === summary)
          if (writer !== undefined) finish(writer)
        })
        const timer = setTimeout(() => finish(undefined), 60)
        const finish = (writer: Writer | undefined) => {
          watcher.close()
          clearTimeout(timer)
          resolve(writer)
        }
      })
    },
    [Symbol.dispose]: () => state.close(),
  }
}
