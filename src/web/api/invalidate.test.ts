import { expect, test } from 'vitest'
import { isTouched } from './invalidate.ts'

test('a run event re-reads the runs, the home page and what a request is about', () => {
  const known = [
    'run.list',
    'run.show',
    'tool.interaction',
    'workspace.status',
    'store.log',
    'config.list',
    'request.show',
  ]
  const touched = known.filter(operation => isTouched(operation, { kind: 'run' }))
  expect(touched).toEqual(['run.list', 'run.show', 'tool.interaction', 'workspace.status', 'store.log', 'request.show'])
})

test('an undo re-reads everything', () => {
  expect(['config.list', 'run.show', 'trust.status'].every(operation => isTouched(operation, { kind: 'log' }))).toBe(
    true,
  )
})

test('a kind without a row re-reads the operations of its own domain', () => {
  expect(isTouched('change.list', { kind: 'change' })).toBe(true)
  expect(isTouched('change.list', { kind: 'change.stage' })).toBe(true)
  expect(isTouched('changes.list', { kind: 'change' })).toBe(false)
})
