import { expect, test } from 'vitest'
import { runRelations } from './run-relations.ts'

test('a run names what started it, also when that is not in the list, and counts what it started', () => {
  const kin = runRelations([
    { id: '3', label: 'index', parent: '2' },
    { id: '2', label: 'setup', parent: '1' },
    { id: '4', label: 'index again', parent: '2' },
  ])
  expect(['2', '3', '4', '5'].map(kin)).toEqual([
    { inside: '1', started: 2 },
    { inside: 'setup', started: 0 },
    { inside: 'setup', started: 0 },
    { started: 0 },
  ])
})
