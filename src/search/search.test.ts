import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDatabase } from '../store/database/sqlite.ts'
import { openSearchIndex } from './open.ts'
import { parseQuery, takeFields } from './query.ts'
import { densestPassage, foundIn } from './rank/passage.ts'
import { searchSchema } from './schema.ts'
import { spelledOut, spellingsOf } from './words/abbreviations.ts'
import { termsOf, tokenize } from './words/tokenize.ts'

interface More {
  readonly group?: string
  readonly at?: number
  readonly key?: string
  readonly facets?: readonly string[]
}

function openIndex() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-search-'))
  const database = openDatabase(path.join(folder, 'index.db'), {
    migrations: [
      `${searchSchema('test')} CREATE TABLE texts (id INTEGER PRIMARY KEY, title TEXT, key TEXT, body TEXT)`,
    ],
    synchronous: 'NORMAL',
  })
  const source = { table: 'texts', title: 'title', key: 'key', body: 'body' }
  const index = openSearchIndex(database, 'test', { source })
  const put = (id: number, title: string, body: string, more: More = {}) => {
    database.prepare('REPLACE INTO texts VALUES (?, ?, ?, ?)').run(id, title, more.key ?? '', body)
    index.put({
      id,
      title,
      body,
      at: more.at ?? 0,
      ...(more.group !== undefined && { group: more.group }),
      ...(more.key !== undefined && { key: more.key }),
      ...(more.facets !== undefined && { facets: more.facets }),
    })
  }
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

test('the quick way through ASCII texts finds the same terms as the careful one', () => {
  const letters = fc.constantFrom(...`aB9 z_./:@#+-'"\n`, 'fooBar', 'HTTPServer', "isn't", 'is', 'naïve')
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 30 }), parts => {
      const text = parts.join('')
      expect(termsOf(text)).toEqual(tokenize(text).map(({ term }) => term))
    }),
    { numRuns: 1000 },
  )
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
  expect(takeFields('type:decision tokens http://x', ['type'])).toEqual({
    fields: { type: 'decision' },
    words: 'tokens http://x',
  })
  expect(takeFields('Project:"my shop" tokens', ['project'])).toEqual({
    fields: { project: 'my shop' },
    words: 'tokens',
  })
  for (const text of ['type:decision tokens', 'type: x', 'mytype:x', '__proto__:x constructor:y'])
    expect(takeFields(text, ['topic'])).toEqual({ fields: {}, words: text })
})

test('words of grammar are looked for only when there is nothing else', () => {
  expect(parseQuery('what of the walrus').terms).toEqual(['walru'])
  expect(parseQuery('the of and').terms).toEqual(['the', 'of', 'and'])
})

test('only documents with one facet of each list are found, however few they are', () => {
  using open = openIndex()
  for (let id = 1; id <= 600; id += 1) open.put(id, '', `walrus ${id}`, { facets: ['project:zoo', `type:${id % 2}`] })
  open.put(601, '', 'the walrus of long ago and of much else besides', { facets: ['project:sea', 'type:1'] })
  const found = (...within: string[][]) =>
    open.index.search({ query: 'walrus', limit: 700, now: 0, within }).map(({ id }) => id)
  expect(found(['project:sea'])).toEqual([601])
  expect(found(['project:sea', 'project:none'], ['type:1'])).toEqual([601])
  expect(found(['project:sea'], ['type:0'])).toEqual([])
  expect(found(['project:zoo'], ['type:1']).every(id => id < 601 && id % 2 === 1)).toBe(true)
  expect(found(['project:zo'])).toEqual([])
})

test('what begins like a word that was typed follows what contains the word', () => {
  using open = openIndex()
  open.put(1, '', 'deploying takes one hour')
  open.put(2, '', 'the deploybot never sleeps')
  expect(open.ids('deploy')).toEqual([1, 2])
  expect(open.ids('deplo')).toHaveLength(2)
  expect(open.ids('the walrus')).toEqual([])
})

test('what the best texts have in common lifts what shares it', () => {
  using open = openIndex()
  open.put(1, '', `walrus ${'tusk ice colony '.repeat(40)}`)
  open.put(2, '', `walrus ${'tusk ice colony '.repeat(30)} swims`)
  open.put(3, '', `walrus ${'plush toy shop price '.repeat(30)}`)
  open.put(4, '', `walrus ${'tusk ice colony '.repeat(31)}`)
  for (let id = 5; id < 40; id += 1) open.put(id, '', `${'other matters entirely '.repeat(10)} ${id}`)
  expect(open.ids('walrus').at(-1)).toBe(3)
})

test('every wanted term is found in a text without taking the text apart', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('filing', 'Files', 'happy', 'happiness', 'parseHTTPRequest', 'a.b/c', 'x', 'sensibility'),
        {
          maxLength: 30,
        },
      ),
      fc.constantFrom(...['file', 'happi', 'request', 'sensibl', 'x', 'b', 'pars']),
      (words, term) => {
        const text = words.join(' ')
        const wanted = new Set([term])
        expect(foundIn(text, wanted)).toEqual(tokenize(text).filter(token => wanted.has(token.term)))
      },
    ),
  )
})

test('a passage shows the words that were looked for, not the head of the text', () => {
  const text = `${'intro '.repeat(200)}the walrus eats clams at noon ${'outro '.repeat(200)}`
  const passage = densestPassage(text, foundIn(text, new Set(['walru', 'clam'])))
  expect(passage).toContain('walrus eats clams')
  expect(passage.length).toBeLessThan(320)
})

test('what programmers write short is the same term as the word written out', () => {
  const term = (word: string) => spelledOut(termsOf(word)[0] ?? '')
  for (const [long, short] of [
    ['dictionary', 'dict'],
    ['directories', 'dirs'],
    ['configuration', 'config'],
    ['initialize', 'init'],
  ] as const)
    expect(term(short)).toBe(term(long))
  expect(term('walrus')).toBe(termsOf('walrus')[0])
  expect(spellingsOf(term('dict'))).toContain('dict')
})
