import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GitLab, gitLab } from '../../../tests/support/store/git-lab.ts'
import { findRepository } from './find-repository.ts'
import { gitHeadOf } from './git-head.ts'

let lab: GitLab
beforeEach(() => {
  lab = gitLab()
})
afterEach(() => lab[Symbol.dispose]())

test('a branch and its commit are read from loose and from packed refs', () => {
  const at = lab.repository('shop')
  lab.git(at, 'checkout', '-qb', 'feature/login')
  const commit = lab.git(at, 'rev-parse', 'HEAD').trim()
  expect(head(at)).toEqual({ kind: 'branch', branch: 'feature/login', commit })
  lab.git(at, 'pack-refs', '--all')
  expect(fs.existsSync(path.join(at, '.git/refs/heads/feature/login'))).toBe(false)
  expect(head(at)).toEqual({ kind: 'branch', branch: 'feature/login', commit })
})

test('each worktree has its own head', () => {
  const at = lab.repository('shop')
  const other = path.join(lab.folder, 'other')
  lab.git(at, 'worktree', 'add', '-q', '-b', 'topic', other)
  expect(head(at)).toMatchObject({ branch: 'main' })
  expect(head(other)).toMatchObject({ branch: 'topic', commit: lab.git(at, 'rev-parse', 'topic').trim() })
})

test('a detached head is its commit', () => {
  const at = lab.repository('shop')
  lab.git(at, 'checkout', '-q', '--detach')
  expect(head(at)).toEqual({ kind: 'detached', commit: lab.git(at, 'rev-parse', 'HEAD').trim() })
})

test('before the first commit there is a branch and no commit', () => {
  const at = path.join(lab.folder, 'new')
  lab.git(lab.folder, 'init', '-q', '-b', 'main', at)
  expect(head(at)).toEqual({ kind: 'branch', branch: 'main' })
})

test.each(['ref: refs/heads/../../../../etc/passwd', 'ref: refs/heads/.invalid', 'ref: refs/other/x', 'garbage', ''])(
  'a head that says %j is left to git',
  text => {
    const at = lab.repository('shop')
    fs.writeFileSync(path.join(at, '.git/HEAD'), `${text}\n`)
    expect(head(at)).toEqual({ kind: 'unknown' })
  },
)

function head(at: string) {
  const repository = findRepository(at)
  if (repository === undefined) throw new Error('no repository')
  return gitHeadOf(repository)
}
