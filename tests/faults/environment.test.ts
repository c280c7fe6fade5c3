import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { adviseUpdate } from '../../src/store/installation/installation.ts'
import { bin, packageRoot } from '../lab.ts'
import { type FaultLab, openFaultLab } from './fault-lab.ts'

const SET = ['config', 'set', 'project.name', 'new']
const LIST = ['config', 'list']

interface Answer {
  readonly status: number | null
  readonly answer: unknown
}

test('a read-only workspace: writing is refused with the file, reading works', () => {
  using lab = established()
  lab.write('src/walrus.ts', 'export const feedWalrus = () => "fish"\n')
  const before = lab.tree()
  expect(furrow(lab, SET, { readOnly: lab.root })).toMatchObject(refusal(1, 'io_error', lab.root))
  expect(furrow(lab, LIST, { readOnly: lab.root })).toMatchObject({ status: 0 })
  // A search keeps an index where it can; it answers as well where it cannot, and leaves nothing behind.
  const TMPDIR = path.join(lab.base, 'tmp')
  fs.mkdirSync(TMPDIR)
  const found = furrow(lab, ['ask', 'search', 'feedWalrus'], { readOnly: lab.root, env: { TMPDIR } })
  expect(found).toMatchObject({ status: 0, answer: { sources: [{ path: 'src/walrus.ts' }] } })
  expect(fs.readdirSync(TMPDIR)).toEqual([])
  expect(lab.tree()).toEqual(before)
})

test('a read-only FURROW_HOME: writing is refused with the file, reading works', () => {
  using lab = established()
  const before = lab.tree()
  expect(furrow(lab, SET, { readOnly: lab.home })).toMatchObject(refusal(1, 'io_error', lab.home))
  for (const args of [LIST, ['log'], ['status'], ['trust', 'status'], ['doctor']])
    expect(furrow(lab, args, { readOnly: lab.home }), args.join(' ')).toMatchObject({ status: 0 })
  expect(lab.tree()).toEqual(before)
})

test('a FURROW_HOME that cannot be made: writing is refused with its place, reading works', () => {
  using lab = openFaultLab()
  const closed = path.join(lab.base, 'closed')
  fs.mkdirSync(closed)
  const env = { FURROW_HOME: path.join(closed, 'home') }
  expect(furrow(lab, SET, { readOnly: closed, env })).toMatchObject(refusal(1, 'io_error', closed))
  expect(furrow(lab, LIST, { readOnly: closed, env })).toMatchObject({ status: 0 })
})

test.each([
  ['relative', 'not/absolute'],
  ['a file', '/etc/hostname'],
  ['below a file', '/etc/hostname/home'],
])('a FURROW_HOME that is %s is named, with one that works', (_, home) => {
  using lab = openFaultLab()
  const { status, answer } = furrow(lab, SET, { env: { FURROW_HOME: home } })
  expect(status).not.toBe(0)
  expect(answer).toMatchObject({ error: { message: expect.stringContaining(home), fix: expect.any(String) } })
  expect(JSON.stringify(answer)).not.toContain('internal')
})

test('a file where .sdlc should be: named with the way to put it aside, after which it works', () => {
  using lab = openFaultLab()
  lab.write('.sdlc', 'mine')
  const { answer } = furrow(lab, SET)
  expect(answer).toMatchObject({ error: { code: 'conflict', target: '.sdlc', fix: 'mv .sdlc .sdlc.aside' } })
  expect(fs.readFileSync(path.join(lab.root, '.sdlc'), 'utf8')).toBe('mine')
  execFileSync('sh', ['-c', (answer as { error: { fix: string } }).error.fix], { cwd: lab.root })
  expect(furrow(lab, SET)).toMatchObject({ status: 0 })
})

test('a folder where a file should be stops all of a write, and the doctor says more', () => {
  using lab = openFaultLab()
  fs.mkdirSync(path.join(lab.root, 'AGENTS.md'))
  expect(furrow(lab, ['init'])).toMatchObject({
    status: 5,
    answer: { error: { code: 'conflict', target: expect.stringContaining('AGENTS.md'), fix: expect.any(String) } },
  })
  expect(fs.readdirSync(lab.root).sort()).toEqual(['.git', 'AGENTS.md'])
})

test('a foreign file that cannot be read as what it should be is named with its line and stays', () => {
  using lab = openFaultLab()
  lab.write('.mcp.json', '{\n  "mcpServers": {,}\n}\n')
  expect(furrow(lab, ['init'])).toMatchObject({
    status: 6,
    answer: { error: { code: 'damaged', target: '.mcp.json' } },
  })
  expect(lab.tree()['workspace/.mcp.json']).toContain('{,}')
  expect(lab.tree()['workspace/AGENTS.md']).toBeUndefined()
})

test('a file where sdd should be keeps the doctor from nothing', () => {
  using lab = openFaultLab()
  lab.write('sdd', 'mine')
  const { status, answer } = furrow(lab, ['doctor'])
  expect(status).toBe(4)
  expect(JSON.stringify(answer)).toContain('sdd')
})

