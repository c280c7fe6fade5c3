import { expect, test } from 'vitest'
import { changeSearch, changesSearch } from './change-params.ts'

test('an address holds what the board shows, and nothing it does not know', () => {
  const full = { q: 'login', status: 'paused', type: 'fix', size: 'small', by: 'stage', history: 'on', start: 'on' }
  expect(changesSearch({ ...full, other: 'x' })).toEqual(full)
  expect(
    changesSearch({ q: '', status: 'lost', type: '<b>', size: 4, by: 'moon', history: 'off', start: 'no' }),
  ).toEqual({})
})

test('a page of a change takes stages and decisions by their names alone', () => {
  expect(changeSearch({ stage: 'context-check', adr: 'ADR-012' })).toEqual({ stage: 'context-check', adr: 'ADR-012' })
  expect(changeSearch({ stage: '../../etc', adr: 'ADR-1/..' })).toEqual({})
})
