import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { unmergedFiles } from './git-unmerged.ts'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-unmerged-'))
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))

const AUTHOR = ['-c', 'user.name=Maintainer', '-c', 'user.email=maintainer@example.org']

/** Two sides that change, remove and add the same files, among others with long common beginnings. */
function conflicted(name: string, format: string, version: number): string {
  const root = path.join(base, name)
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...AUTHOR, ...args], { stdio: 'pipe' })
  const commit = (files: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      fs.writeFileSync(path.join(root, file), text)
    }
    git('add', '-A')
    git('commit', '-qm', 'more')
  }
  execFileSync('git', ['init', '-q', '-b', 'main', `--object-format=${format}`, root])
  const others = Array.from({ length: 300 }, (_, n) => [`many/${'deep/'.repeat(n % 60)}file-${n}.txt`, `${n}\n`])
  commit({ 'a.txt': 'base\n', 'src/b.txt': 'base\n', 'z ü.txt': 'base\n', ...Object.fromEntries(others) })
  git('switch', '-qc', 'other')
  commit({ 'a.txt': 'theirs\n', 'src/b.txt': 'theirs\n', 'z ü.txt': 'theirs\n', 'new.txt': 'theirs\n' })
  git('switch', '-q', 'main')
  git('rm', '-q', 'src/b.txt')
  commit({ 'a.txt': 'ours\n', 'z ü.txt': 'ours\n', 'new.txt': 'ours\n' })
  git('update-index', `--index-version=${version}`)
  expect(() => git('merge', 'other')).toThrow()
  return root
}

test.each([
  ['sha1', 2],
  ['sha1', 4],
  ['sha256', 2],
  ['sha256', 4],
] as const)('the conflicts of a merge are read from an index of %s in version %i', (format, version) => {
  const root = conflicted(`${format}-${version}`, format, version)
  const gitDir = path.join(root, '.git')
  expect(fs.readFileSync(path.join(gitDir, 'index')).readUInt32BE(4)).toBe(version)
  expect(unmergedFiles({ gitDir, commonDir: gitDir })).toEqual([
    { path: 'a.txt', isRemoved: false },
    { path: 'new.txt', isRemoved: false },
    { path: 'src/b.txt', isRemoved: true },
    { path: 'z ü.txt', isRemoved: false },
  ])
  execFileSync('git', ['-C', root, 'add', '-A'])
  expect(unmergedFiles({ gitDir, commonDir: gitDir })).toEqual([])
})

test('without an index, or with one that is cut, there are none', () => {
  const root = conflicted('cut', 'sha1', 2)
  const gitDir = path.join(root, '.git')
  fs.truncateSync(path.join(gitDir, 'index'), 40)
  expect(unmergedFiles({ gitDir, commonDir: gitDir })).toEqual([])
  fs.rmSync(path.join(gitDir, 'index'))
  expect(unmergedFiles({ gitDir, commonDir: gitDir })).toEqual([])
})
