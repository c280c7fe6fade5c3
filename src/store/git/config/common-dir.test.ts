import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshProcess } from '../../../../tests/support/store/fresh-process.ts'
import { type GitLab, gitLab } from '../../../../tests/support/store/git-lab.ts'
import { gitDiff, gitLog, gitRemotes, gitStatus, listWorktrees, lsFiles, remoteUrl } from '../git.ts'
import { runGit } from '../git-run.ts'
import { commitAt, commitPaths, createBranch, gitPush } from '../git-write.ts'

let lab: GitLab
let at: string
let env: Record<string, string>
beforeEach(() => {
  lab = gitLab()
  at = lab.repository('shop')
  fs.mkdirSync(path.join(lab.folder, 'furrow-home'))
  env = { PATH: process.env.PATH ?? '', HOME: lab.folder, FURROW_HOME: path.join(lab.folder, 'furrow-home') }
})
afterEach(() => lab[Symbol.dispose]())

const said = async (root = at) => (await gitStatus(root, { env })).map(({ code, path: file }) => `${code} ${file}`)
const made = () => {
  const [id = ''] = fs.readdirSync(path.join(env.FURROW_HOME ?? '', 'git'))
  const shelf = path.join(env.FURROW_HOME ?? '', 'git', id, 'config')
  return fs.readdirSync(shelf).map(name => path.join(shelf, name))
}

test('it holds a configuration of ours and links; nothing of it is in the repository', async () => {
  const before = execFileSync('find', [path.join(at, '.git')], { encoding: 'utf8' })
  await said()
  const [folder = ''] = made()
  expect(fs.readdirSync(folder).toSorted()).toEqual(
    ['config', 'info', 'logs', 'objects', 'packed-refs', 'refs', 'reftable', 'shallow', 'worktrees'].toSorted(),
  )
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
  expect(execFileSync('find', [path.join(at, '.git')], { encoding: 'utf8' })).toBe(before)
})

test('deleted, filled with something else or without its settings, it is made again before git runs', async () => {
  lab.write('shop/file.txt', 'two\n')
  const trace = path.join(lab.folder, 'ran')
  const evil = `[filter "x"]\n\tclean = "touch '${trace}'; cat"\n`
  lab.write('shop/.gitattributes', '* filter=x\n')
  await said()
  const [folder = ''] = made()
  const damages: (() => void)[] = [
    () => fs.rmSync(folder, { recursive: true }),
    () => fs.appendFileSync(path.join(folder, 'config'), evil),
    () => fs.rmSync(path.join(folder, 'config')),
    () => fs.mkdirSync(path.join(folder, 'hooks')),
    () => fs.rmSync(path.join(folder, 'objects')),
    () => {
      fs.rmSync(path.join(folder, 'info/attributes'))
      fs.writeFileSync(path.join(folder, 'info/attributes'), '* filter=x\n')
    },
  ]
  for (const damage of damages) {
    damage()
    expect(await said()).toEqual([' M file.txt', '?? .gitattributes'])
    expect(made()).toEqual([folder])
    expect(fs.existsSync(trace)).toBe(false)
  }
})

test('many processes at once make one', async () => {
  await using script = await freshProcess(
    import.meta.url,
    `import { gitStatus } from '../git.ts'\nconsole.log(JSON.stringify(await gitStatus(process.argv[2])))`,
  )
  lab.write('shop/file.txt', 'two\n')
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const runs = Array.from({ length: 6 }, () => script.run([at], [], ['env', '-i', ...assignments]))
  for (const { stdout, stderr } of await Promise.all(runs))
    expect([stdout.trim(), stderr]).toEqual(['[{"code":" M","path":"file.txt"}]', ''])
  expect(made()).toHaveLength(1)
})

test('a configuration that is edited meanwhile counts from the next call on', async () => {
  lab.write('shop/file.txt', 'one\r\n')
  expect(await gitDiff(at, {}, { env })).not.toBe('')
  lab.git(at, 'config', 'core.autocrlf', 'true')
  expect(await gitDiff(at, {}, { env })).toBe('')
  lab.git(at, 'config', 'core.autocrlf', 'false')
  expect(await gitDiff(at, {}, { env })).not.toBe('')
  lab.write('.gitconfig', '[user]\n\tname = First\n\temail = f@example.org\n')
  await commitPaths(at, { message: 'second', paths: ['file.txt'] }, { env })
  lab.write('.gitconfig', '[user]\n\tname = Other\n\temail = f@example.org\n')
  lab.write('shop/file.txt', 'three\n')
  await commitPaths(at, { message: 'third', paths: ['file.txt'] }, { env })
  expect((await gitLog(at, { limit: 2 }, { env })).map(({ author }) => author)).toEqual(['Other', 'First'])
})

test('a home that cannot be written, or that is not there, is not needed', async () => {
  lab.write('shop/file.txt', 'two\n')
  const home = env.FURROW_HOME ?? ''
  fs.writeFileSync(path.join(home, 'git'), 'in the way')
  expect(await said()).toEqual([' M file.txt'])
  fs.rmSync(home, { recursive: true })
  expect(await said()).toEqual([' M file.txt'])
  expect(fs.existsSync(home)).toBe(false)
})

