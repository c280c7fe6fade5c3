import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Enclosure, enclose } from './enclose.ts'
import { environmentOf } from './environment.ts'
import { type Confinement, confine } from './sandbox.ts'
import { startProcess } from './start-process.ts'

// Not in /tmp, which is empty inside in any case.
const base = mkdtempSync(join(homedir(), '.furrow-enclose-'))
const home = join(base, 'home')
const worktree = join(home, 'project')
const furrowHome = join(home, '.furrow')
const linked = join(base, 'linked')
const server = createServer(socket => socket.end('reached'))

beforeAll(async () => {
  for (const folder of [worktree, furrowHome, join(home, '.ssh'), join(home, 'other')])
    mkdirSync(folder, { recursive: true })
  writeFileSync(join(home, '.ssh/id_ed25519'), 'PRIVATE')
  writeFileSync(join(furrowHome, 'token'), 'TOKEN')
  writeFileSync(join(home, 'other/file'), 'OTHER')
  git('init', '-q')
  git('config', 'user.email', 'maintainer@example.org')
  git('config', 'user.name', 'Maintainer')
  git('commit', '-q', '--allow-empty', '-m', 'first')
  git('worktree', 'add', '-q', linked)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  server.close()
  rmSync(base, { recursive: true })
})

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: worktree, encoding: 'utf8' })
}

function inside(script: string, more: Partial<Enclosure> = {}) {
  const enclosure: Enclosure = { worktree, home, furrowHome, network: false, ...more }
  return enclose(enclosure).then(confinement => run(script, confinement, enclosure.worktree))
}

async function run(script: string, confinement: Confinement, cwd = worktree) {
  const env = environmentOf({ parent: { ...process.env, HOME: home }, runId: `enclosed-${process.pid}`, root: cwd })
  const running = await startProcess({ argv: ['sh', '-c', script], cwd, env, confinement })
  const [stdout, stderr, { exitCode }] = await Promise.all([text(running.stdout), text(running.stderr), running.done])
  return { level: running.level, stdout, stderr, exitCode }
}

test('a build can read the system, write the worktree and commit', async () => {
  const script = `node -e "require('fs').writeFileSync('made.txt', 'made')" && git add made.txt && git commit -q -m made && git log --format=%s`
  expect(await inside(script)).toMatchObject({ level: 'sandbox', stdout: 'made\nfirst\n', exitCode: 0 })
  expect(readFileSync(join(worktree, 'made.txt'), 'utf8')).toBe('made')
})

test.each([
  ['read a private key', 'cat ~/.ssh/id_ed25519'],
  ['list the home folder', 'test -e ~/.ssh'],
  ['read the token of the server', `cat ${furrowHome}/token`],
  ['read another project', 'cat ~/other/file'],
  ['see the owner', `test -e /proc/${process.pid}`],
  ['signal the owner', `kill -0 ${process.pid}`],
  ['read the environment of the owner', `cat /proc/${process.pid}/environ`],
  ['make a hook', 'touch .git/hooks/pre-commit'],
  ['change the settings of git', 'git config furrow.test yes'],
  ['put another repository in place', 'mv .git .git-old && mv .git-old .git'],
])('it cannot %s, as without the sandbox it could', async (_, script) => {
  expect((await inside(script)).exitCode).not.toBe(0)
  expect((await run(script, await confine('group'))).exitCode).toBe(0)
})

test.each([
  ['read the password hashes', 'cat /etc/shadow'],
  ['change a program', 'touch /usr/bin/evil'],
  ['change the system settings', 'touch /etc/passwd'],
  ['mount something', 'mount -t tmpfs none /usr'],
  ['give files away', 'touch made-up; chown 12345 made-up'],
])('it cannot %s', async (_, script) => {
  expect((await inside(script)).exitCode).not.toBe(0)
})

test('settings of git for one worktree cannot be made where git would read them', async () => {
  git('config', 'extensions.worktreeConfig', 'true')
  expect((await inside('echo > .git/config.worktree')).exitCode).not.toBe(0)
  git('config', '--unset', 'extensions.worktreeConfig')
})

test('nothing is added to a repository by enclosing it', async () => {
  const fresh = join(base, 'fresh')
  execFileSync('git', ['init', '-q', fresh])
  const before = readdirSync(fresh, { recursive: true })
  await inside('true', { worktree: fresh })
  expect(readdirSync(fresh, { recursive: true })).toEqual(before)
})

