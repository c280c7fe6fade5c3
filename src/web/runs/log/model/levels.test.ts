import { expect, test } from 'vitest'
import { formatLevels, LEVEL_NAMES, parseLevels, toggleLevel } from './levels.ts'

test('levels survive the address', () => {
  expect(formatLevels(parseLevels('progress,stderr'))).toBe('stderr,progress')
  expect(formatLevels(parseLevels(undefined))).toBeUndefined()
  expect([...parseLevels('nonsense')]).toEqual(LEVEL_NAMES)
})

test('choosing a level shows it alone, choosing it again shows all', () => {
  const alone = toggleLevel(new Set(LEVEL_NAMES), 'stderr')
  expect([...alone]).toEqual(['stderr'])
  expect([...toggleLevel(alone, 'note')]).toEqual(['stderr', 'note'])
  expect([...toggleLevel(alone, 'stderr')]).toEqual(LEVEL_NAMES)
})
