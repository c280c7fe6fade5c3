import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshProcess, freshProcess } from '../../../tests/support/store/fresh-process.ts'
import { type GitLab, gitLab } from '../../../tests/support/store/git-lab.ts'

// X8: a repository that leads git elsewhere, to other objects, settings, files or machines.
let lab: GitLab
let script: FreshProcess
const traces = () => path.join(lab.folder, 'traces')
const person = () => path.join(lab.folder, 'person')

const SCRIPT = `
import * as git from './git.ts'
import * as write from './git-write.ts'
import { blame } from './git-blame.ts'
import { findRepository } from './find-repository.ts'
import { gitHeadOf } from './git-head.ts'
import { snapshot } from '../../agents/worktree/snapshot.ts'
const root = process.argv[2]
const attempts = {
  head: () => gitHeadOf(findRepository(root)),
  status: () => git.gitStatus(root),
  diff: () => git.gitDiff(root, { refs: ['HEAD'] }),
  diffCommits: () => git.gitDiff(root, { refs: ['HEAD~1', 'HEAD'] }),
  log: () => git.gitLog(root),
  worktrees: () => git.listWorktrees(root),
  lsFiles: () => git.lsFiles(root),
  blame: () => blame(root, 'file.txt', 1),
  snapshot: () => snapshot({ root, message: 'as it is' }),
  commit: () => write.commitPaths(root, { message: 'ours', paths: ['file.txt'] }),
  push: () => write.gitPush(root, { remote: 'origin', branch: 'main' }),
}
const said = {}
for (const [name, attempt] of Object.entries(attempts)) {
  try { said[name] = await attempt() ?? 'done' } catch (error) { said[name] = { refused: error.code, message: error.message } }
}
console.log(JSON.stringify(said))
`

beforeAll(async () => {
  lab = gitLab()
  fs.mkdirSync(traces())
  fs.mkdirSync(path.join(lab.folder, 'furrow-home'))
  script = await freshProcess(import.meta.url, SCRIPT)
})
afterAll(async () => {
  await script[Symbol.asyncDispose]()
  lab[Symbol.dispose]()
})

/** A program that leaves its name behind. */
function trap(name: string, place = `traps/${name}`): string {
  const file = lab.write(place, `#!/bin/sh\n: > "${traces()}/${name}"\nexit 1\n`)
  fs.chmodSync(file, 0o755)
  return file
}

/** Two commits, and a change that is in neither. */
function repository(name: string): string {
  const at = lab.repository(name)
  lab.write(`${name}/file.txt`, 'two\n')
  lab.git(at, 'commit', '-qam', 'second')
  lab.git(at, 'config', 'user.name', 'Maintainer')
  lab.git(at, 'config', 'user.email', 'maintainer@example.org')
  lab.write(`${name}/file.txt`, 'three\n')
  return at
}

function hostile(name: string): string {
  return `[core]\n\trepositoryformatversion = 0\n\tfsmonitor = ${trap(`${name}-fsmonitor`)}
\tsshCommand = ${trap(`${name}-ssh`)}\n\talternateRefsCommand = ${trap(`${name}-alternates`)}
[filter "evil"]\n\tclean = ${trap(`${name}-clean`)}\n[diff]\n\texternal = ${trap(`${name}-diff`)}\n`
}

/** What was said, and what was started beside git: of the person's programs and of all others. */
async function asked(at: string): Promise<{ said: Record<string, unknown>; ran: string[] }> {
  const bin = path.dirname(trap('person-ssh', 'bin/ssh'))
  const env = ['env', `HOME=${person()}`, `FURROW_HOME=${lab.folder}/furrow-home`, `PATH=${bin}:${process.env.PATH}`]
  const { stdout, stderr } = await script.run([at], [], env)
  if (stdout === '') throw new Error(stderr)
  const ran = fs.readdirSync(traces()).toSorted()
  for (const name of ran) fs.rmSync(path.join(traces(), name))
  return { said: JSON.parse(stdout), ran }
}

const working = {
  head: { branch: 'main' },
  status: expect.arrayContaining([{ code: ' M', path: 'file.txt' }]),
  diff: expect.stringContaining('+three'),
  log: expect.arrayContaining([expect.objectContaining({ subject: 'second' })]),
  snapshot: { commit: expect.any(String) },
}

