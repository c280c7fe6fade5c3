import { expect, test } from 'vitest'
import { operationFor, shown } from './config.ts'

test('values read as a person would type them', () => {
  expect([shown(4), shown('shop'), shown(['a', 'b']), shown(null)]).toEqual(['4', 'shop', 'a, b', ''])
})

test('a value is edited where it stands', () => {
  const setting = { key: 'runs.concurrency', value: 4, summary: '' } as const
  expect(operationFor({ ...setting, source: 'project' })).toBe('config.set')
  expect(operationFor({ ...setting, source: 'default' })).toBe('config.set')
  expect(operationFor({ ...setting, source: 'person' })).toBe('config.set_person')
})
