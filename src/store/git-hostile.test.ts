import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FreshProcess, freshProcess } from './fresh-process.ts'
import { type GitLab, gitLab } from './git-lab.ts'

/** A repository whose configuration starts a program wherever git would let it; each leaves its name behind. */
let lab: GitLab
let at: string
let script: FreshProcess
const traces = () => path.join(lab.folder, 'traces')
const ran = () => fs.readdirSync(traces()).toSorted()

const SCRIPT = `
import * as git from './git.ts'
import { findRepository } from './find-repository.ts'
import { headOf } from './git-head.ts'
const root = process.argv[2]
const attempts = {
  head: () => headOf(findRepository(root)),
  status: () => git.status(root),
  diff: () => git.diff(root),
  diffHead: () => git.diff(root, { refs: ['HEAD'] }),
  diffCommits: () => git.diff(root, { refs: ['HEAD~1', 'HEAD'] }),
  log: () => git.log(root),
  logPaths: () => git.log(root, { paths: ['file.txt'] }),
  remoteUrl: () => git.remoteUrl(root),
  worktrees: () => git.listWorktrees(root),
  lsFiles: () => git.lsFiles(root),
}
const said = {}
for (const [name, attempt] of Object.entries(attempts)) {
  try { said[name] = await attempt() } catch (error) { said[name] = { refused: error.code, message: error.message } }
}
console.log(JSON.stringify(said))
`

beforeAll(async () => {
  lab = gitLab()
  at = lab.repository('hostile')
  fs.mkdirSync(traces())
  const trap = lab.write('trap.sh', `#!/bin/sh\n: > "${lab.folder}/traces/$1"\ncase $1 in clean*) exec cat;; esac\n`)
  fs.chmodSync(trap, 0o755)
  makeHostile(trap)
  script = await freshProcess(import.meta.url, SCRIPT)
})
afterAll(async () => {
  await script[Symbol.asyncDispose]()
  lab[Symbol.dispose]()
})

afterEach(() => {
  for (const name of ran()) fs.rmSync(path.join(traces(), name))
})

function makeHostile(trap: string): void {
  const inner = lab.repository('inner')
  lab.git(at, 'submodule', '--quiet', 'add', inner, 'lib')
  lab.write('hostile/file.txt', 'two\n')
  lab.write('hostile/same.txt', 'same\n')
  lab.git(at, 'add', 'same.txt')
  lab.git(at, 'commit', '-qam', 'second')
  signHead()
  lab.write('hostile/.gitattributes', '* filter=evil diff=evil\nodd.txt filter=a=b diff=evil\n')
  lab.write('hostile/file.txt', 'three\n')
  lab.write('hostile/odd.txt', 'odd\n')
  lab.git(at, 'add', 'odd.txt')
  lab.write('hostile/odd.txt', 'odder\n')
  lab.write('hostile/lib/file.txt', 'changed\n')
  for (const gitDir of ['hostile/.git', 'hostile/.git/modules/lib']) {
    const config = path.join(lab.folder, gitDir, 'config')
    fs.appendFileSync(config, hostileConfig(trap))
    for (const hook of [
      'post-index-change',
      'post-checkout',
      'pre-auto-gc',
      'reference-transaction',
      'fsmonitor-watchman',
    ])
      fs.chmodSync(lab.write(`${gitDir}/hooks/${hook}`, `#!/bin/sh\n"${trap}" hook-${hook}\n`), 0o755)
  }
  fs.writeFileSync(path.join(at, '.git/info/attributes'), '* filter=evil diff=evil\n')
}

