import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type GitLab, gitLab } from '../../../tests/support/store/git-lab.ts'
import { snapshot } from '../../agents/worktree/snapshot.ts'
import { gitStatus } from './git.ts'
import { blame } from './git-blame.ts'

let lab: GitLab
let at: string
beforeEach(() => {
  lab = gitLab()
  at = lab.repository('shop')
  lab.write('shop/src/a.ts', 'a\n')
  lab.git(at, 'add', '.')
  lab.git(at, 'commit', '-qm', 'second')
  lab.write('shop/src/a.ts', 'b\n')
})
afterEach(() => lab[Symbol.dispose]())

function makePipe(file: string): string {
  const place = path.join(at, file)
  fs.rmSync(place, { force: true })
  fs.mkdirSync(path.dirname(place), { recursive: true })
  execFileSync('mkfifo', [place])
  return place
}

const ASKED = {
  status: () => gitStatus(at),
  blame: () => blame(at, 'src/a.ts', 1),
  snapshot: () => snapshot({ root: at, message: 'as it is' }),
} as const

test.each([
  ['.gitattributes', 'status'],
  ['.gitignore', 'status'],
  ['src/.gitignore', 'status'],
  ['src/.gitattributes', 'blame'],
  ['.mailmap', 'blame'],
  ['.git/info/exclude', 'status'],
  ['.git/info/attributes', 'snapshot'],
  ['nested/.git/HEAD', 'snapshot'],
] as const)('a pipe at %s is named and does not hold git %s up', async (file, asked) => {
  const pipe = makePipe(file)
  if (file.startsWith('nested')) for (const name of ['objects', 'refs']) fs.mkdirSync(path.join(pipe, '..', name))
  const refused = await ASKED[asked]().catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: 'conflict',
    target: pipe,
    message: expect.stringMatching(/is a named pipe, and git \S+ waits for it/),
    fix: `rm -f -- ${pipe}`,
  })
  execFileSync('sh', ['-c', `rm -f -- ${pipe}`])
  fs.rmSync(path.join(at, 'nested'), { recursive: true, force: true })
  await ASKED[asked]()
})

test('a pipe in place of the index holds nobody up', async () => {
  makePipe('.git/index')
  await expect(snapshot({ root: at, message: 'as it is' })).rejects.toThrow('a pipe or a device is in the way')
  await expect(gitStatus(at)).rejects.toMatchObject({ target: path.join(at, '.git/index') })
})

test('a pipe in the git directory of a linked worktree is named', async () => {
  const linked = path.join(lab.folder, 'linked')
  lab.git(at, 'worktree', 'add', '-q', linked)
  const pipe = makePipe('.git/worktrees/linked/index')
  await expect(gitStatus(linked)).rejects.toMatchObject({ target: pipe })
})

test('pipes that git does not open are left alone', async () => {
  makePipe('src/.gitignore.old')
  makePipe('pipe')
  expect(await gitStatus(at)).toEqual([{ code: ' M', path: 'src/a.ts' }])
})

test('what waits for another pipe is not blamed on one that nobody waits for', async () => {
  makePipe('src/.gitignore')
  const other = makePipe('.gitignore')
  await expect(gitStatus(at)).rejects.toMatchObject({ target: other })
})
