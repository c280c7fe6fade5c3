import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Random } from '../../operation/capabilities.ts'
import { translateSqliteErrors } from '../../store/database/sqlite.ts'
import type { Store } from '../../store/store.ts'
import type { Call } from '../../workspace/call.ts'

/** What a person says yes to: exactly this, as it was shown. */
export interface ConfirmSubject {
  readonly interaction: string
  readonly action: string
  readonly person: string
  /** Everything that was shown: the question, the operation, the prompt. */
  readonly shown: string
}

const LIVES_MS = 10 * 60 * 1000
const KEY = 'act-confirm-key'

interface Issued {
  readonly token: string
  readonly expires: number
}

/** A word for one yes; nothing is kept until it is used. */
export function issueToken({ store, clock, random }: Call, subject: ConfirmSubject): Issued {
  const expires = clock.now() + LIVES_MS
  const nonce = hex(random, 12)
  return { token: `${expires}.${nonce}.${sign(keyOf(store, random), subject, [expires, nonce])}`, expires }
}

type TokenVerdict = 'good' | 'wrong' | 'expired' | 'used'

/** Uses a token up; a retry of the same operation may use it again. */
export function takeToken(call: Call, subject: ConfirmSubject, token: string): TokenVerdict {
  const [expires = '', nonce = '', given = ''] = token.split('.')
  const wanted = sign(keyOf(call.store, call.random), subject, [Number(expires), nonce])
  if (!isSame(given, wanted)) return 'wrong'
  if (Number(expires) < call.clock.now()) return 'expired'
  return firstUse(call, nonce, Number(expires)) ? 'good' : 'used'
}

function firstUse({ store: { state, folder }, operationId, clock }: Call, nonce: string, expires: number): boolean {
  return translateSqliteErrors(folder, () => {
    // Those that have expired are refused for that, so they need not be remembered.
    state.prepare(`DELETE FROM facts WHERE name LIKE 'act-used:%' AND CAST(value AS INTEGER) < ?`).run(clock.now())
    state.prepare('INSERT OR IGNORE INTO facts VALUES (?, ?)').run(`act-used:${nonce}`, `${expires} ${operationId}`)
    const row = state.prepare('SELECT value FROM facts WHERE name = ?').get(`act-used:${nonce}`)
    return (row as { value: string }).value === `${expires} ${operationId}`
  })
}

function sign(key: string, subject: ConfirmSubject, stamp: readonly [number, string]): string {
  const { interaction, action, person, shown } = subject
  const what = createHash('sha256').update(shown).digest('hex')
  return createHmac('sha256', key)
    .update(JSON.stringify([interaction, action, person, what, ...stamp]))
    .digest('hex')
}

/** Of this repository, made when it is first needed; it is in no file of the repository. */
function keyOf({ state, folder }: Store, random: Random): string {
  return translateSqliteErrors(folder, () => {
    const find = () => state.prepare('SELECT value FROM facts WHERE name = ?').get(KEY) as { value: string } | undefined
    const known = find()
    if (known !== undefined) return known.value
    state.prepare('INSERT OR IGNORE INTO facts VALUES (?, ?)').run(KEY, hex(random, 32))
    return find()?.value ?? ''
  })
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function hex(random: Random, bytes: number): string {
  return Buffer.from(random.bytes(bytes)).toString('hex')
}
