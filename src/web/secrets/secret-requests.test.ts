import { expect, test } from 'vitest'
import { shell } from '../../shared/shell/shell.ts'
import type { RequestDetail } from '../api/types.ts'
import { secretRequests } from './secret-requests.ts'

function asked(operation: string, input: unknown): RequestDetail {
  return {
    id: '20260102-101500-a1b',
    operation,
    input,
    summary: '',
    question: 'Set the secret?',
    command: shell``,
    status: 'pending',
    actor: { kind: 'agent', id: 'codex', door: 'mcp' },
    created_at: '2026-01-02T10:15:00.000Z',
  }
}

test('only requests for a secret are wishes, once for each name and scope', () => {
  const wishes = secretRequests([
    asked('secrets.set', { name: 'A' }),
    asked('secrets.set', { name: 'A', scope: 'default' }),
    asked('secrets.set', { name: 'A', scope: 'staging' }),
    asked('trust.grant', { name: 'B' }),
    asked('secrets.set', null),
  ])
  expect(wishes.map(({ name, scope }) => `${name} ${scope}`)).toEqual(['A default', 'A staging'])
})
