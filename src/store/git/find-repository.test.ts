import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refusal } from '../../../tests/support/refusals.ts'
import { type GitLab, gitLab } from '../../../tests/support/store/git-lab.ts'
import { findRepository } from './find-repository.ts'

let lab: GitLab
beforeEach(() => {
  lab = gitLab()
})
afterEach(() => lab[Symbol.dispose]())

test('without git there is nothing to find', () => {
  fs.mkdirSync(path.join(lab.folder, 'plain'))
  expect(findRepository(path.join(lab.folder, 'plain'))).toBeUndefined()
})

test('a repository is found from any folder below, by the same words as git itself', () => {
  const at = lab.repository('shop')
  fs.mkdirSync(path.join(at, 'a/b'), { recursive: true })
  expect(findRepository(path.join(at, 'a/b'))).toEqual({
    topLevel: gitSays(at, '--show-toplevel'),
    gitDir: gitSays(at, '--absolute-git-dir'),
    commonDir: path.join(at, '.git'),
    bare: false,
    linked: false,
    mainTopLevel: at,
  })
})

test('through a link to the folder the real one is found', () => {
  const at = lab.repository('shop')
  fs.symlinkSync(at, path.join(lab.folder, 'alias'))
  expect(findRepository(path.join(lab.folder, 'alias'))?.topLevel).toBe(at)
})

test('a linked worktree shares the common directory and knows the main one', () => {
  const at = lab.repository('shop')
  const other = path.join(lab.folder, 'other')
  lab.git(at, 'worktree', 'add', '-q', other)
  expect(findRepository(other)).toEqual({
    topLevel: other,
    gitDir: path.join(at, '.git/worktrees/other'),
    commonDir: path.join(at, '.git'),
    bare: false,
    linked: true,
    mainTopLevel: at,
  })
})

test('a bare repository has no worktree, and its linked worktrees no main one', () => {
  const source = lab.repository('shop')
  const bare = path.join(lab.folder, 'shop.git')
  lab.git(lab.folder, 'clone', '-q', '--bare', source, bare)
  expect(findRepository(bare)).toMatchObject({
    topLevel: undefined,
    commonDir: bare,
    bare: true,
    mainTopLevel: undefined,
  })
  expect(findRepository(path.join(bare, 'refs'))).toMatchObject({ commonDir: bare, bare: true })
  const linked = path.join(lab.folder, 'linked')
  lab.git(bare, 'worktree', 'add', '-q', linked, 'main')
  expect(findRepository(linked)).toMatchObject({
    topLevel: linked,
    commonDir: bare,
    bare: false,
    linked: true,
    mainTopLevel: undefined,
  })
})

test('a bare repository kept in .git has no worktree around it', () => {
  const source = lab.repository('shop')
  fs.mkdirSync(path.join(lab.folder, 'holder'))
  lab.git(lab.folder, 'clone', '-q', '--bare', source, 'holder/.git')
  expect(findRepository(path.join(lab.folder, 'holder'))).toMatchObject({ topLevel: undefined, bare: true })
})

test('settings of one worktree may say that the main one is bare', () => {
  const at = lab.repository('shop')
  const other = path.join(lab.folder, 'other')
  lab.git(at, 'worktree', 'add', '-q', other)
  lab.git(at, 'config', 'extensions.worktreeConfig', 'true')
  lab.git(at, 'config', '--worktree', 'core.bare', 'true')
  lab.git(at, 'config', '--unset', 'core.bare')
  expect(findRepository(other)).toMatchObject({ topLevel: other, mainTopLevel: undefined })
})

test('a submodule is a repository of its own, its worktrees included', () => {
  const inner = lab.repository('inner')
  const outer = lab.repository('outer')
  lab.git(outer, 'submodule', '--quiet', 'add', inner, 'lib')
  const lib = path.join(outer, 'lib')
  expect(findRepository(lib)).toMatchObject({
    topLevel: lib,
    gitDir: path.join(outer, '.git/modules/lib'),
    commonDir: path.join(outer, '.git/modules/lib'),
    linked: false,
    mainTopLevel: lib,
  })
  const linked = path.join(lab.folder, 'lib-two')
  lab.git(lib, 'worktree', 'add', '-q', linked)
  expect(findRepository(linked)).toMatchObject({ topLevel: linked, linked: true, mainTopLevel: lib })
})

test('a git directory kept elsewhere is followed', () => {
  const at = path.join(lab.folder, 'shop')
  lab.git(lab.folder, 'init', '-q', '--separate-git-dir', path.join(lab.folder, 'elsewhere'), at)
  expect(findRepository(at)).toMatchObject({
    topLevel: at,
    commonDir: path.join(lab.folder, 'elsewhere'),
    mainTopLevel: at,
  })
})

test('from inside .git the repository around it is found', () => {
  const at = lab.repository('shop')
  expect(findRepository(path.join(at, '.git/refs'))).toMatchObject({ topLevel: at, bare: false })
})

test('a .git folder that is no repository is passed by, as git does', () => {
  const at = lab.repository('shop')
  fs.mkdirSync(path.join(at, 'sub/.git'), { recursive: true })
  expect(findRepository(path.join(at, 'sub'))?.topLevel).toBe(at)
})

test.each([
  ['points nowhere', 'gitdir: /nowhere/at/all\n', 'points to /nowhere/at/all'],
  ['points to a folder that is no repository', 'gitdir: .\n', 'where no git directory is'],
  ['says nothing', '', 'does not say'],
  ['is something else', 'hello\n', 'does not say'],
])('a .git file that %s is named and not taken for no git at all', (_name, text, message) => {
  const at = path.dirname(lab.write('lost/.git', text))
  expect(refusal(() => findRepository(at))).toMatchObject({
    code: 'damaged',
    target: path.join(at, '.git'),
    message: expect.stringContaining(message),
  })
})

test('a folder that is not there is refused', () => {
  expect(refusal(() => findRepository(path.join(lab.folder, 'nope')))).toMatchObject({ code: 'not_found' })
})

function gitSays(at: string, question: string): string {
  return lab.git(at, 'rev-parse', question).trim()
}
