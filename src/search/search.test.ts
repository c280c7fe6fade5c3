import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDatabase } from '../store/sqlite.ts'
import { openSearchIndex } from './open.ts'
import { passageOf } from './passage.ts'
import { parseQuery } from './query.ts'
import { searchSchema } from './schema.ts'
import { termsOf, tokenize } from './tokenize.ts'

function openIndex() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-search-'))
  const database = openDatabase(path.join(folder, 'index.db'), {
    migrations: [searchSchema('test')],
    synchronous: 'NORMAL',
  })
  const index = openSearchIndex(database, 'test')
  const put = (id: number, title: string, body: string, more: { group?: string; at?: number; key?: string } = {}) =>
    index.put({
      id,
      title,
      body,
      at: more.at ?? 0,
      ...(more.group !== undefined && { group: more.group }),
      ...(more.key !== undefined && { key: more.key }),
    })
  const ids = (query: string, limit = 10) => index.search({ query, limit, now: 0 }).map(({ id }) => id)
  return {
    index,
    put,
    ids,
    [Symbol.dispose]() {
      database.close()
      fs.rmSync(folder, { recursive: true })
    },
  }
}

test('identifiers are findable whole and by their parts', () => {
  expect(termsOf('parseHTTPRequest')).toEqual(['parsehttprequest', 'pars', 'http', 'request'])
  expect(termsOf('user_name src/login-page.ts')).toEqual([
    'username',
    'user',
    'name',
    'srcloginpagets',
    'src',
    'login',
    'page',
    'ts',
  ])
  using open = openIndex()
  open.put(1, 'a', 'The function parseHTTPRequest fails')
  for (const query of ['request', 'parse http', 'parseHTTPRequest', 'PARSEHTTPREQUEST'])
    expect(open.ids(query)).toEqual([1])
})

test('words are compared by their stem and without diacritics', () => {
  using open = openIndex()
  open.put(1, 'a', 'Las migraciones del título corrieron; migrations were running')
  for (const query of ['migration', 'migrating', 'titulo', 'Título', 'run']) expect(open.ids(query)).toEqual([1])
})

test('token offsets point at the text they stand for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), text => {
      for (const { start, end } of tokenize(text)) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
      }
    }),
  )
})

test('a question finds the note although most of its words are not in it', () => {
  using open = openIndex()
  open.put(1, 'Tokens', 'Access tokens expire after one hour.')
  open.put(2, 'Colours', 'The header is green.')
  expect(open.ids('How long does it take until an access token expires, please?')).toEqual([1])
})

test('a title weighs more than the text, and a prefix or a part of a word still finds something', () => {
  using open = openIndex()
  open.put(1, 'Deploy', 'How we ship.')
  open.put(2, 'Other', 'One word about deploy among many others that say nothing about it at all.')
  expect(open.ids('deploy')).toEqual([1, 2])
  expect(open.ids('dep')).toContain(1)
  expect(open.ids('eploy')).toContain(1)
})

test('a quoted phrase comes first where it stands', () => {
  using open = openIndex()
  open.put(1, 'a', 'green old house')
  open.put(2, 'b', 'old green house')
  expect(open.ids('"green house"')).toEqual([2])
})

test('a short note is found beside a matching one of the same sitting, a long or a distant one is not', () => {
  using open = openIndex()
  open.put(1, '', 'When is the walrus fed?', { group: 's' })
  open.put(2, '', 'At noon, by the keeper.', { group: 's' })
  open.put(3, '', `long ${'unrelated words '.repeat(60)}`, { group: 's' })
  open.put(4, '', 'Much later.', { group: 's', at: 10 * 60 * 60 * 1000 })
  open.put(5, '', 'Elsewhere.', { group: 'other' })
  expect(open.ids('walrus')).toEqual([1, 2])
})

test('putting a document again replaces it, removing it leaves nothing', () => {
  using open = openIndex()
  open.put(1, 'a', 'zebra')
  open.put(1, 'a', 'giraffe')
  expect(open.ids('zebra')).toEqual([])
  open.index.remove(1)
  expect(open.ids('giraffe')).toEqual([])
})

test('known fields are taken out of a query, other colons are words', () => {
  expect(parseQuery('type:decision tokens http://x', ['type'])).toMatchObject({ fields: { type: 'decision' } })
  expect(parseQuery('type:decision tokens', []).terms).toContain('decis')
  expect(parseQuery('the of and').terms).toEqual(['the', 'of', 'and'])
  expect(parseQuery('__proto__:x constructor:y', ['type']).fields).toEqual({})
})

test('a passage shows the words that were looked for, not the head of the text', () => {
  const text = `${'intro '.repeat(200)}the walrus eats clams at noon ${'outro '.repeat(200)}`
  const passage = passageOf(text, new Set(['walru', 'clam']))
  expect(passage).toContain('walrus eats clams')
  expect(passage.length).toBeLessThan(320)
})
