import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bin, openLab, packageRoot } from '../lab.ts'
import { copyForEveryone } from '../support/readable-copy.ts'
import { bundled } from './bundled.ts'
import { figure } from './figures.ts'

interface Compared {
  readonly name: string
  readonly before: string
  readonly after: unknown
}

test('D10 a home that cannot be written answers every operation that reads', async () => {
  const command = [process.execPath, await bundled('read-only-home'), packageRoot]
  const output = execFileSync('unshare', ['-rm', ...command], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  const compared = output
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Compared)
  expect(compared.length).toBeGreaterThan(80)
  expect(compared.filter(({ before, after }) => before === 'ok' && after !== 'ok')).toEqual([])
  figure('D10', 'operations that read, answered with a read-only home', `${compared.length} of ${compared.length}`)
})

const readable = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-readable-')))
let readableBin = ''

beforeAll(() => {
  fs.chmodSync(readable, 0o755)
  readableBin = path.join(copyForEveryone(readable), 'dist/furrow.cjs')
})

afterAll(() => fs.rmSync(readable, { recursive: true, force: true }))

/** Runs a command with the home mounted read-only, or as somebody who may only read it. */
const WAYS = {
  'on a read-only mount': (home: string, command: readonly string[]) => {
    const script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'
    return ['/usr/bin/unshare', '-rm', '/bin/sh', '-c', script, 'sh', home, ...command]
  },
  'of another owner, with mode 0555': (home: string, command: readonly string[]) => {
    execFileSync('chmod', ['-R', 'a+rX,a-w', home])
    execFileSync('chmod', ['a+x', path.dirname(home)])
    return ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...command]
  },
} as const

test.each(Object.entries(WAYS))(
  'D10 a home %s: memory is searched, and a save is refused with a fix',
  async (_, around) => {
    for (const isLogged of [false, true]) {
      await using lab = await openLab()
      await lab.call('memory.save', { title: 'Walrus', content: 'A walrus eats fish.' })
      // With its last records in the log alone, as a killed process leaves it.
      const copy = `${lab.home}-copy`
      if (isLogged) fs.cpSync(lab.home, copy, { recursive: true })
      await lab.app[Symbol.asyncDispose]()
      if (isLogged) {
        fs.rmSync(lab.home, { recursive: true })
        fs.renameSync(copy, lab.home)
        expect(fs.statSync(path.join(lab.home, 'memory/memory.db-wal')).size).toBeGreaterThan(0)
      }
      fs.chmodSync(path.dirname(lab.root), 0o755)
      const run = (...args: string[]) => {
        const [program = '', ...rest] = around(lab.home, [process.execPath, readableBin, ...args, '--json'])
        const env = { ...lab.env, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }
        const { status, stdout, stderr } = spawnSync(program, rest, { cwd: lab.root, env, encoding: 'utf8' })
        if (stdout === '') throw new Error(`${args.join(' ')} said nothing but ${stderr}`)
        return { status, answer: JSON.parse(stdout) as unknown }
      }
      const before = fs.readdirSync(lab.home, { recursive: true })
      expect(run('memory', 'search', 'walrus')).toMatchObject({ status: 0, answer: { hits: [{ title: 'Walrus' }] } })
      expect(run('doctor')).not.toMatchObject({
        answer: { findings: expect.arrayContaining([expect.objectContaining({ check: 'memory', level: 'problem' })]) },
      })
      expect(run('call', 'memory.save', '--input', '{"title":"Seal","content":"A seal."}')).toMatchObject({
        status: 1,
        answer: {
          error: { code: 'io_error', message: expect.stringContaining('cannot be written'), fix: expect.any(String) },
        },
      })
      expect(fs.readdirSync(lab.home, { recursive: true })).toEqual(before)
    }
  },
)

test('D10 the MCP server answers from a home that cannot be written', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'Walrus', content: 'A walrus eats fish.' })
  await lab.app[Symbol.asyncDispose]()
  const [program = '', ...rest] = WAYS['on a read-only mount'](lab.home, [process.execPath, bin, 'mcp'])
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
  const call = (id: number, name: string, args: object) => ({
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  })
  const messages = [
    { id: 0, method: 'initialize', params },
    { method: 'notifications/initialized' },
    call(1, 'mem_search', { query: 'walrus' }),
    call(2, 'mem_save', { title: 'Seal', content: 'A seal.' }),
  ]
  const input = messages.map(message => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')
  const { stdout } = spawnSync(program, rest, { cwd: lab.root, env: lab.env, encoding: 'utf8', input })
  const answers = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { id?: number; result?: { isError?: boolean } })
  const answer = (id: number) => answers.find(message => message.id === id)?.result
  expect(JSON.stringify(answer(1))).toContain('Walrus')
  expect(answer(1)?.isError ?? false).toBe(false)
  expect(answer(2)?.isError).toBe(true)
  expect(JSON.stringify(answer(2))).toContain('cannot be written')
})

test('D10 a server in a home that cannot be written says why it does not start', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'Walrus', content: 'A walrus eats fish.' })
  await lab.app[Symbol.asyncDispose]()
  const command = [process.execPath, bin, 'serve', '--port', '0', '--quiet']
  const [program = '', ...rest] = WAYS['on a read-only mount'](lab.home, command)
  const { status, stderr } = spawnSync(program, rest, {
    cwd: lab.root,
    env: lab.env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(status).not.toBe(0)
  expect(stderr).toMatch(/read-only|cannot be written/)
  expect(stderr).not.toContain('internal')
})
