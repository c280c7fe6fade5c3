import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { environmentOf } from './environment.ts'
import { findByMarker } from './processes.ts'
import { type Confinement, confine, tryNamespace } from './sandbox.ts'
import { type RunningProcess, type StartRequest, startProcess } from './start-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'furrow-start-'))
const confinements: Record<string, Confinement> = {}
let runs = 0

beforeAll(async () => {
  for (const by of ['bwrap', 'unshare'] as const) {
    const tried = await tryNamespace(by)
    if (typeof tried === 'string') throw new Error(`${by}: ${tried}`)
    confinements[by] = tried
  }
  confinements.group = await confine('group')
})

afterAll(() => rmSync(folder, { recursive: true }))

function start(by: string, argv: string[], more: Partial<StartRequest> = {}): Promise<RunningProcess> {
  const env = environmentOf({ parent: process.env, runId: `start-${process.pid}-${runs++}`, root: folder })
  return startProcess({ argv, cwd: folder, env, confinement: confinements[by] as Confinement, ...more })
}

async function collect(running: RunningProcess) {
  const [stdout, stderr, ended] = await Promise.all([text(running.stdout), text(running.stderr), running.done])
  return { stdout, stderr, ...ended }
}

describe.each(['bwrap', 'unshare', 'group'])('by %s', by => {
  test('a command gives its output and its exit code', async () => {
    const running = await start(by, ['sh', '-c', 'echo out; echo err >&2; exit 3'])
    expect(await collect(running)).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 3,
      signal: null,
      cause: 'exit',
    })
  })

  test('arguments reach the command as they are, and no shell sees them', async () => {
    const hostile = ['$(id)', '`id`', '; id', "it's", '"', '', '--', '-c', '*', 'ü\n']
    const running = await start(by, [
      process.execPath,
      '-e',
      'console.log(JSON.stringify(process.argv.slice(1)))',
      '--',
      ...hostile,
    ])
    expect(JSON.parse((await collect(running)).stdout)).toEqual(hostile)
  })

  test('standard input is passed on to its end', async () => {
    const running = await start(by, ['cat'], { stdin: 'über\n'.repeat(50_000) })
    expect((await collect(running)).stdout).toBe('über\n'.repeat(50_000))
  })

  test('without input, standard input is empty', async () => {
    expect((await collect(await start(by, ['cat']))).stdout).toBe('')
  })

  test('a script may write to /dev/stdout and /dev/stderr by name', async () => {
    const running = await start(by, ['sh', '-c', 'echo out > /dev/stdout; echo err > /dev/stderr'])
    expect(await collect(running)).toMatchObject({ stdout: 'out\n', stderr: 'err\n', exitCode: 0 })
  })

  test('the environment is what was given, and the working directory', async () => {
    const env = { PATH: process.env.PATH ?? '', FURROW_RUN_ID: 'env-1', GRANTED: 'secret value' }
    const { stdout } = await collect(await start(by, ['env'], { env }))
    expect(stdout.trim().split('\n').sort()).toEqual(
      [...Object.entries(env).map(([name, value]) => `${name}=${value}`), `PWD=${folder}`].sort(),
    )
  })

  test('a granted secret is in the environment of the run and on no command line', async () => {
    const runId = `granted-${process.pid}-${by}`
    const secrets = [{ name: 'GRANTED', value: 'tok_55aa-zzQ9' }]
    const env = environmentOf({ parent: process.env, runId, root: folder, secrets })
    await using running = await start(by, ['sh', '-c', 'echo $GRANTED; read never'], {
      env,
      stdin: new PassThrough(),
      graceMs: 100,
    })
    expect(String(await firstOutput(running.stdout))).toBe('tok_55aa-zzQ9\n')
    const lines = findByMarker(runId).map(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('\n')).not.toContain('tok_55aa-zzQ9')
  })

  test('the command cannot dump core', async () => {
    expect((await collect(await start(by, ['sh', '-c', 'ulimit -c']))).stdout).toBe('0\n')
  })

  test('a command that a signal ends is told like a shell does', async () => {
    const running = await start(by, ['sh', '-c', 'kill -SEGV $$'])
    expect(await collect(running)).toEqual({ stdout: '', stderr: '', exitCode: 139, signal: 'SIGSEGV', cause: 'exit' })
  })

  test('a command has no open file but its standard streams and what this process itself was given', async () => {
    const list = ['sh', '-c', 'ls /proc/$$/fd']
    const { stdout } = await collect(await start(by, list))
    expect(stdout).toBe(execFileSync('sh', list.slice(1), { encoding: 'utf8' }))
  })

  test('a timeout ends a command that listens to SIGTERM without waiting for the grace period', async () => {
    const running = await start(by, ['sleep', '1000'], { timeoutMs: 100, graceMs: 60_000 })
    expect(await collect(running)).toMatchObject({ exitCode: 143, signal: 'SIGTERM', cause: 'timeout' })
  })

  test('SIGTERM reaches a grandchild, which may clean up', async () => {
    const child = `sh -c 'trap "echo cleaned; exit 0" TERM; echo ready; while :; do sleep 0.05; done'`
    const script = `trap : TERM; ${child} & wait; wait; exit 7`
    const running = await start(by, ['sh', '-c', script], { graceMs: 60_000 })
    const output = Promise.all([text(running.stdout), text(running.stderr)])
    await firstOutput(running.stdout)
    expect(await running.cancel()).toMatchObject({ exitCode: 7, cause: 'cancel' })
    expect((await output)[0]).toBe('ready\ncleaned\n')
  })

  test('a command that ignores SIGTERM is killed after the grace period', async () => {
    const running = await start(by, ['sh', '-c', 'trap "" TERM; echo ready; while :; do sleep 0.05; done'], {
      graceMs: 100,
    })
    const output = Promise.all([text(running.stdout), text(running.stderr)])
    await firstOutput(running.stdout)
    expect(await running.cancel()).toMatchObject({ exitCode: 137, signal: 'SIGKILL', cause: 'cancel' })
    expect((await output)[0]).toBe('ready\n')
  })

  test('a cancel at any moment after the start leaves nothing', async () => {
    for (let round = 0; round < 20; round++) {
      const runId = `early-${process.pid}-${by}-${round}`
      const env = environmentOf({ parent: process.env, runId, root: folder })
      const running = await start(by, ['sleep', '1000'], { env, graceMs: 100 })
      for (let turn = 0; turn < round; turn++) await new Promise(setImmediate)
      await Promise.all([running.cancel(), text(running.stdout), text(running.stderr)])
      expect(findByMarker(runId)).toEqual([])
    }
  })

  test('what a command leaves running when it ends is gone before the run counts as ended', async () => {
    const runId = `left-${process.pid}-${by}`
    const env = environmentOf({ parent: process.env, runId, root: folder })
    const running = await start(by, ['sh', '-c', 'setsid sleep 1000 & setsid sleep 1000 >/dev/null 2>&1 & exit 0'], {
      env,
    })
    expect(await collect(running)).toMatchObject({ exitCode: 0, cause: 'exit' })
    expect(findByMarker(runId)).toEqual([])
  })

  test('leaving the scope ends the process', async () => {
    let done: RunningProcess['done']
    {
      await using running = await start(by, ['yes'], { graceMs: 100 })
      done = running.done
    }
    expect((await done).cause).toBe('cancel')
  })

  test('a reader that stops reading stops the writer', async () => {
    const count = join(folder, `count-${by}`)
    const script = `let n = 0; const fs = require('fs'); const chunk = 'x'.repeat(65536); for (;;) { fs.writeSync(1, chunk); fs.writeFileSync(${JSON.stringify(count)}, String(++n)) }`
    await using running = await start(by, [process.execPath, '-e', script], { graceMs: 100 })
    await new Promise(resolve => running.stdout.once('readable', resolve))
    await settles(() => sizeOf(count))
    expect(Number(sizeOf(count)) * 65_536).toBeLessThan(2 ** 20)
  })
})