test('objects that are borrowed from a foreign store are read, and its settings and commands are not', async () => {
  const foreign = repository('foreign')
  fs.appendFileSync(path.join(foreign, '.git/config'), hostile('foreign'))
  const at = path.join(lab.folder, 'borrowing')
  lab.git(lab.folder, '-c', 'core.fsmonitor=false', 'clone', '-q', '--shared', foreign, at)
  fs.appendFileSync(path.join(at, '.git/config'), hostile('borrowing'))
  lab.write('borrowing/file.txt', 'three\n')
  const { said, ran } = await asked(at)
  expect(ran).toEqual([])
  expect(said).toMatchObject(working)
})

test('a store of objects that is not there is a failure, and starts nothing', async () => {
  const at = repository('lending-nothing')
  fs.writeFileSync(path.join(at, '.git/objects/info/alternates'), '/nowhere/objects\n../../../../etc\n')
  fs.appendFileSync(path.join(at, '.git/config'), hostile('lending'))
  const { said, ran } = await asked(at)
  expect(ran).toEqual([])
  expect(said).toMatchObject(working)
})

test('a commondir that leads to another repository brings none of its settings', async () => {
  const other = repository('other')
  fs.appendFileSync(path.join(other, '.git/config'), hostile('other'))
  const at = repository('led-away')
  lab.write('led-away/.gitattributes', '* filter=evil\n')
  fs.writeFileSync(path.join(at, '.git/commondir'), `${other}/.git\n`)
  spawnSync('git', ['status'], { cwd: at, env: { PATH: process.env.PATH, HOME: person() } })
  expect(fs.readdirSync(traces())).toContain('other-fsmonitor')
  for (const name of fs.readdirSync(traces())) fs.rmSync(path.join(traces(), name))
  expect((await asked(at)).ran).toEqual([])
})

test('core.worktree leads to no other files: those of the workspace are looked at and committed', async () => {
  const at = repository('elsewhere')
  const target = lab.write('victim/file.txt', 'precious\n')
  fs.appendFileSync(path.join(at, '.git/config'), `[core]\n\tworktree = ${path.dirname(target)}\n`)
  const { said, ran } = await asked(at)
  expect(ran).toEqual([])
  expect(said).toMatchObject(working)
  expect(JSON.stringify(said)).not.toContain('precious')
  expect(fs.readdirSync(path.dirname(target))).toEqual(['file.txt'])
  expect(fs.readFileSync(target, 'utf8')).toBe('precious\n')
  const { stdout } = spawnSync('git', [`--git-dir=${at}/.git`, 'show', 'HEAD:file.txt'], { encoding: 'utf8' })
  expect(stdout).toBe('three\n')
})

test.each(['origin', 'lender'])(
  'objects that the remote %s promises are not fetched by its upload-pack',
  async name => {
    const at = repository(`promised-by-${name}`)
    fs.appendFileSync(
      path.join(at, '.git/config'),
      `${hostile(name)}[remote "${name}"]\n\turl = ssh://git@127.0.0.1:9/shop.git\n\tpromisor = true
\tpartialclonefilter = blob:none\n\tuploadpack = ${trap('upload-pack')}
[extensions]\n\tpartialClone = ${name}\n[core]\n\trepositoryformatversion = 1\n`,
    )
    const blob = lab.git(at, '-c', 'core.fsmonitor=false', 'rev-parse', 'main~1:file.txt').trim()
    fs.rmSync(path.join(at, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    const { said, ran } = await asked(at)
    expect(ran.filter(program => program !== 'person-ssh')).toEqual([])
    expect(said).toMatchObject({ diffCommits: { refused: 'failed' } })
  },
)

test('a push to an ssh remote starts the ssh of the person, and none that the repository names', async () => {
  const at = repository('ssh-remote')
  fs.appendFileSync(
    path.join(at, '.git/config'),
    `${hostile('remote')}[remote "origin"]\n\turl = ssh://git@127.0.0.1:9/shop.git\n\treceivepack = ${trap('receive-pack')}
[ssh]\n\tvariant = simple\n[url "ext::${trap('rewritten')} "]\n\tpushInsteadOf = ssh://git@127.0.0.1:9/\n`,
  )
  const { said, ran } = await asked(at)
  expect(ran).toEqual(['person-ssh'])
  expect(said).toMatchObject({ ...working, push: { refused: 'failed' } })
})
