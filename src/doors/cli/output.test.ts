import { expect, test } from 'vitest'
import { progressLine } from './show/show-progress.ts'
import { wantsColor } from './terminal/terminal.ts'

test.each([
  ['a terminal', {}, true, true],
  ['a pipe', {}, false, false],
  ['a terminal with NO_COLOR', { NO_COLOR: '1' }, true, false],
  ['an empty NO_COLOR', { NO_COLOR: '' }, true, true],
  ['a dumb terminal', { TERM: 'dumb' }, true, false],
  ['a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, false, true],
  ['FORCE_COLOR against NO_COLOR', { FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
  ['FORCE_COLOR=0 at a terminal', { FORCE_COLOR: '0' }, true, false],
])('colours: %s', (_, env, isTerminal, expected) => {
  expect(wantsColor(env, isTerminal)).toBe(expected)
})

test('known work has a bar, unknown work a count, and both fit the line', () => {
  expect(progressLine({ message: 'reading', done: 25, total: 100 }, 0, 80)).toBe(
    '⠋ [######------------------] 25/100 reading',
  )
  expect(progressLine({ message: 'reading', done: 7 }, 0, 80)).toBe('⠋ 7 reading')
  expect(progressLine({ message: 'x'.repeat(200) }, 1, 20)).toHaveLength(20)
})

test('more done than there is fills the bar and no more', () => {
  expect(progressLine({ message: '', done: 12, total: 10 }, 0, 80)).toContain(`[${'#'.repeat(24)}]`)
})

test('a message cannot move the cursor', () => {
  expect(progressLine({ message: 'a\r\u001b[2Kb\nc' }, 0, 80)).toBe('⠋ a␍␛[2Kb c')
})
