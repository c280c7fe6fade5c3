import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { traversals } from '../../../tests/support/traversals.ts'
import { Id, Label, RepoPath } from '../ids.ts'
import { slug, stampedId, whyNotId, whyNotRepoPath } from './naming.ts'

const hostile = traversals()
const pieces = [
  '..',
  '.',
  '/',
  '~',
  '%2e',
  '%252f',
  'a',
  'B',
  '9',
  '_',
  '-',
  '@',
  ' ',
  ':',
  'C:',
  '\\',
  '\u2215',
  '\uff0e',
  '…',
  '.git',
  '.lock',
  'CON',
]
const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[A-Za-z0-9_.:@/ -]{1,12}$/),
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }).map(parts => parts.join('')),
)

test('the table holds at least 400 traversal strings', () => {
  expect(hostile.length).toBeGreaterThanOrEqual(400)
})

test('every traversal string is refused as an id and as a path', () => {
  expect(hostile.filter(text => whyNotId(text) === undefined)).toEqual([])
  expect(hostile.filter(text => whyNotRepoPath(text) === undefined)).toEqual([])
})

test('the schemas say the same as the rules', () => {
  for (const text of hostile) {
    expect(Id.safeParse(text).success).toBe(false)
    expect(RepoPath.safeParse(text).success).toBe(false)
  }
})

test.each([
  'fix-login',
  '20260102-101500-a1b',
  'A.b_c',
  '001',
  '_x',
  'user@host',
  'run:20260102-101500-a1b',
  'a'.repeat(120),
])('%s is an id', id => {
  expect(whyNotId(id)).toBeUndefined()
})

test.each([
  'a',
  'src/store/git/git.ts',
  '.sdlc/config.yaml',
  '.github/x',
  'a b/c d.md',
  'título/ñ.md',
  'x/.gitignore',
  'ab:c',
  '100%',
  'src/[id]/page.tsx',
  '日本/語.md',
  'and so on….md',
  'locks/a.lockfile',
])('%s is a path', file => {
  expect(whyNotRepoPath(file)).toBeUndefined()
})

test('an accepted id holds no separator and names a direct child of its folder', () => {
  fc.assert(
    fc.property(anything, id => {
      if (whyNotId(id) !== undefined) return
      expect(id).not.toMatch(/[/\\\0%]/)
      expect(path.dirname(path.join('/root/folder', id))).toBe('/root/folder')
      expect(path.win32.dirname(path.win32.join('C:\\root\\folder', id))).toBe('C:\\root\\folder')
    }),
    { numRuns: 20_000 },
  )
})

test('an accepted path stays inside its root by either system, decoded or not', () => {
  fc.assert(
    fc.property(anything, file => {
      if (whyNotRepoPath(file) !== undefined) return
      for (const form of [file, file.normalize('NFKC'), decoded(file), decoded(decoded(file))]) {
        expect(path.posix.join('/root', form).startsWith('/root/')).toBe(true)
        expect(path.win32.join('C:\\root', form).startsWith('C:\\root\\')).toBe(true)
      }
      expect(path.join('/root', file)).toBe(`/root/${file}`)
    }),
    { numRuns: 20_000 },
  )
})

test('a label is one line of visible text', () => {
  expect(Label.safeParse('Títle: (1) “x” / y').success).toBe(true)
  for (const label of ['', ' \t', 'a\nb', 'a\0', 'x'.repeat(201)]) expect(Label.safeParse(label).success).toBe(false)
})

test.each([
  ['Título: Login redirect!', 'titulo-login-redirect'],
  ['Straße & Œuvre', 'strasse-oeuvre'],
  ['  --  ', 'item'],
  ['日本語', 'item'],
  ['../../etc/passwd', 'etc-passwd'],
  ['CON', 'item'],
  ['İstanbul', 'istanbul'],
  ['x'.repeat(100), 'x'.repeat(60)],
  [`${'x'.repeat(59)}-y`, 'x'.repeat(59)],
])('%s becomes %s', (title, expected) => {
  expect(slug(title)).toBe(expected)
})

test('every slug is an id', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), title => {
      expect(whyNotId(slug(title))).toBeUndefined()
    }),
    { numRuns: 5000 },
  )
})

test('stamped ids are ids, sort by time and differ by their suffix', () => {
  let next = 0
  const random = { bytes: (count: number) => Uint8Array.from({ length: count }, () => next++) }
  const ids = [0, 1e12, 1.9e12, 1.9e12].map(now => stampedId(now, random))
  expect(ids.map(id => whyNotId(id))).toEqual([undefined, undefined, undefined, undefined])
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(4)
  expect(ids[1]).toMatch(/^20010909-014640-[0-9a-z]{3}$/)
})

function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
