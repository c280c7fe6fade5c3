import { expect, test } from 'vitest'
import { connectionStatus } from './connection-status.ts'

const trace = {
  id: 'op-1',
  operation: 'config.set',
  actor: { kind: 'agent', id: 'codex', door: 'mcp' },
  at: '2026-01-02T10:00:00Z',
  worktree: '/w',
  files: [],
  undoable: false,
} as const

test('the light is on while an agent is connected', () => {
  const light = connectionStatus([{ client: 'claude-code', since: '2026-01-02T11:00:00Z' }], [])
  expect(light).toEqual({ on: true, text: 'Connected: claude-code', at: '2026-01-02T11:00:00Z' })
})

test('without one it tells who was here last, or that nobody was', () => {
  expect(connectionStatus([], [{ ...trace, files: [] }])).toMatchObject({ on: false, at: trace.at })
  expect(connectionStatus([], [])).toEqual({ on: false, text: expect.stringContaining('No agent has called yet') })
})
