import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FreshProcess, freshProcess } from '../../../tests/support/store/fresh-process.ts'
import { type GitLab, gitLab } from '../../../tests/support/store/git-lab.ts'

const SCOPES = ['local', 'include', 'config.worktree', 'includeIf'] as const
type Scope = (typeof SCOPES)[number]

/** A repository whose configuration starts a program wherever git would let it; each leaves its name behind. */
let lab: GitLab
let script: FreshProcess
const traces = () => path.join(lab.folder, 'traces')
const ran = () => fs.readdirSync(traces()).toSorted()
const rootOf = (scope: Scope) => path.join(lab.folder, `hostile-${scope}`)

/** With a home of its own, in which nobody has set anything. */
const ours = () => ['env', `HOME=${lab.folder}/person`, `FURROW_HOME=${lab.folder}/furrow-home`]

const SCRIPT = `
import * as git from './git.ts'
import * as write from './git-write.ts'
import { blame } from './git-blame.ts'
import { runGit } from './git-run.ts'
import { findRepository } from './find-repository.ts'
import { gitHeadOf } from './git-head.ts'
import { snapshot } from '../../agents/worktree/snapshot.ts'
const root = process.argv[2]
const attempts = {
  head: () => gitHeadOf(findRepository(root)),
  status: () => git.gitStatus(root),
  diff: () => git.gitDiff(root),
  diffHead: () => git.gitDiff(root, { refs: ['HEAD'] }),
  diffCommits: () => git.gitDiff(root, { refs: ['HEAD~1', 'HEAD'] }),
  log: () => git.gitLog(root),
  logPaths: () => git.gitLog(root, { paths: ['file.txt'] }),
  remoteUrl: () => git.remoteUrl(root),
  worktrees: () => git.listWorktrees(root),
  lsFiles: () => git.lsFiles(root),
  blame: () => blame(root, 'file.txt', 1),
  everything: () => runGit(root, ['diff', '--no-ext-diff', '--no-textconv', '--binary', 'HEAD']),
  isCommitted: () => write.isCommitted(root, ['file.txt']),
  snapshot: () => snapshot({ root, message: 'as it is' }),
  commit: () => process.argv[3] === 'commit' ? write.commitPaths(root, { message: 'ours', paths: ['file.txt'] }) : 'left out',
  branch: () => process.argv[3] === 'commit' ? write.createBranch(root, 'topic') : 'left out',
}
const said = {}
for (const [name, attempt] of Object.entries(attempts)) {
  try { said[name] = await attempt() } catch (error) { said[name] = { refused: error.code, message: error.message } }
}
console.log(JSON.stringify(said))
`

beforeAll(async () => {
  lab = gitLab()
  for (const folder of [traces(), path.join(lab.folder, 'person'), path.join(lab.folder, 'furrow-home')])
    fs.mkdirSync(folder)
  const trap = lab.write('trap.sh', `#!/bin/sh\n: > "${lab.folder}/traces/$1"\ncase $1 in clean*) exec cat;; esac\n`)
  fs.chmodSync(trap, 0o755)
  for (const scope of SCOPES) makeHostile(scope, trap)
  script = await freshProcess(import.meta.url, SCRIPT)
})
afterAll(async () => {
  await script[Symbol.asyncDispose]()
  lab[Symbol.dispose]()
})

afterEach(() => {
  for (const name of ran()) fs.rmSync(path.join(traces(), name))
})

function makeHostile(scope: Scope, trap: string): void {
  const name = `hostile-${scope}`
  const at = lab.repository(name)
  const inner = lab.repository(`inner-${scope}`)
  lab.git(at, 'submodule', '--quiet', 'add', inner, 'lib')
  lab.write(`${name}/file.txt`, 'two\n')
  lab.write(`${name}/same.txt`, 'same\n')
  lab.git(at, 'add', 'same.txt')
  lab.git(at, 'commit', '-qam', 'second')
  signHead(at)
  lab.write(
    `${name}/.gitattributes`,
    '* filter=evil diff=evil merge=evil\nodd.txt filter=a=b diff=evil\nempty.txt filter=\n',
  )
  lab.write(`${name}/file.txt`, 'three\n')
  lab.write(`${name}/odd.txt`, 'odd\n')
  lab.write(`${name}/empty.txt`, 'empty\n')
  lab.git(at, 'add', 'odd.txt', 'empty.txt')
  lab.write(`${name}/odd.txt`, 'odder\n')
  lab.write(`${name}/empty.txt`, 'fuller\n')
  // As long as before: git has to read it, through its filter, to see the difference.
  lab.write(`${name}/lib/file.txt`, 'two\n')
  lab.git(at, 'config', 'user.name', 'Hostile')
  lab.git(at, 'config', 'user.email', 'hostile@example.org')
  for (const gitDir of [`${name}/.git`, `${name}/.git/modules/lib`]) {
    putConfig(path.join(lab.folder, gitDir), scope, hostileConfig(trap))
    for (const hook of [
      'post-index-change',
      'post-checkout',
      'post-commit',
      'prepare-commit-msg',
      'pre-auto-gc',
      'reference-transaction',
      'fsmonitor-watchman',
    ])
      fs.chmodSync(lab.write(`${gitDir}/hooks/${hook}`, `#!/bin/sh\n"${trap}" hook-${hook}\n`), 0o755)
  }
  lab.write(`${name}/lib/.gitattributes`, '* filter=evil\n')
  fs.writeFileSync(path.join(at, '.git/info/attributes'), '* diff=evil\n')
}

