import { expect, test } from 'vitest'
import type { LogEntryRow } from '../api/types.ts'
import { pageOfFiles, recentActions } from './recent-actions.ts'

const entry = (more: Partial<LogEntryRow>): LogEntryRow => ({
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
  expect(recentActions(all, 0).map(deed => deed.text)).toEqual([
    'Undo of config.set',
    'runs.limit set to 4',
    'Config set: .sdlc/config.yaml',
  ])
})

test('what was done leads to the page of what it is about', () => {
  const page = (path: string) => pageOfFiles([path])
  expect(page('sdd/changes/fix-login/change.json')).toBe('/changes/fix-login')
  expect(page('sdd/requirements.md')).toBe('/specs')
  expect(page('.sow/project/state.yaml')).toBe('/explorations')
  expect(page('.sdlc/features/sign-on/manifest.yaml')).toBe('/board/features/sign-on')
  expect(page('.sdlc/tools/greet/tool.ts')).toBe('/tools/greet')
  expect(page('.sdlc/config.yaml')).toBe('/settings')
  expect(page('.mcp.json')).toBeUndefined()
})

test('what was done after the last look is fresh', () => {
  const all = recentActions([entry({ at: '2026-01-02T11:00:00Z' }), entry({})], Date.parse('2026-01-02T10:30:00Z'))
  expect(all.map(deed => deed.fresh)).toEqual([true, false])
})
