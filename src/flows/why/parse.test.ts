import { expect, test } from 'vitest'
import { parseReference } from './parse.ts'

test.each([
  ['src/login.ts:12', 'line', 'src/login.ts:12'],
  ['src/login.ts', 'line', 'src/login.ts'],
  ['Makefile:3', 'line', 'Makefile:3'],
  ['feature:sign-on', 'feature', 'sign-on'],
  ['task:sign-on/T1', 'task', 'sign-on/T1'],
  ['sign-on/T1', 'task', 'sign-on/T1'],
  ['fix-login', 'change', 'fix-login'],
  ['ADR-007', 'decision', 'ADR-007'],
  ['FR-001', 'requirement', 'FR-001'],
  ['build/20260102-101500-a1b', 'interaction', 'build/20260102-101500-a1b'],
  ['20260102-101500-a1b', 'interaction', '20260102-101500-a1b'],
])('%s is a %s', (what, kind, id) => {
  expect(parseReference(what, name => name === 'fix-login')).toMatchObject({ kind, id })
})

test.each(['../../etc/passwd', '/etc/passwd', '-x'])('%s is refused', what => {
  expect(() => parseReference(what, () => false)).toThrow()
})
