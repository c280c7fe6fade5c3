import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatConfig, nameOf, parseConfig, sectionOf, subsectionOf } from './config-text.ts'

let file: string
beforeAll(() => {
  file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-config-')), 'config')
})
afterAll(() => fs.rmSync(path.dirname(file), { recursive: true, force: true }))

/** What git itself reads in a text. */
function byGit(text: string): { key: string; value: string }[] {
  fs.writeFileSync(file, text)
  const listed = execFileSync('git', ['config', '--file', file, '--no-includes', '--null', '--list'], {
    encoding: 'utf8',
  })
  return listed
    .split('\0')
    .slice(0, -1)
    .map(entry => {
      const end = entry.indexOf('\n')
      return end === -1 ? { key: entry, value: 'true' } : { key: entry.slice(0, end), value: entry.slice(end + 1) }
    })
}

test.each([
  ['plain', '[core]\n\tbare = false\n\tfileMode=true\n'],
  ['a name alone says yes', '[core]\n\tbare\n[a]b\n'],
  ['on one line', '[core] bare = true # said\n[user]name=x;y\n'],
  ['quotes, escapes and comments', '[a]\n b = "x # y" ; z\n c = \\"q\\" \\t\\n\\\\ end  \n d = one "  two  " three\n'],
  ['a line that goes on', '[a]\n b = one \\\n  two\n c = "x\\\ny"\n'],
  [
    'names between section and key',
    '[filter ""]\n clean = x\n[remote "a.b \\"c\\" \\\\d"]\n URL = y\n[Branch.Topic]\n merge = z\n',
  ],
  ['ends without a line break', '[a]\n b = c'],
  ['of another system', '\uFEFF[a]\r\n\tb = c\r\n; d\r\n\te = f\r\n'],
  ['empty values and tabs', '[a]\n b =\n c = ""\n d\t=\tx  y\t\n'],
  ['an include is a setting', '[include]\n path = /x\n[includeIf "gitdir:/a/"]\n path = y\n'],
])('%s: read as git reads it', (_, text) => {
  expect(parseConfig(text, 'config')).toEqual(byGit(text))
})

test.each(['[core\n', '[a]\n b = "x\n', '[a]\n b = \\q\n', '[a]\n 1 = x\n', '[a "b]\n', '[a]\n b c = d\n'])(
  '%j is refused with its line, as git refuses it',
  text => {
    expect(() => byGit(text)).toThrow()
    expect(() => parseConfig(text, '/r/.git/config')).toThrow(/config: line \d+ is not git configuration/)
  },
)

test('what is written is read as the same by git and by us', () => {
  const value = fc.string({ unit: 'binary', maxLength: 20 }).map(text => text.replace(/[\0\uD800-\uDFFF]/g, ''))
  const within = fc.option(
    value.filter(text => !/[\n\r]/.test(text)),
    { nil: undefined },
  )
  const setting = fc.record({ within, value }).map(each => ({
    key: each.within === undefined ? 'user.name' : `remote.${each.within}.url`,
    value: each.value.replaceAll('\r', ''),
  }))
  fc.assert(
    fc.property(fc.array(setting, { maxLength: 8 }), settings => {
      const text = formatConfig(settings)
      expect(parseConfig(text, 'config')).toEqual(settings)
      expect(byGit(text)).toEqual(settings)
    }),
    { numRuns: 40 },
  )
})

test('a key has a section, a name, and perhaps something between them, even nothing', () => {
  expect([sectionOf('filter..clean'), subsectionOf('filter..clean'), nameOf('filter..clean')]).toEqual([
    'filter',
    '',
    'clean',
  ])
  expect(subsectionOf('core.bare')).toBeUndefined()
  expect(subsectionOf('branch.a.b.merge')).toBe('a.b')
})
