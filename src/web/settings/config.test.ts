import { expect, test } from 'vitest'
import type { SettingDetail } from '../api/types.ts'
import { grouped, operationFor, shown } from './config.ts'

test('values read as a person would type them', () => {
  expect([shown(4), shown('shop'), shown(['a', 'b']), shown(null)]).toEqual(['4', 'shop', 'a, b', ''])
})

test('a value is edited where it stands', () => {
  const setting = { scopes: ['project', 'person'] } satisfies Partial<SettingDetail>
  expect(operationFor({ ...setting, source: 'project' })).toBe('config.set')
  expect(operationFor({ ...setting, source: 'default' })).toBe('config.set')
  expect(operationFor({ ...setting, source: 'person' })).toBe('config.set_person')
  expect(operationFor({ scopes: ['person'], source: 'default' })).toBe('config.set_person')
})

const KEYS = [
  'project.name',
  'runs.retention',
  'tools.interaction_retention',
  'runs.log_bytes',
  'runs.concurrency',
  'hooks.edit',
  'delegate',
  'memory.vectors',
  'ask.vectors',
] satisfies SettingDetail['key'][]

test('every setting stands in exactly one group, and what is kept is together', () => {
  const groups = grouped(KEYS.map(key => ({ key })))
  expect(groups.flatMap(({ settings }) => settings.map(({ key }) => key))).toEqual(KEYS)
  expect(groups.find(({ title }) => title === 'What is kept')?.settings.map(({ key }) => key)).toEqual([
    'runs.retention',
    'tools.interaction_retention',
    'runs.log_bytes',
  ])
})
