import { expect, test } from 'vitest'
import type { LogEntry } from '../api/types.ts'
import { deeds } from './away.ts'

const entry = (more: Partial<LogEntry>): LogEntry => ({
  id: 'op-1',
  operation: 'config.set',
  actor: { kind: 'agent', id: 'claude-code', door: 'mcp' },
  at: '2026-01-02T10:00:00Z',
  worktree: '/w',
  files: [{ path: '.sdlc/config.yaml', change: 'changed' }],
  undoable: true,
  ...more,
})

test('the words of the journal win over the name of the operation', () => {
  const all = [entry({ summary: 'undo of config.set' }), entry({ summary: 'runs.limit set to 4' }), entry({})]
  expect(deeds(all, 0).map(deed => deed.text)).toEqual([
    'Undo of config.set',
    'runs.limit set to 4',
    'Config set: .sdlc/config.yaml',
  ])
})

test('what was done after the last look is fresh', () => {
  const all = deeds([entry({ at: '2026-01-02T11:00:00Z' }), entry({})], Date.parse('2026-01-02T10:30:00Z'))
  expect(all.map(deed => deed.fresh)).toEqual([true, false])
})
