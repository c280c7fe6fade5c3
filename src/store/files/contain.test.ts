import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accepted, refusal } from '../../../tests/support/refusals.ts'
import { traversals } from '../../../tests/support/traversals.ts'
import { resolveInside } from './contain.ts'
import { readInside, replaceInside } from './safe-open.ts'

let lab: string
let root: string
let outside: string

beforeEach(() => {
  lab = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-contain-')))
  root = path.join(lab, 'root')
  outside = path.join(lab, 'root-evil')
  fs.mkdirSync(path.join(root, 'a/b/c'), { recursive: true })
  fs.mkdirSync(path.join(outside, 'b/c'), { recursive: true })
  fs.writeFileSync(path.join(root, 'a/b/c/file'), 'inside')
  fs.writeFileSync(path.join(outside, 'b/c/file'), 'outside')
})

afterEach(() => fs.rmSync(lab, { recursive: true, force: true }))

test('a file that is there, and one that is not yet, have their place below the real root', () => {
  fs.symlinkSync(root, path.join(lab, 'alias'))
  expect(resolveInside(path.join(lab, 'alias'), 'a/b/c/file')).toBe(path.join(root, 'a/b/c/file'))
  expect(resolveInside(root, 'new/folder/file', { write: true })).toBe(path.join(root, 'new/folder/file'))
})

test('every traversal string is refused before the file system is asked', () => {
  for (const file of traversals())
    expect(refusal(() => resolveInside(root, file))).toMatchObject({ code: 'usage', target: file })
})

test.each(['a', 'a/b', 'a/b/c', 'a/b/c/file'])(
  'a link out of the root at %s is refused, for reading and for writing',
  at => {
    fs.rmSync(path.join(root, at), { recursive: true })
    fs.symlinkSync(path.join(outside, path.relative('a', at)), path.join(root, at))
    for (const write of [false, true])
      expect(refusal(() => resolveInside(root, 'a/b/c/file', { write }))).toMatchObject({
        code: 'usage',
        target: 'a/b/c/file',
      })
  },
)

test('a relative link that climbs out, and one to a sibling whose name starts alike, are refused', () => {
  fs.symlinkSync('../root-evil', path.join(root, 'climb'))
  fs.symlinkSync(outside, path.join(root, 'alike'))
  expect(refusal(() => resolveInside(root, 'climb/b/c/file'))).toMatchObject({ code: 'usage' })
  expect(refusal(() => resolveInside(root, 'alike/b/c/file'))).toMatchObject({ code: 'usage' })
})

test('a link that goes out through another link inside is refused', () => {
  fs.symlinkSync(outside, path.join(root, 'out'))
  fs.symlinkSync('out/b', path.join(root, 'inner'))
  expect(refusal(() => resolveInside(root, 'inner/c/file'))).toMatchObject({ code: 'usage' })
})

test('a link inside the root may be read through, and a folder behind it written into', () => {
  fs.symlinkSync('a/b', path.join(root, 'short'))
  expect(fs.readFileSync(resolveInside(root, 'short/c/file'), 'utf8')).toBe('inside')
  expect(resolveInside(root, 'short/c/new', { write: true })).toBe(path.join(root, 'short/c/new'))
})

test('a final link is never written through, wherever it leads', () => {
  fs.symlinkSync('a/b/c/file', path.join(root, 'link'))
  expect(resolveInside(root, 'link')).toBe(path.join(root, 'link'))
  expect(refusal(() => resolveInside(root, 'link', { write: true }))).toMatchObject({ code: 'usage', target: 'link' })
})

test.each(['.git', '.git/hooks', '.GIT', 'a/.git'])(
  'a link to %s inside the root is refused like one that leaves it',
  target => {
    fs.mkdirSync(path.join(root, target), { recursive: true })
    fs.symlinkSync(target, path.join(root, '.sdlc'))
    for (const write of [false, true]) {
      expect(refusal(() => resolveInside(root, '.sdlc/config', { write }))).toMatchObject({
        code: 'usage',
        message: '.sdlc/config goes through .sdlc, a symbolic link into .git.',
      })
      expect(refusal(() => readInside(root, '.sdlc/config', { write }))).toMatchObject({ code: 'usage' })
    }
    expect(refusal(() => replaceInside(root, '.sdlc/config', Buffer.from('text'), 0o644))).toMatchObject({
      code: 'usage',
    })
    expect(fs.readdirSync(path.join(root, target))).toEqual([])
  },
)

test('dangling links and loops are refused', () => {
  fs.symlinkSync('nowhere', path.join(root, 'dangling'))
  fs.symlinkSync('loop', path.join(root, 'loop'))
  for (const file of ['dangling', 'dangling/x', 'loop', 'loop/x'])
    expect(refusal(() => resolveInside(root, file))).toMatchObject({ code: 'usage', target: file })
})

test('a path through a file says which part is no folder', () => {
  expect(refusal(() => resolveInside(root, 'a/b/c/file/x'))).toMatchObject({
    message: expect.stringContaining('a/b/c/file, which is no folder'),
  })
})

test('whatever is accepted really is inside', () => {
  const links = { up: '..', evil: outside, loop: 'loop', short: 'a/b', gone: 'nowhere', self: '.' }
  for (const [name, target] of Object.entries(links)) fs.symlinkSync(target, path.join(root, name))
  const part = fc.constantFrom('a', 'b', 'c', 'file', 'up', 'evil', 'loop', 'short', 'gone', 'self', '..', '.', 'x')
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.boolean(), (parts, write) => {
      const place = accepted(() => resolveInside(root, parts.join('/'), { write }))
      if (place === undefined) return
      const real = realExisting(place)
      expect(real === root || real.startsWith(`${root}/`)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

function realExisting(place: string): string {
  return fs.existsSync(place) ? fs.realpathSync(place) : realExisting(path.dirname(place))
}
