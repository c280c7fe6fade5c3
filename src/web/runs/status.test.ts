import { expect, test } from 'vitest'
import type { RunDetail } from '../api/types.ts'
import { endMessage, statusMessage } from './status.ts'

const run = (more: Partial<RunDetail>): RunDetail => ({
  id: '20260102-101500-a1b',
  kind: 'exec',
  label: 'npm test',
  status: 'running',
  actor: { kind: 'person', id: 'person', door: 'cli' },
  started_at: '2026-01-02T10:15:00Z',
  level: 'group',
  cwd: '/w',
  trigger: 'run.exec',
  ...more,
})

test('a run that was seen running and ended is news', () => {
  expect(statusMessage('running', run({ status: 'failed' }))).toEqual({ tone: 'rust', text: 'Failed: npm test' })
})

test('a run that goes on, was over already or was never seen is no news', () => {
  expect(statusMessage('queued', run({ status: 'running' }))).toBeUndefined()
  expect(statusMessage('failed', run({ status: 'failed' }))).toBeUndefined()
  expect(statusMessage(undefined, run({ status: 'failed' }))).toBeUndefined()
})

test('an end without trouble needs no words', () => {
  expect(endMessage(run({ status: 'succeeded', exit_code: 0 }))).toBeUndefined()
  expect(endMessage(run({ status: 'failed', exit_code: 3 }))).toBe('exit 3')
  expect(endMessage(run({ status: 'failed', signal: 'SIGTERM' }))).toBe('SIGTERM')
  expect(endMessage(run({ status: 'cancelled', signal: 'SIGKILL' }))).toBeUndefined()
})
