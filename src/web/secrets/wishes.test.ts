import { expect, test } from 'vitest'
import { shell } from '../../operation/shell.ts'
import type { PersonRequest } from '../api/types.ts'
import { wishesIn } from './wishes.ts'

function asked(operation: string, input: unknown): PersonRequest {
  return {
    id: '20260102-101500-a1b',
    operation,
    input,
    summary: '',
    command: shell``,
    status: 'pending',
    actor: { kind: 'agent', id: 'codex', door: 'mcp' },
    created_at: '2026-01-02T10:15:00.000Z',
  }
}

test('only requests for a secret are wishes, once for each name and scope', () => {
  const wishes = wishesIn([
    asked('secrets.set', { name: 'A' }),
    asked('secrets.set', { name: 'A', scope: 'default' }),
    asked('secrets.set', { name: 'A', scope: 'staging' }),
    asked('trust.grant', { name: 'B' }),
    asked('secrets.set', null),
  ])
  expect(wishes.map(({ name, scope }) => `${name} ${scope}`)).toEqual(['A default', 'A staging'])
})
