import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bin } from '../lab.ts'

/** Every program that Furrow itself starts by a name, as a repository would bring it along. */
const PLANTED = [
  ...['git', 'mkfifo', 'bun', 'deno', 'just', 'mise', 'make', 'gh', 'ps', 'bwrap', 'prlimit', 'setpriv', 'unshare'],
  ...['xdg-open', 'vi', 'claude-agent-acp', 'codex-acp', 'opencode', 'ssh', 'gpg'],
]

let base = ''
let root = ''
let planted = ''

beforeAll(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-foreign-')))
  root = path.join(base, 'repository')
  planted = path.join(root, 'node_modules/.bin')
  fs.mkdirSync(planted, { recursive: true })
  execFileSync('git', ['init', '-q', '-b', 'main', root])
  plant(planted)
  fs.writeFileSync(path.join(root, 'justfile'), 'hello:\n  echo hello\n')
  fs.writeFileSync(path.join(root, 'Makefile'), 'hello:\n\techo hello\n')
  const scripts = { doctor: 'furrow doctor', index: 'furrow ask index', exec: 'furrow exec -- /bin/echo done' }
  fs.writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0', scripts }))
  fs.symlinkSync(bin, path.join(planted, 'furrow'))
})

afterAll(() => fs.rmSync(base, { recursive: true, force: true }))

/** Each leaves its name behind when it is started. */
function plant(folder: string): void {
  fs.mkdirSync(folder, { recursive: true })
  for (const name of PLANTED)
    fs.writeFileSync(path.join(folder, name), `#!/bin/sh\necho ${name} >> '${base}/started'\nexit 1\n`, { mode: 0o755 })
}

function started(): string[] {
  const file = path.join(base, 'started')
  const names = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : []
  fs.rmSync(file, { force: true })
  return [...new Set(names)]
}

function run(program: string, args: readonly string[], searched: string) {
  const env = { PATH: searched, HOME: base, FURROW_HOME: path.join(base, 'home'), NO_COLOR: '1', EDITOR: 'vi' }
  return spawnSync(program, args, { cwd: root, env: { ...env, npm_config_offline: 'true' }, encoding: 'utf8' })
}

const system = process.env['PATH'] ?? ''

test.each(['doctor', 'ask index', 'exec -- /bin/echo done'])(
  'npx --no-install furrow %s starts nothing of it',
  line => {
    const { status, stderr } = run('npx', ['--no-install', 'furrow', ...line.split(' ')], system)
    expect({ status, stderr, started: started() }).toMatchObject({ status: 0, started: [] })
  },
)

test.each(['doctor', 'index', 'exec'])('npm run %s starts nothing of it', script => {
  const { status, stderr } = run('npm', ['run', '--silent', script], system)
  expect({ status, stderr, started: started() }).toMatchObject({ status: 0, started: [] })
})

const COMMANDS = [
  ['doctor'],
  ['ask', 'index'],
  ['exec', '--', '/bin/echo', 'done'],
  ['exec', '--sandbox', '--', '/bin/echo', 'done'],
  ['status'],
  ['check'],
  ['tool', 'list'],
  ['tool', 'runtimes'],
  ['agent', 'detect'],
]

/** Folders that hold the same programs, and how PATH names each. */
const ENTRIES: Readonly<Record<string, () => string>> = {
  'node_modules/.bin of the repository': () => planted,
  'a relative one': () => 'node_modules/.bin',
  'the current folder': () => {
    plant(root)
    return '.'
  },
  'an empty one': () => '',
  'a folder that everybody can write': () => {
    const folder = path.join(base, 'open')
    plant(folder)
    fs.chmodSync(folder, 0o777)
    return folder
  },
  'a link into the repository': () => {
    fs.symlinkSync(planted, path.join(base, 'link'))
    return path.join(base, 'link')
  },
  'a folder of links into the repository': () => {
    const folder = path.join(base, 'links')
    fs.mkdirSync(folder)
    for (const name of PLANTED) fs.symlinkSync(path.join(planted, name), path.join(folder, name))
    return folder
  },
}

test.each(Object.keys(ENTRIES))('first on PATH, %s: no command starts a program from it', name => {
  const entry = ENTRIES[name]?.() ?? ''
  for (const command of COMMANDS) {
    const { status, stderr, stdout } = run(process.execPath, [bin, ...command], `${entry}:${system}`)
    expect({ command, said: stderr, started: started() }).toMatchObject({ command, started: [] })
    if (command[0] !== 'check') expect({ command, status, stdout }).toMatchObject({ command, status: 0 })
  }
})

test('the doctor says where each program is and what is not started, and why', () => {
  const { stdout } = run(process.execPath, [bin, 'doctor'], `${planted}:${system}`)
  expect(stdout).toMatch(/ok +git: git version \S+ \(\/\S+\/git\)/)
  expect(stdout).toContain(`Furrow does not start ${path.join(planted, 'git')}: a repository can write it.`)
  const none = run(process.execPath, [bin, 'doctor', '--json'], planted)
  expect(none.stdout).toContain(`git was found only in ${planted}: a repository can write it, so it is not started.`)
  expect(started()).toEqual([])
})

test('a command of the person keeps their PATH as it is', () => {
  const searched = `${planted}:.::${system}`
  const { stdout } = run(process.execPath, [bin, 'exec', '--', '/bin/sh', '-c', 'echo "$PATH"'], searched)
  expect(stdout).toContain(searched)
})

test('a folder on PATH that an ordinary user may not read is skipped', { skip: process.getuid?.() !== 0 }, () => {
  const place = path.join(base, 'person')
  const closed = path.join(base, 'closed')
  plant(closed)
  fs.chmodSync(closed, 0o700)
  fs.chmodSync(base, 0o755)
  execFileSync('git', ['init', '-q', place])
  execFileSync('chown', ['-R', '12345:12345', place])
  const env = { PATH: `${closed}:${system}`, HOME: place, FURROW_HOME: path.join(place, 'home'), NO_COLOR: '1' }
  const args = [bin, 'exec', '--', 'true']
  const copy = { cwd: place, env, uid: 12345, gid: 12345, encoding: 'utf8' as const }
  const { status, stderr } = spawnSync(process.execPath, args, copy)
  expect({ status, stderr }).toMatchObject({ status: 0 })
})

test('too few open files: the doctor names the limit', () => {
  const limits = [20, 23, 24, 26]
  const said = limits.map(limit =>
    run('sh', ['-c', `ulimit -n ${limit}; exec "$@"`, 'sh', process.execPath, bin, 'doctor'], system),
  )
  expect(said.map(({ stderr }) => stderr).join('')).not.toContain('Cannot read properties')
  expect(said.some(({ stdout, stderr }) => /This shell allows \d+ \(ulimit -n\)/.test(stdout + stderr))).toBe(true)
})
