import { expect, test } from 'vitest'
import { blocked, type Failure, refuse, toFailure } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { failureText } from './failure-text.ts'
import { paint } from './paint.ts'

const text = (failure: Failure) => failureText(failure, paint(false))

test('a failure is its code, what is wrong, and the command that fixes it, in line', () => {
  const failure = toFailure(
    refuse('blocked', 'fix-login is still at tasks.', { fix: shell`furrow change cancel fix-login` }),
  )
  expect(text(failure)).toBe('blocked  fix-login is still at tasks.\n  fix    furrow change cancel fix-login\n')
})

test('every reason of a guard is listed with its own fix', () => {
  const reasons = [
    { code: 'open', message: 'a is open.', fix: shell`furrow change cancel a` },
    { code: 'open', message: 'b is open.' },
  ]
  expect(text(toFailure(blocked(reasons)))).toBe(
    'blocked  a is open.\n  fix    furrow change cancel a\nblocked  b is open.\n',
  )
})

test('every field that did not fit is listed', () => {
  const issues = [
    { field: 'id', message: 'is empty' },
    { field: 'size', message: 'is not one of small, large' },
  ]
  expect(text({ code: 'usage', message: 'id: is empty', fix: shell`furrow x --help`, details: { issues } })).toBe(
    'usage  id is empty\nusage  size is not one of small, large\n  fix  furrow x --help\n',
  )
})

test('the address of a page stands beside the command', () => {
  const address = 'http://127.0.0.1:4747/confirm/1'
  expect(text({ code: 'needs_person', message: 'For a person.', fix: shell`furrow trust`, details: { address } })).toBe(
    `needs_person  For a person.\n  fix         furrow trust\n  address     ${address}\n`,
  )
})

test('lines of a message stay under each other, and nothing in it steers the terminal', () => {
  expect(text({ code: 'failed', message: 'one\ntwo\u001b[2J' })).toBe('failed  one\n        two␛[2J\n')
})