test.each(['bwrap', 'unshare'])('orphans in a namespace by %s are fetched when they end', async by => {
  const orphans = '(true &) ; (true &) ; (true &)'
  const script = `${orphans}; while grep -qs "^State:.Z" /proc/[0-9]*/status; do :; done; echo fetched`
  const running = await start(by, ['sh', '-c', script], { timeoutMs: 20_000 })
  expect(await collect(running)).toMatchObject({ stdout: 'fetched\n', cause: 'exit' })
})

test('a large input to a command that never reads neither hangs nor fails', async () => {
  const running = await start('bwrap', ['sleep', '0.1'], { stdin: Buffer.alloc(100 * 2 ** 20) })
  expect(await collect(running)).toMatchObject({ exitCode: 0, cause: 'exit' })
})

test('an input stream is released when the command ends early', async () => {
  const endless = new PassThrough()
  endless.write('x')
  const running = await start('bwrap', ['true'], { stdin: endless })
  expect(await collect(running)).toMatchObject({ exitCode: 0 })
  await expect.poll(() => endless.destroyed).toBe(true)
})

test('an unseen process that holds the output open does not keep the run from ending', async () => {
  const script = `const { spawn } = require('child_process'); spawn('sleep', ['30'], { detached: true, env: {}, stdio: 'inherit' }).unref()`
  const running = await start('group', [process.execPath, '-e', `${script}; console.log('done')`], { graceMs: 200 })
  const escaped = await collect(running)
  expect(escaped).toMatchObject({ stdout: 'done\n', exitCode: 0 })
})

