import { expect, test } from 'vitest'
import type { LogEntry } from '../api/operations.ts'
import { deeds } from './away.ts'

const agent = { kind: 'agent', id: 'claude-code', door: 'mcp' } as const
const entry = (more: Partial<LogEntry>): LogEntry => ({
  id: 'op-1',
  operation: 'config.set',
  actor: agent,
  at: '2026-01-02T10:00:00Z',
  files: [{ path: '.sdlc/config.yaml', change: 'modified' }],
  state: 'done',
  undoable: true,
  ...more,
})

test('the words of the status win over the name of the operation', () => {
  const recent = [{ op: 'op-1', operation: 'config.set', actor: agent, at: '', summary: 'Set runs.limit to 4' }]
  expect(deeds([entry({}), entry({ id: 'op-2' })], recent, 0).map(deed => deed.text)).toEqual([
    'Set runs.limit to 4',
    'config set: .sdlc/config.yaml',
  ])
})

test('what was done after the last look is fresh', () => {
  const all = deeds([entry({ at: '2026-01-02T11:00:00Z' }), entry({})], [], Date.parse('2026-01-02T10:30:00Z'))
  expect(all.map(deed => deed.fresh)).toEqual([true, false])
})

test('what was undone cannot be undone again', () => {
  const [deed] = deeds([entry({ state: 'undone' })], [], 0)
  expect(deed).toMatchObject({ undone: true, undoable: false })
})