test('a linked worktree, one of a bare repository, and the bare repository itself', async () => {
  const linked = path.join(lab.folder, 'linked')
  lab.git(at, 'worktree', 'add', '-q', '-b', 'topic', linked)
  lab.write('linked/file.txt', 'two\n')
  expect(await said(linked)).toEqual([' M file.txt'])
  expect(await said()).toEqual([])
  const identity = { ...env, HOME: path.join(lab.folder, 'person') }
  lab.write('person/.gitconfig', '[user]\n\tname = P\n\temail = p@example.org\n')
  await commitPaths(linked, { message: 'on topic', paths: ['file.txt'] }, { env: identity })
  expect(lab.git(at, 'log', '-1', '--format=%s', 'topic').trim()).toBe('on topic')
  const bare = path.join(lab.folder, 'bare.git')
  lab.git(lab.folder, 'clone', '-q', '--bare', at, bare)
  expect((await gitLog(bare, {}, { env })).map(({ subject }) => subject)).toEqual(['first'])
  lab.git(bare, 'worktree', 'add', '-q', path.join(lab.folder, 'of-bare'), 'main')
  expect(await said(path.join(lab.folder, 'of-bare'))).toEqual([])
  expect(listWorktrees(bare).map(({ bare: is }) => is)).toEqual([true, false])
})

test('a repository of another object format, a sparse one, and one without a commit', async () => {
  const modern = path.join(lab.folder, 'modern')
  lab.git(lab.folder, 'init', '-q', '-b', 'main', '--object-format=sha256', modern)
  lab.write('modern/a.txt', 'x\n')
  expect(await said(modern)).toEqual(['?? a.txt'])
  lab.git(modern, 'add', '.')
  lab.git(modern, 'commit', '-qm', 'first')
  expect(await commitAt(modern, 'HEAD', { env })).toMatch(/^[0-9a-f]{64}$/)
  lab.write('shop/in/a.txt', 'x\n')
  lab.write('shop/out/b.txt', 'x\n')
  lab.git(at, 'add', '.')
  lab.git(at, 'commit', '-qm', 'second')
  lab.git(at, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'in')
  expect(lab.git(at, 'config', 'extensions.worktreeConfig').trim()).toBe('true')
  expect(fs.existsSync(path.join(at, 'out'))).toBe(false)
  expect(await said()).toEqual([])
  expect(await lsFiles(at, [], { env })).toEqual(['file.txt', 'in/a.txt', 'out/b.txt'])
})

test('a path with blanks, quotes and a line break', async () => {
  const odd = lab.repository('a "b"\n c\\d')
  fs.writeFileSync(path.join(odd, 'file.txt'), 'two\n')
  expect(await said(odd)).toEqual([' M file.txt'])
  lab.git(odd, 'worktree', 'add', '-q', '--detach', path.join(lab.folder, 'plain'))
  expect(await said(path.join(lab.folder, 'plain'))).toEqual([])
})

test('refs are packed and objects are collected beside it', async () => {
  const run = promisify(execFile)
  const beside = (async () => {
    for (let round = 0; round < 4; round += 1) {
      await run('git', ['pack-refs', '--all'], { cwd: at })
      await run('git', ['gc', '--quiet', '--prune=now'], { cwd: at })
    }
  })()
  const head = lab.git(at, 'rev-parse', 'HEAD').trim()
  for (let round = 0; round < 12; round += 1) {
    await runGit(at, ['update-ref', `refs/furrow/test/${round}`, head], { env })
    if (round % 2 === 0) await runGit(at, ['update-ref', '-d', `refs/furrow/test/${round}`], { env })
    expect(await gitLog(at, {}, { env })).toHaveLength(1)
  }
  await beside
  const kept = lab.git(at, 'for-each-ref', '--format=%(refname)', 'refs/furrow').trim().split('\n')
  expect(kept).toHaveLength(6)
  expect(fs.lstatSync(path.join(made()[0] ?? '', 'packed-refs')).isSymbolicLink()).toBe(true)
})

test('what a write leaves in the repository is in the repository', async () => {
  const bare = path.join(lab.folder, 'bare.git')
  lab.git(lab.folder, 'init', '-q', '--bare', bare)
  lab.git(at, 'remote', 'add', 'origin', bare)
  fs.rmSync(path.join(at, '.git/logs'), { recursive: true })
  await createBranch(at, 'topic', { env })
  lab.write('.gitconfig', '[user]\n\tname = P\n\temail = p@example.org\n')
  lab.write('shop/file.txt', 'two\n')
  await commitPaths(at, { message: 'second', paths: ['file.txt'] }, { env })
  await gitPush(at, { remote: 'origin', branch: 'topic' }, { env })
  await gitPush(at, { remote: 'origin', branch: 'topic' }, { env })
  expect(lab.git(at, 'rev-parse', '--abbrev-ref', 'topic@{upstream}').trim()).toBe('origin/topic')
  expect(lab.git(at, 'config', '--get-all', 'branch.topic.merge').trim()).toBe('refs/heads/topic')
  expect(lab.git(bare, 'log', '-1', '--format=%s', 'topic').trim()).toBe('second')
  expect(lab.git(at, 'reflog', 'topic')).toContain('second')
  expect([gitRemotes(at), remoteUrl(at)]).toEqual([['origin'], bare])
})

test('an extension that nobody knows is said so', async () => {
  lab.git(at, 'config', 'core.repositoryformatversion', '1')
  lab.git(at, 'config', 'extensions.newest', 'true')
  await expect(gitStatus(at, { env })).rejects.toMatchObject({ code: 'unsupported', message: /extensions\.newest/ })
})