test('a missing command, a missing file, a missing folder and a file that is no program are refused by name', async () => {
  writeFileSync(join(folder, 'notes.txt'), 'not a program')
  await expect(start('bwrap', ['no-such-command-here'])).rejects.toMatchObject({
    code: 'not_found',
    target: 'no-such-command-here',
  })
  await expect(start('bwrap', ['./nothing'])).rejects.toMatchObject({ code: 'not_found', target: './nothing' })
  await expect(start('bwrap', ['true'], { cwd: join(folder, 'gone') })).rejects.toMatchObject({ code: 'not_found' })
  await expect(start('bwrap', ['./notes.txt'])).rejects.toMatchObject({
    code: 'invalid_state',
    fix: `chmod +x ${join(folder, 'notes.txt')}`,
  })
  await expect(start('bwrap', [])).rejects.toMatchObject({ code: 'usage' })
})

test('a command line that the system does not take is refused', async () => {
  await expect(start('bwrap', ['echo', 'x'.repeat(3 * 2 ** 20)])).rejects.toMatchObject({ code: 'too_large' })
})

test('a hundred runs leave no open files behind', async () => {
  await collect(await start('bwrap', ['true'], { stdin: 'x' }))
  const before = openFiles()
  for (let round = 0; round < 100; round++) {
    const running = await start('bwrap', ['sh', '-c', 'echo x'], { stdin: 'never read' })
    if (round % 3 === 0) await running[Symbol.asyncDispose]()
    else await collect(running)
  }
  await expect.poll(() => Math.abs(openFiles() - before)).toBeLessThanOrEqual(2)
})

function openFiles(): number {
  return readdirSync('/proc/self/fd').length
}

async function firstOutput(stream: Readable): Promise<unknown> {
  return new Promise(resolve => stream.once('data', resolve))
}

function sizeOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '0'
  }
}

/** Waits until a value has stayed the same for a while. */
async function settles(read: () => string): Promise<void> {
  let last = ''
  let same = 0
  await expect
    .poll(
      () => {
        same = read() === last ? same + 1 : 0
        last = read()
        return same
      },
      { interval: 20, timeout: 20_000 },
    )
    .toBeGreaterThan(10)
}

test('output that nobody reads does not keep the run from ending', async () => {
  const running = await start('bwrap', ['sh', '-c', 'echo out; echo err >&2'], { graceMs: 100 })
  expect(await running.done).toMatchObject({ exitCode: 0 })
})

test('a time limit that comes after the end leaves no timer, which would keep the process alive', async () => {
  await using running = await start('group', ['true'])
  await running.done
  const timers = () => process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').length
  const before = timers()
  running.limit(600_000)
  expect(timers()).toBe(before)
})