test('a worktree that holds the home folder is refused', async () => {
  await expect(inside('true', { worktree: home })).rejects.toMatchObject({ code: 'unsupported', target: home })
  await expect(inside('true', { worktree: base })).rejects.toMatchObject({ code: 'unsupported', target: base })
})

test('what it writes elsewhere goes with it', async () => {
  const script = 'echo x > /tmp/stray && echo x > ~/stray && echo ok'
  expect(await inside(script)).toMatchObject({ stdout: 'ok\n', exitCode: 0 })
  expect(existsSync('/tmp/stray')).toBe(false)
  expect(existsSync(join(home, 'stray'))).toBe(false)
})

test('it reaches the network only when it may', async () => {
  const { port } = server.address() as { port: number }
  const script = `node -e "require('net').connect(${port}, '127.0.0.1').on('error', e => { console.log(e.code); process.exit(1) }).pipe(process.stdout)"`
  expect(await inside(script)).toMatchObject({ stdout: 'ECONNREFUSED\n', exitCode: 1 })
  expect(await inside(script, { network: true })).toMatchObject({ stdout: 'reached', exitCode: 0 })
})

test.each([
  ['write', 'echo /elsewhere/.git > .git/commondir'],
  ['remove', 'rm -f .git/commondir'],
  ['move', 'mv .git/commondir .git/old'],
  ['replace', 'echo /elsewhere/.git > .git/mine && mv -f .git/mine .git/commondir'],
  ['replace by a folder', 'mv .git/commondir .git/old; mkdir .git/commondir'],
])('in a main worktree it cannot %s what would lead git to other settings', async (_, script) => {
  const pointer = join(worktree, '.git/commondir')
  expect((await inside(script)).exitCode).not.toBe(0)
  expect(existsSync(pointer), 'nothing of it stays').toBe(false)
  rmSync(join(worktree, '.git/mine'), { force: true })
})

test('git of the person works while a sandbox is at work, and one that was there before stays', async () => {
  const pointer = join(worktree, '.git/commondir')
  const held = await enclose({ worktree, home, furrowHome, network: false })
  expect(readFileSync(pointer, 'utf8')).toBe('.\n')
  expect(git('rev-parse', '--git-common-dir')).toBe(`${join(worktree, '.git')}\n`)
  git('commit', '-q', '--allow-empty', '-m', 'meanwhile')
  held.leave?.()
  expect(existsSync(pointer)).toBe(false)
  writeFileSync(pointer, './\n')
  expect(await inside('true')).toMatchObject({ exitCode: 0 })
  expect(readFileSync(pointer, 'utf8')).toBe('./\n')
  rmSync(pointer)
})

test('what a sandbox is held by stays until the last one has ended', async () => {
  const pointer = join(worktree, '.git/commondir')
  const held = await enclose({ worktree, home, furrowHome, network: false, isShared: () => true })
  held.leave?.()
  expect(existsSync(pointer)).toBe(true)
  expect((await inside('true')).exitCode).toBe(0)
  expect(existsSync(pointer)).toBe(false)
})

test('in a linked worktree it commits, and can change neither pointer nor hooks of the repository', async () => {
  const gitFolder = join(worktree, '.git')
  const more = { worktree: linked, gitFolder }
  expect(await inside('git commit -q --allow-empty -m linked && git log -1 --format=%s', more)).toMatchObject({
    stdout: 'linked\n',
    exitCode: 0,
  })
  expect((await inside('rm -f .git', more)).exitCode).not.toBe(0)
  expect((await inside(`touch ${gitFolder}/hooks/pre-commit`, more)).exitCode).not.toBe(0)
  expect((await inside(`echo /elsewhere > ${gitFolder}/commondir`, more)).exitCode).not.toBe(0)
  expect(existsSync(join(gitFolder, 'commondir'))).toBe(false)
})

test('a worktree that is not a repository can be enclosed too', async () => {
  const plain = join(base, 'plain')
  mkdirSync(plain)
  expect(await inside('echo x > file && cat file', { worktree: plain })).toMatchObject({ stdout: 'x\n', exitCode: 0 })
})