test('a state of a newer Furrow: refused with the command that brings that Furrow', () => {
  using lab = established()
  const state = new DatabaseSync(stateFile(lab.home))
  state.exec('PRAGMA user_version=99')
  state.close()
  const { status, answer } = furrow(lab, SET)
  expect(status).toBe(6)
  const { says, ...way } = adviseUpdate()
  expect(answer).toMatchObject({
    error: { code: 'newer_schema', target: stateFile(lab.home), message: expect.stringContaining(says), ...way },
  })
  expect(lab.tree()['workspace/.sdlc/config.yaml']).toContain('old')
})

test('without git on the PATH Furrow works, and the doctor says what is missing', () => {
  using lab = openFaultLab()
  const folder = path.join(lab.base, 'bin')
  fs.mkdirSync(folder)
  const env = { PATH: folder }
  expect(furrow(lab, SET, { env })).toMatchObject({ status: 0 })
  const { answer } = furrow(lab, ['doctor'], { env })
  expect(answer).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({ check: 'git', level: 'problem', fix: expect.stringContaining('git') }),
    ]),
  })
})

test('a FURROW_HOME on a network file system is refused before anything is written', () => {
  using lab = openFaultLab()
  const env = { NODE_OPTIONS: `--require ${path.join(packageRoot, 'tests/faults/network-disk.cjs')}` }
  expect(furrow(lab, SET, { env })).toMatchObject({
    status: 6,
    answer: {
      error: {
        code: 'unsupported',
        message: expect.stringContaining('network file system'),
        fix: 'export FURROW_HOME="$HOME/.furrow"',
      },
    },
  })
  expect(fs.readdirSync(lab.root)).toEqual(['.git'])
})

test('a second FURROW_HOME waits while the first is at work, and takes over when it is idle', async () => {
  using lab = established()
  const second = { env: { FURROW_HOME: path.join(lab.base, 'second') } }
  const server = spawn(process.execPath, [bin, 'serve', '--port', '0', '--quiet'], { cwd: lab.root, env: lab.env })
  await once(server.stdout, 'data')
  expect(furrow(lab, SET, second)).toMatchObject({
    status: 5,
    answer: {
      error: { code: 'conflict', message: expect.stringContaining(lab.home), fix: 'furrow doctor adopt-home' },
    },
  })
  expect(furrow(lab, LIST, second)).toMatchObject({ status: 0 })
  server.kill('SIGTERM')
  await once(server, 'close')
  expect(furrow(lab, SET, second)).toMatchObject({ status: 0 })
  expect(owner(lab)).toMatchObject({ home: path.join(lab.base, 'second') })
})

test('a second FURROW_HOME takes over when the first is gone', () => {
  using lab = established()
  fs.rmSync(lab.home, { recursive: true })
  const second = path.join(lab.base, 'second')
  expect(furrow(lab, SET, { env: { FURROW_HOME: second } })).toMatchObject({ status: 0 })
  expect(owner(lab)).toMatchObject({ home: second })
})

test('a home on another machine is asked for, not overruled, until a person says so', async () => {
  using lab = established()
  lab.write('.git/furrow-home.json', '{"home":"/home/them/.furrow","host":"elsewhere","claimed_at":""}\n')
  expect(furrow(lab, SET)).toMatchObject({
    status: 5,
    answer: {
      error: { code: 'conflict', message: expect.stringContaining('elsewhere'), fix: 'furrow doctor adopt-home' },
    },
  })
  expect(await lab.perform({ call: 'doctor.adopt_home', input: {}, id: 'adopt' })).toMatchObject({ ok: true })
  expect(furrow(lab, SET)).toMatchObject({ status: 0 })
})

function established(): FaultLab {
  const lab = openFaultLab()
  expect(furrow(lab, ['config', 'set', 'project.name', 'old'])).toMatchObject({ status: 0 })
  return lab
}

interface Around {
  readonly env?: Record<string, string>
  /** A folder that is mounted so that nothing in it can be changed. */
  readonly readOnly?: string
}

function furrow(lab: FaultLab, args: readonly string[], { env = {}, readOnly }: Around = {}): Answer {
  const command = [process.execPath, bin, ...args, '--json']
  const [program = '', ...rest] = readOnly === undefined ? command : readOnlyAround(readOnly, command)
  const { status, stdout, stderr } = spawnSync(program, rest, {
    cwd: lab.root,
    env: { ...lab.env, ...env },
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(`${args.join(' ')} said nothing but ${stderr}`)
  return { status, answer: JSON.parse(stdout) as unknown }
}

function readOnlyAround(folder: string, command: readonly string[]): string[] {
  // Entered again, because the working directory is still the one below the mount.
  const script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && cd "$PWD" && shift && exec "$@"'
  return ['/usr/bin/unshare', '-rm', '/bin/sh', '-c', script, 'sh', folder, ...command]
}

function refusal(status: number, code: string, place: string) {
  return { status, answer: { error: { code, target: expect.stringContaining(place), fix: expect.any(String) } } }
}

function stateFile(home: string): string {
  const [id = ''] = fs.readdirSync(path.join(home, 'repos'))
  return path.join(home, 'repos', id, 'state.db')
}

function owner(lab: FaultLab): unknown {
  return JSON.parse(fs.readFileSync(path.join(lab.root, '.git/furrow-home.json'), 'utf8'))
}
