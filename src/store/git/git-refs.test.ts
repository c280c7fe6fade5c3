import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyNotRef } from './git-refs.ts'

test.each([
  'main',
  'HEAD',
  'HEAD~2',
  'HEAD^',
  'HEAD^2~3',
  'feature/login',
  'v1.0.0',
  'origin/main',
  'título',
  'a@b',
  'refs/heads/x',
  'a'.repeat(256),
  '0123abc',
])('%s is a ref', ref => {
  expect(whyNotRef(ref)).toBeUndefined()
})

test.each([
  ...['', ' ', '-', '--output=/tmp/x', '-c', '--upload-pack=touch x', '-O/tmp/x', '--help'],
  ...[
    'a..b',
    'a...b',
    '..',
    '@{1}',
    'main@{yesterday}',
    '@{-1}',
    'HEAD@{0}',
    ':/text',
    'HEAD:file',
    ':file',
    ':0:file',
  ],
  ...[
    'a b',
    'a\nb',
    'a\0b',
    'a\tb',
    '\x1b[31m',
    'a\\b',
    'a?',
    'a*',
    'a[b]',
    '^main',
    'HEAD^{tree}',
    'HEAD^{/text}',
    'HEAD^-',
    '~1',
    'ext::sh -c touch% x',
  ],
  ...['a/', '/a', 'a//b', '.a', 'a/.b', 'a.', 'a.lock', 'a.lock/b', 'a'.repeat(257), 'HEAD~99999999999'],
])('%j is no ref', ref => {
  expect(whyNotRef(ref)).toEqual(expect.any(String))
})

test('whatever has no steps and is accepted, git accepts as the name of a branch', () => {
  const name = fc.stringMatching(/^[a-z./@{}\\ :~^?*[\]-]{1,8}$/)
  fc.assert(
    fc.property(name, ref => {
      if (whyNotRef(ref) !== undefined || /[~^]/.test(ref) || ref === '@') return
      execFileSync('git', ['check-ref-format', `refs/heads/${ref}`], { stdio: 'ignore' })
    }),
    { numRuns: 300 },
  )
})
