import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { whyNotId } from '../../operation/names/naming.ts'
import { freeId } from './free-id.ts'

const none: ReadonlySet<string> = new Set()

test('seed 002 ADR-005: the id is the description as a slug', () => {
  expect(freeId('Fix FTS5 empty query crash', none)).toBe('fix-fts5-empty-query-crash')
})

test('seed 002 ADR-005: a slug that exists gets a numeric suffix', () => {
  const taken = new Set(['fix-crash', 'fix-crash-2'])
  expect(freeId('Fix crash', taken)).toBe('fix-crash-3')
})

test.each([
  ['Größe übernehmen', 'grosse-ubernehmen'],
  ['Título: Login redirect!', 'titulo-login-redirect'],
  ['ログインの修正', 'change'],
  ['../../etc/passwd', 'etc-passwd'],
  ['!!!', 'change'],
  ['CON', 'change'],
])('%s becomes %s', (description, id) => {
  expect(freeId(description, none)).toBe(id)
})

test('whatever the description, the id is one, new, and at most 60 characters long', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), description => {
      const first = freeId(description, none)
      const second = freeId(description, new Set([first]))
      for (const id of [first, second]) expect([whyNotId(id), id.length <= 60]).toEqual([undefined, true])
      expect(second).not.toBe(first)
    }),
  )
})

test('an id is new across changes/ and history/', async () => {
  await using lab = await openLab()
  const start = () => lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix crash' })
  await start()
  await lab.call('change.cancel', { id: 'fix-crash' })
  await lab.call('change.archive', { id: 'fix-crash' })
  expect((await start()).id).toBe('fix-crash-2')
  await lab.call('change.cancel', { id: 'fix-crash-2' })
  expect((await start()).id).toBe('fix-crash-3')
})

test('a description of 10,000 characters is kept whole, and its id is short', async () => {
  await using lab = await openLab()
  const description = 'The login page forgets where it came from. '.repeat(250).slice(0, 10_000)
  const change = await lab.call('change.start', { type: 'fix', size: 'small', description })
  expect(change.id.length).toBeLessThanOrEqual(60)
  expect(change.description).toBe(description)
})
