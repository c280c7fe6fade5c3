import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GitLab, gitLab } from '../../../tests/support/store/git-lab.ts'
import { gitDiff, gitLog, gitStatus, listWorktrees, lsFiles, remoteUrl } from './git.ts'
import { runGit } from './git-run.ts'

let lab: GitLab
let at: string
beforeEach(() => {
  lab = gitLab()
  at = lab.repository('shop')
})
afterEach(() => lab[Symbol.dispose]())

test('status tells what differs, names with blanks, quotes and line breaks included', async () => {
  lab.write('shop/file.txt', 'two\n')
  for (const name of ['a b', 'q"uote', 'new\nline', 'título', '-dash']) lab.write(`shop/${name}`, 'x')
  lab.write('shop/.gitignore', 'ignored\n')
  lab.write('shop/ignored', 'x')
  const found = await gitStatus(at)
  expect(found.find(entry => entry.path === 'file.txt')).toEqual({ code: ' M', path: 'file.txt' })
  expect(
    found
      .filter(entry => entry.code === '??')
      .map(entry => entry.path)
      .toSorted(),
  ).toEqual(['-dash', '.gitignore', 'a b', 'new\nline', 'q"uote', 'título'].toSorted())
})

test('status writes nothing into the repository', async () => {
  fs.utimesSync(path.join(at, 'file.txt'), 1, 1)
  const before = fs.readFileSync(path.join(at, '.git/index'))
  await gitStatus(at)
  expect(fs.readFileSync(path.join(at, '.git/index'))).toEqual(before)
})

test('diff compares worktree, commits and chosen paths', async () => {
  lab.write('shop/file.txt', 'two\n')
  lab.write('shop/other.txt', 'x\n')
  lab.git(at, 'add', 'other.txt')
  expect(await gitDiff(at)).toContain('-one\n+two')
  expect(await gitDiff(at, { refs: ['HEAD'], paths: ['other.txt'] })).not.toContain('file.txt')
  lab.git(at, 'commit', '-qam', 'second')
  expect(await gitDiff(at, { refs: ['HEAD~1', 'HEAD'], paths: ['file.txt'] })).toContain('-one\n+two')
  expect(await gitDiff(at)).toBe('')
})

test('a path is taken as it is spelled, magic or not', async () => {
  lab.write('shop/file.txt', 'two\n')
  for (const odd of [':(top)file.txt', ':!x', '*.txt', '--', '--output=x'])
    expect(await gitDiff(at, { paths: [odd] })).toBe('')
  expect(fs.readdirSync(at).toSorted()).toEqual(['.git', 'file.txt'])
})

test('log gives commits, newest first, as many as asked for and of the paths asked for', async () => {
  lab.write('shop/file.txt', 'two\n')
  lab.git(at, 'commit', '-qam', 'second: with % and \u2028')
  lab.write('shop/other.txt', 'x\n')
  lab.git(at, 'add', '.')
  lab.git(at, 'commit', '-qm', 'third\n\nbody')
  expect((await gitLog(at)).map(commit => commit.subject)).toEqual(['third', 'second: with % and \u2028', 'first'])
  expect(await gitLog(at, { limit: 1 })).toEqual([
    expect.objectContaining({
      author: 'Maintainer',
      email: 'maintainer@example.org',
      hash: lab.git(at, 'rev-parse', 'HEAD').trim(),
    }),
  ])
  expect((await gitLog(at, { paths: ['file.txt'], ref: 'main' })).map(commit => commit.subject)).toEqual([
    'second: with % and \u2028',
    'first',
  ])
})

test('a remote has its address or none', () => {
  expect(remoteUrl(at)).toBeUndefined()
  lab.git(at, 'remote', 'add', 'origin', 'git@example.org:shop.git')
  expect(remoteUrl(at)).toBe('git@example.org:shop.git')
})

test('worktrees are listed with their branches', () => {
  const other = path.join(lab.folder, 'two words')
  lab.git(at, 'worktree', 'add', '-q', '-b', 'topic', other)
  const head = lab.git(at, 'rev-parse', 'HEAD').trim()
  expect(listWorktrees(at)).toEqual([
    { path: at, head, branch: 'main', bare: false },
    { path: other, head, branch: 'topic', bare: false },
  ])
})

test('files are listed, tracked or new, but not ignored ones', async () => {
  lab.write('shop/.gitignore', '*.log\n')
  lab.write('shop/sub/new.md', 'x')
  lab.write('shop/a.log', 'x')
  expect((await lsFiles(at)).toSorted()).toEqual(['.gitignore', 'file.txt', 'sub/new.md'])
  expect(await lsFiles(at, ['sub'])).toEqual(['sub/new.md'])
})

test('a missing git is said so, with what to do', async () => {
  await expect(gitStatus(at, { env: { PATH: lab.folder } })).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('git was not found'),
    fix: 'furrow doctor',
  })
})

test('a folder that is gone is not taken for a missing git', async () => {
  await expect(gitStatus(path.join(lab.folder, 'gone'))).rejects.toMatchObject({ code: 'not_found' })
})

test('what git says is passed on', async () => {
  await expect(gitLog(at, { ref: 'nowhere' })).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('nowhere'),
  })
})

test('output above its limit ends git', async () => {
  lab.write('shop/file.txt', 'long line\n'.repeat(10_000))
  await expect(gitDiff(at, {}, { maxBytes: 1000 })).rejects.toMatchObject({ code: 'too_large' })
})

test('git that waits for ever is ended when its time is up', async () => {
  await expect(runGit(at, waiting(), { timeoutMs: 50 })).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('longer than 50 ms'),
  })
})

test('a cancel ends git, and one that came before does not let it start', async () => {
  const controller = new AbortController()
  const running = runGit(at, waiting(), { signal: controller.signal })
  controller.abort()
  await expect(running).rejects.toMatchObject({ code: 'cancelled' })
  await expect(gitDiff(at, {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' })
})

test('the caller’s own git variables do not reach git', async () => {
  const env = {
    ...process.env,
    GIT_DIR: '/nowhere',
    GIT_WORK_TREE: '/',
    GIT_EXTERNAL_DIFF: 'false',
    GIT_TRACE: `${lab.folder}/trace`,
    GIT_INDEX_FILE: '/nowhere',
  }
  expect(await lsFiles(at, [], { env })).toEqual(['file.txt'])
  expect(fs.existsSync(`${lab.folder}/trace`)).toBe(false)
})

/** Reads from a pipe into which nobody writes. */
function waiting(): string[] {
  const pipe = path.join(lab.folder, 'pipe')
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', pipe])
  return ['config', '--file', pipe, '--list']
}