function putConfig(gitDir: string, scope: Scope, text: string): void {
  const config = path.join(gitDir, 'config')
  const beside = path.join(gitDir, 'beside')
  const headers = {
    local: text,
    include: `[include]\n\tpath = beside\n`,
    includeIf: `[includeIf "gitdir:/**"]\n\tpath = beside\n`,
    'config.worktree': '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n',
  }
  fs.appendFileSync(config, headers[scope])
  if (scope === 'config.worktree') fs.writeFileSync(path.join(gitDir, 'config.worktree'), text)
  else if (scope !== 'local') fs.writeFileSync(beside, text)
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
  hooksPath = hooks
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
[filter ""]
  clean = ${evil('clean-empty')}
  required = true
[merge "evil"]
  driver = ${evil('merge')}
[commit]
  gpgSign = true
[push]
  recurseSubmodules = on-demand
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

/** A commit that says it is signed makes `log.showSignature` start `gpg.program`. */
function signHead(at: string): void {
  const [head = '', ...body] = lab.git(at, 'cat-file', 'commit', 'HEAD').split('\n\n')
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----'
  const signed = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], {
    cwd: at,
    input: `${head}\n${signature}\n\n${body.join('\n\n')}`,
    encoding: 'utf8',
  })
  lab.git(at, 'update-ref', 'HEAD', signed.trim())
}

/** The programs that were started, and what was said. */
async function traced(args: readonly string[]): Promise<{ started: string[]; said: Record<string, unknown> }> {
  const log = path.join(lab.folder, 'strace.log')
  const before = [...ours(), 'strace', '-f', '-qq', '-e', 'trace=execve', '-s', '300', '-o', log]
  const { stdout, stderr } = await script.run(args, [], before)
  if (stdout === '') throw new Error(stderr)
  const started = [...fs.readFileSync(log, 'utf8').matchAll(/execve\("([^"]+)".*\) = 0$/gm)].map(match =>
    path.basename(match[1] ?? ''),
  )
  return { started: [...new Set(started)].filter(name => name !== 'strace').toSorted(), said: JSON.parse(stdout) }
}

describe.each(SCOPES)('settings in the scope %s', scope => {
  test('the traps are set: plain git falls into them', () => {
    const at = rootOf(scope)
    const environment = { PATH: process.env.PATH ?? '', HOME: path.join(lab.folder, 'person') }
    // A file as long as the index says, of a time that the index does not know, is read again, through its filter.
    fs.utimesSync(path.join(at, 'same.txt'), 1, 1)
    for (const args of [['status'], ['diff'], ['diff', 'HEAD~1', 'HEAD'], ['log', '-1'], ['add', '--dry-run', '.']])
      spawnSync('git', args, { cwd: at, env: environment })
    expect(ran()).toEqual(expect.arrayContaining(['clean', 'clean-empty', 'driver', 'fsmonitor']))
  })

  test('every call of ours starts git and nothing else, and says what is true', async () => {
    const at = rootOf(scope)
    fs.utimesSync(path.join(at, 'same.txt'), 1, 1)
    const { started, said } = await traced([at, 'commit'])
    expect(started).toEqual(['git', 'node'])
    expect(ran()).toEqual([])
    const refused = Object.entries(said).filter(
      ([, answer]) => typeof answer === 'object' && answer !== null && 'refused' in answer,
    )
    expect(refused).toEqual([])
    expect(said.head).toMatchObject({ branch: 'main' })
    expect(said.status).toEqual(expect.arrayContaining([{ code: ' M', path: 'file.txt' }]))
    expect(said.diff).toContain('+three')
    expect(said.lsFiles).toContain('odd.txt')
    expect(lab.git(at, 'log', '-1', '--no-show-signature', '--format=%an %s').trim()).toBe('Hostile ours')
    expect(lab.git(at, 'cat-file', 'commit', 'HEAD')).not.toContain('gpgsig')
  })
})

test('missing objects are not fetched by whatever the repository says', async () => {
  const at = rootOf('local')
  const blob = lab.git(at, 'rev-parse', 'main~1:file.txt').trim()
  fs.rmSync(path.join(at, '.git/objects', blob.slice(0, 2), blob.slice(2)))
  const { stdout } = await script.run([at], [], ours())
  expect(ran()).toEqual([])
  expect(JSON.parse(stdout)).toMatchObject({
    diffCommits: { refused: 'failed' },
    log: [{ subject: 'ours' }, { subject: 'second' }, { subject: 'first' }],
  })
})

test('a git that the repository brings along is not used', async () => {
  const at = rootOf('local')
  const brought = lab.write('hostile-local/node_modules/.bin/git', `#!/bin/sh\n: > "${traces()}/brought"\n`)
  fs.chmodSync(brought, 0o755)
  const PATH = ['.', '', 'node_modules/.bin', path.dirname(brought), process.env.PATH].join(path.delimiter)
  await script.run([at], [], [...ours(), `PATH=${PATH}`])
  expect(ran()).toEqual([])
})
