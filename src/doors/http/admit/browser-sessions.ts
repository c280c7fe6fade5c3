import { createHash, timingSafeEqual } from 'node:crypto'
import type { Clock, Random } from '../../../operation/capabilities.ts'
import { writeDurably } from '../../../store/files/files.ts'
import { readBytes } from '../../../store/files/read-file.ts'

const MINUTE_MS = 60_000
const IDLE_MS = 12 * 60 * MINUTE_MS
const HARD_MS = 7 * 24 * 60 * MINUTE_MS
const MOST = 100

/** A signed-in browser. Only digests are kept: the file gives nobody a way in. */
interface BrowserSession {
  readonly cookie: string
  readonly header: string
  readonly worktree: string
  readonly opened: number
  used: number
}

export interface SessionsOptions {
  /** One file per port: whoever holds the port is the only one who writes it. */
  readonly file: string
  readonly worktree: string
  readonly clock: Clock
  readonly random: Random
}

/**
 * Sessions outlive a restart of the server. Two secrets make one: a cookie also travels to other ports of this
 * machine and the header value does not; a script in a page can read the header value and not the cookie.
 */
export class BrowserSessions {
  readonly #options: SessionsOptions
  #sessions: BrowserSession[]
  #saved = 0

  constructor(options: SessionsOptions) {
    this.#options = options
    this.#sessions = load(options.file)
  }

  open(): { cookie: string; header: string } {
    const { clock, random, worktree } = this.#options
    const [cookie, header] = [random.bytes(32), random.bytes(32)].map(bytes => Buffer.from(bytes).toString('base64url'))
    if (cookie === undefined || header === undefined) throw new Error('no random bytes')
    const now = clock.now()
    const kept = this.#sessions.filter(session => isFresh(session, now)).slice(1 - MOST)
    this.#sessions = [...kept, { cookie: digest(cookie), header: digest(header), worktree, opened: now, used: now }]
    this.#save()
    return { cookie, header }
  }

  /** The name of the session that both secrets belong to. */
  find(cookie: string, header: string): string | undefined {
    const now = this.#options.clock.now()
    const [key, proof] = [digest(cookie), digest(header)]
    const session = this.#sessions.find(item => isSame(item.cookie, key))
    if (session === undefined || !isSame(session.header, proof)) return undefined
    if (session.worktree !== this.#options.worktree || !isFresh(session, now)) return undefined
    session.used = now
    if (now - this.#saved > MINUTE_MS) this.#save()
    return session.cookie
  }

  close(name: string): void {
    this.#sessions = this.#sessions.filter(session => session.cookie !== name)
    this.#save()
  }

  #save(): void {
    this.#saved = this.#options.clock.now()
    writeDurably(this.#options.file, Buffer.from(`${JSON.stringify(this.#sessions, null, 2)}\n`), 0o600)
  }
}

/** A file that cannot be read costs its owner one sign-in and nothing else. */
function load(file: string): BrowserSession[] {
  const text = readBytes(file)?.toString('utf8') ?? '[]'
  try {
    const sessions = JSON.parse(text) as unknown
    return Array.isArray(sessions) ? (sessions.filter(isSession) as BrowserSession[]) : []
  } catch {
    return []
  }
}

function isSession(value: unknown): boolean {
  const session = Object(value) as Record<string, unknown>
  const texts = [session['cookie'], session['header'], session['worktree']]
  return (
    texts.every(text => typeof text === 'string') &&
    [session['opened'], session['used']].every(time => typeof time === 'number')
  )
}

function isFresh({ opened, used }: BrowserSession, now: number): boolean {
  return now - used < IDLE_MS && now - opened < HARD_MS
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
