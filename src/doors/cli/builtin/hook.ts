import fs from 'node:fs'
import path from 'node:path'
import { checkCommitMessage, prepareMessage } from '../../../flows/hook/commit-message.ts'
import { concernsEdits, type HookMoment, momentOf } from '../../../flows/hook/moment.ts'
import type { HookReply } from '../../../flows/hook/replies.ts'
import type { ClientId, HookEvent } from '../../../flows/init/clients.ts'
import { readActiveChange } from '../../../workspace/commits/active-change.ts'

const EVENTS: readonly string[] = ['session-start', 'before-edit', 'before-compact', 'stop'] satisfies HookEvent[]

const GIT_EVENTS: Readonly<Record<string, (cwd: string, words: readonly string[]) => void>> = {
  'prepare-commit-msg': prepareMessage,
  'commit-msg': checkCommitMessage,
}

/**
 * `furrow hook <event>`: asked by coding agents and by git at moments of their own. It ends with 2 only to block; what
 * goes wrong in here is said on stderr and stops nobody.
 */
export async function answerHook(words: readonly string[]): Promise<number> {
  try {
    return await answer(words)
  } catch (error) {
    process.stderr.write(`furrow hook: ${error instanceof Error ? error.message : String(error)}\n`)
    return 0
  }
}

async function answer([event = '', ...rest]: readonly string[]): Promise<number> {
  const git = GIT_EVENTS[event]
  if (git !== undefined) {
    git(process.cwd(), rest)
    return 0
  }
  if (!isEvent(event)) throw new Error(`there is no event ${JSON.stringify(event)}; there are ${EVENTS.join(', ')}`)
  const client = flagIn(rest, '--client') as ClientId | undefined
  const moment = momentOf(payload())
  const start = flagIn(rest, '--workspace') ?? folderOf(moment)
  if (event === 'before-edit' && isSettled(client, moment, start)) return 0
  const { reply } = await import('./hook-answer.ts')
  return say(await reply({ event, client, moment, start }))
}

/** What most edits are: one of an agent that has a change. It costs a look at a few files. */
function isSettled(client: ClientId | undefined, moment: HookMoment, start: string): boolean {
  return !concernsEdits(client, moment) || readActiveChange(start)?.active.length === 1
}

/** The process ends by itself when all is written, so the streams may take their time. */
function say({ code, stdout, stderr }: HookReply): number {
  if (stdout !== undefined) process.stdout.write(stdout)
  if (stderr !== undefined) process.stderr.write(stderr)
  return code
}

function isEvent(word: string): word is HookEvent {
  return EVENTS.includes(word)
}

function flagIn(words: readonly string[], flag: string): string | undefined {
  const at = words.indexOf(flag)
  return at === -1 ? words.find(word => word.startsWith(`${flag}=`))?.slice(flag.length + 1) : words[at + 1]
}

/** Where the client says it works, as far as that is a folder. */
function folderOf({ cwd }: HookMoment): string {
  return cwd !== undefined && path.isAbsolute(cwd) && fs.existsSync(cwd) ? cwd : process.cwd()
}

const MOST_BYTES = 16 * 1024 * 1024

/** What the client wrote to standard input; at a terminal nobody did. */
function payload(): unknown {
  if (fs.fstatSync(0).isCharacterDevice()) return {}
  const text = readAll()
  return text.trim() === '' ? {} : (JSON.parse(text) as unknown)
}

function readAll(): string {
  const chunks: Buffer[] = []
  for (let size = 0; size < MOST_BYTES; ) {
    const chunk = Buffer.alloc(64 * 1024)
    const read = readSome(chunk)
    if (read === 0) break
    size += read
    chunks.push(chunk.subarray(0, read))
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A pipe that the client made non-blocking may be empty for a moment. */
function readSome(chunk: Buffer): number {
  for (;;) {
    try {
      return fs.readSync(0, chunk)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}
