import { expect, test } from 'vitest'
import { full } from '../support/full.ts'
import { figure } from './figures.ts'
import type { Reply } from './orders.ts'
import { randomFrom, seedFor, spread } from './seed.ts'
import { appliesAgain, openTrial, settledAs, type Trial } from './verdict.ts'
import { type Fault, startWorker } from './worker.ts'
import { writes } from './writes.ts'

const CALLS = ['open', 'write', 'fsync', 'rename', 'mkdir', 'link', 'rm', 'unlink', 'readFile'] as const
const CODES = {
  EIO: 'io_error',
  EMFILE: 'io_error',
  EACCES: 'io_error',
  EROFS: 'io_error',
  ENOSPC: 'disk_full',
} as const
/** The short form lets so many calls of a write fail, the long form all. */
const MOST = 24
const random = randomFrom(seedFor('D5'))

test.each(writes)('D5 $name tells its caller when the disk fails, and leaves nothing half done', async write => {
  using trial = await openTrial(write)
  await using worker = await startWorker(trial.lab, { preload: true })
  const told = { errors: 0, harmless: 0 }
  const faults = faultsFor(trial)
  for (const fault of spread(faults.length, { most: MOST, random }).flatMap(at => faults[at - 1] ?? [])) {
    const where = `${write.name}: ${JSON.stringify(fault)}`
    trial.lab.restore()
    const answer = await worker.ask(write.order, { fault, fresh: true })
    const { reply } = answer ?? { reply: { ok: false, bug: 'the process died' } as Reply }
    const end = await settledAs(trial, where)
    if (reply.ok) expect(end, where).toBe('done')
    else expect(reply, where).toMatchObject({ error: { code: codeOf(fault), message: expect.any(String) } })
    told[reply.ok ? 'harmless' : 'errors'] += 1
    await appliesAgain(trial, end)
  }
  figure('D5', write.name, `${told.errors} errors told, ${told.harmless} failures without consequence`)
  if (write.bySqlite === true) expect(told.errors).toBe(0)
  else expect(told.errors).toBeGreaterThan(0)
})

/** What can never be deleted stays; a file beside another is swept when its process has ended. */
const DELETES: ReadonlySet<string> = new Set(['rm', 'unlink'])

/** Every call of every kind fails once; in the long form with every error, and for good. */
function faultsFor({ counts }: Trial): Fault[] {
  const codes = Object.keys(CODES)
  return CALLS.flatMap(call =>
    Array.from({ length: counts[call] ?? 0 }, (_, index) => index + 1).flatMap(at => [
      ...(full ? codes : [codes[(at + CALLS.indexOf(call)) % codes.length] ?? 'EIO']).map(
        code => ({ kind: 'error', call, at, code, lasting: !DELETES.has(call) && (full || at % 2 === 0) }) as const,
      ),
      ...(call === 'write' ? [{ kind: 'short', call, at } as const] : []),
    ]),
  )
}

function codeOf(fault: Fault): string {
  return fault.kind === 'error' ? CODES[fault.code as keyof typeof CODES] : ''
}
