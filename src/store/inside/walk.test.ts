import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { readInside, replaceInside } from '../files/safe-open.ts'
import { canWalk } from './walk.ts'

const made: string[] = []

afterEach(() => {
  vi.restoreAllMocks()
  for (const folder of made.splice(0)) fs.rmSync(folder, { recursive: true })
})

/** The folder `b` is put aside and a link to another one takes its place right after it was looked at. */
function swapAfterLook(): { root: string; outside: string } {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-walk-')))
  made.push(base)
  const [root, outside] = ['root', 'outside'].map(name => path.join(base, name)) as [string, string]
  for (const folder of [path.join(root, 'a/b'), outside]) fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(root, 'a/b/file'), 'inside')
  fs.writeFileSync(path.join(outside, 'file'), 'outside')
  const look = fs.lstatSync
  let isSwapped = false
  vi.spyOn(fs, 'lstatSync').mockImplementation(((place: string, options: never) => {
    const seen = look(place, options)
    if (isSwapped || path.basename(place) !== 'b') return seen
    isSwapped = true
    fs.renameSync(path.join(root, 'a/b'), path.join(root, 'a/aside'))
    fs.symlinkSync(outside, path.join(root, 'a/b'))
    return seen
  }) as never)
  return { root, outside }
}

test.runIf(canWalk)('X7 a folder that becomes a link between the look and the opening is not entered to read', () => {
  const { root } = swapAfterLook()
  expect(() => readInside(root, 'a/b/file')).toThrow()
  expect(fs.readlinkSync(path.join(root, 'a/b'))).toMatch(/outside$/)
})

test.runIf(canWalk)('X7 a folder that becomes a link between the look and the opening is not entered to write', () => {
  const { root, outside } = swapAfterLook()
  expect(() => replaceInside(root, 'a/b/file', Buffer.from('ours'), 0o644)).toThrow()
  expect(fs.readFileSync(path.join(outside, 'file'), 'utf8')).toBe('outside')
  expect(fs.readFileSync(path.join(root, 'a/aside/file'), 'utf8')).toBe('inside')
})
