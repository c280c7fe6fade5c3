import { expect, test } from 'vitest'
import { inParts, partOf, testFiles } from './suites.mjs'

const DAY = 24 * 60 * 60 * 1000
const deep = testFiles().filter(({ deep }) => deep)
const names = (files: { file: string }[]) => files.map(({ file }) => file).sort()

test('in seven days every deep file runs, whatever changed', () => {
  const week = Array.from({ length: 7 }, (_, day) =>
    partOf(deep, { date: new Date(Date.UTC(2026, 10, 18) + day * DAY), changed: [], seconds: 0 }),
  )
  expect(names(week.flat())).toEqual(names(deep))
  expect(deep.length).toBeGreaterThan(40)
})

test('what recent commits are about runs the same day, the short ones first, as long as there is time', () => {
  const files = [
    { file: 'a.test.ts', seconds: 300, about: ['src/a'] },
    { file: 'b.test.ts', seconds: 50, about: ['src/a'] },
    { file: 'c.test.ts', seconds: 1, about: ['src/c'] },
    ...Array.from({ length: 7 }, (_, at) => ({ file: `day${at}.test.ts`, seconds: 200, about: [] })),
  ]
  const part = (seconds: number, changed: string[]) =>
    names(partOf(files, { date: new Date(6 * DAY), changed, seconds }))
  expect(part(0, [])).toEqual(['day5.test.ts'])
  expect(part(0, ['src/a/x.ts'])).toEqual(['day5.test.ts'])
  expect(part(250, ['src/a/x.ts'])).toEqual(['b.test.ts', 'day5.test.ts'])
  expect(part(1000, ['src/a/x.ts'])).toEqual(['a.test.ts', 'b.test.ts', 'day5.test.ts'])
  expect(part(1000, ['day3.test.ts'])).toEqual(['day3.test.ts', 'day5.test.ts'])
})

test('shards are about equal and hold each file once', () => {
  const all = testFiles()
  const shards = inParts(all, 4)
  expect(names(shards.flat())).toEqual(names(all))
  const sums = shards.map(files => files.reduce((sum, { seconds }) => sum + seconds, 0))
  expect(Math.max(...sums) / Math.min(...sums)).toBeLessThan(1.5)
})