function hostileConfig(trap: string): string {
  const evil = (name: string) => `"${trap} ${name}"`
  return `
[core]
  fsmonitor = ${evil('fsmonitor')}
  sshCommand = ${evil('sshCommand')}
  pager = ${evil('pager')}
  editor = ${evil('editor')}
  askPass = ${evil('askPass')}
  gitProxy = ${evil('gitProxy')}
  alternateRefsCommand = ${evil('alternateRefs')}
  worktree = ${lab.folder}/elsewhere
[diff]
  external = ${evil('external')}
[diff "evil"]
  command = ${evil('driver')}
  textconv = ${evil('textconv')}
  cachetextconv = true
[filter "evil"]
  clean = ${evil('clean')}
  smudge = ${evil('smudge')}
  required = true
[filter "a=b"]
  process = ${evil('process')}
  clean = ${evil('clean-equals')}
  required = true
[alias]
  status = !${trap} alias
  log = !${trap} alias
[log]
  showSignature = true
[gpg]
  program = ${trap}
[credential]
  helper = !${trap} credential
[submodule]
  recurse = true
[status]
  submoduleSummary = true
[protocol]
  allow = always
[protocol "ext"]
  allow = always
[remote "origin"]
  url = ext::${trap} ext
  promisor = true
  uploadpack = ${evil('uploadpack')}
[extensions]
  partialClone = origin
[interactive]
  diffFilter = ${evil('diffFilter')}
`
}

/** A commit that says it is signed makes \`log.showSignature\` start \`gpg.program\`. */
function signHead(): void {
  const [head = '', ...body] = lab.git(at, 'cat-file', 'commit', 'HEAD').split('\n\n')
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----'
  const signed = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], {
    cwd: at,
    input: `${head}\n${signature}\n\n${body.join('\n\n')}`,
    encoding: 'utf8',
  })
  lab.git(at, 'update-ref', 'HEAD', signed.trim())
}

test('the traps are set: plain git falls into them', () => {
  const environment = { PATH: process.env.PATH ?? '', HOME: lab.folder, GIT_WORK_TREE: at }
  // A file as long as the index says, of a time that the index does not know, is read again, through its filter.
  fs.utimesSync(path.join(at, 'same.txt'), 1, 1)
  for (const args of [['status'], ['diff'], ['diff', 'HEAD~1', 'HEAD'], ['log', '-1']])
    spawnSync('git', args, { cwd: at, env: environment })
  expect(ran()).toEqual(expect.arrayContaining(['clean', 'driver', 'fsmonitor']))
  expect(ran().length).toBeGreaterThan(4)
})

test('every call of ours in that repository starts git and nothing else, and says what is true', async () => {
  const log = path.join(lab.folder, 'strace.log')
  const { stdout } = await script.run([at], [], ['strace', '-f', '-qq', '-e', 'trace=execve', '-s', '300', '-o', log])
  const started = [...fs.readFileSync(log, 'utf8').matchAll(/execve\("([^"]+)".*\) = 0$/gm)].map(match =>
    path.basename(match[1] ?? ''),
  )
  expect([...new Set(started)].toSorted()).toEqual(['git', 'node'])
  expect(ran()).toEqual([])
  const said = JSON.parse(stdout) as Record<string, unknown>
  expect(
    Object.entries(said).filter(([, answer]) => typeof answer === 'object' && answer !== null && 'refused' in answer),
  ).toEqual([])
  expect(said.head).toMatchObject({ branch: 'main' })
  expect(said.status).toEqual(expect.arrayContaining([{ code: ' M', path: 'file.txt' }]))
  expect(said.diff).toContain('+three')
  expect(said.lsFiles).toContain('odd.txt')
})

test('missing objects are not fetched by whatever the repository says', async () => {
  const blob = lab.git(at, 'rev-parse', 'HEAD~1:file.txt').trim()
  fs.rmSync(path.join(at, '.git/objects', blob.slice(0, 2), blob.slice(2)))
  const { stdout } = await script.run([at])
  expect(ran()).toEqual([])
  expect(JSON.parse(stdout)).toMatchObject({
    diffCommits: { refused: 'failed' },
    log: [{ subject: 'second' }, { subject: 'first' }],
  })
})

test('a git that the repository brings along is not used', async () => {
  const brought = lab.write('hostile/node_modules/.bin/git', `#!/bin/sh\n: > "${traces()}/brought"\n`)
  fs.chmodSync(brought, 0o755)
  const PATH = ['.', '', 'node_modules/.bin', path.dirname(brought), process.env.PATH].join(path.delimiter)
  await script.run([at], [], ['env', `PATH=${PATH}`])
  expect(ran()).toEqual([])
})
