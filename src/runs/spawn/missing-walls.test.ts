import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environmentOf } from './environment.ts'
import type { Walls } from './missing-walls.ts'
import { type Confinement, confine } from './sandbox.ts'
import { type Shield, shieldedAtBest, tryMeans } from './shield.ts'
import { startProcess } from './start-process.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'furrow walls-')))
const [open, fixed, secret, token] = ['open', 'fixed', 'secret', 'token'].map(name => join(base, name)) as [
  string,
  string,
  string,
  string,
]
const isRoot = process.getuid?.() === 0
let runs = 0

beforeAll(() => {
  for (const folder of [open, fixed, secret]) mkdirSync(folder)
  writeFileSync(join(secret, 'key'), 'KEY')
  writeFileSync(token, 'TOKEN')
})

afterAll(() => rmSync(base, { recursive: true }))

const SHIELD: Shield = {
  base: 'writable',
  layers: [
    ['readOnly', [fixed]],
    ['hidden', [secret, token]],
  ],
}

async function inside(confinement: Confinement, script = 'true') {
  const env = environmentOf({ parent: process.env, runId: `walls-${process.pid}-${runs++}`, root: base })
  const running = await startProcess({ argv: ['sh', '-c', script], cwd: base, env, confinement })
  const [stdout, stderr] = await Promise.all([text(running.stdout), text(running.stderr), running.done])
  return { stdout, stderr, missing: await running.missingWalls }
}

async function made(means: Parameters<typeof tryMeans>[0], shield = SHIELD): Promise<Confinement> {
  const tried = await tryMeans(means, shield)
  if (typeof tried === 'string') throw new Error(tried)
  return tried
}

/** The same start, of which more is expected than was made. */
function expecting(confinement: Confinement, layers: Walls['layers']): Confinement {
  return { ...confinement, walls: { layers, namespaces: ['user', 'pid', 'mnt'] } }
}

test('with all that the system gives, no wall is missing', async () => {
  const { missing, stdout } = await inside(await shieldedAtBest(SHIELD), 'grep -E "^(Cap|NoNew)" /proc/self/status')
  expect(missing).toEqual([])
  expect(stdout.match(/^Cap\w+:\s+0+$/gm)).toHaveLength(5)
  expect(stdout).toMatch(/^NoNewPrivs:\s+1$/m)
})

test('a command of the person’s own is not inspected', async () => {
  expect((await inside(await confine('best'))).missing).toBeUndefined()
})

test('a place that is writable, visible or a device is named', async () => {
  const confinement = await made({ by: 'bwrap', userNamespace: true })
  const walls = expecting(confinement, [
    ['writable', ['/']],
    ['readOnly', [fixed, open]],
    ['hidden', [secret, token, fixed]],
  ])
  expect((await inside(walls)).missing).toEqual([`visible: ${fixed}`, `writable: ${open}`].toSorted())
  const wrap = (argv: readonly string[]) =>
    confinement
      .wrap(argv)
      .map(word => (word === '--dev' ? '--dev-bind' : word))
      .flatMap(word => (word === '/dev' ? ['/dev', '/dev'] : [word]))
  expect((await inside({ ...confinement, wrap })).missing).toEqual([expect.stringMatching(/^devices visible: \/dev/)])
})

test('a layer that a later mount covers does not count', async () => {
  const shield: Shield = {
    base: 'writable',
    layers: [
      ['readOnly', [fixed]],
      ['writable', [base]],
    ],
  }
  const walls = expecting(await made({ by: 'bwrap', userNamespace: true }, shield), [
    ['writable', ['/']],
    ['readOnly', [fixed]],
  ])
  expect((await inside(walls)).missing).toEqual([`writable: ${fixed}`])
})

test('a folder that is shown in the place of another is, or it is named', async () => {
  const other = join(base, 'other')
  mkdirSync(other, { recursive: true })
  const shield: Shield = { base: 'writable', layers: [['replaced', [fixed], other]] }
  const confinement = await made({ by: 'bwrap', userNamespace: true }, shield)
  const { missing } = await inside(confinement, `touch '${fixed}/made'`)
  expect(missing).toEqual([])
  expect([existsSync(join(fixed, 'made')), existsSync(join(other, 'made'))]).toEqual([false, true])
  const walls = expecting(await made({ by: 'bwrap', userNamespace: true }, { base: 'writable', layers: [] }), [
    ['writable', ['/']],
    ['replaced', [fixed], other],
  ])
  expect((await inside(walls)).missing).toEqual([`visible: ${fixed}`])
})

test('kept capabilities are named', async () => {
  const confinement = await made({ by: 'bwrap', userNamespace: true })
  const wrap = (argv: readonly string[]) =>
    confinement.wrap(argv).filter(word => word !== '--cap-drop' && word !== 'ALL')
  expect((await inside({ ...confinement, wrap })).missing).toEqual(
    isRoot ? [expect.stringMatching(/^capabilities kept: CapPrm [0-9a-f]+, CapEff/)] : [],
  )
})

test('the unshare fallback says what it lacks, and has no capabilities all the same', async () => {
  const { missing } = await inside(await made({ by: 'unshare', userNamespace: true }))
  expect(missing?.filter(wall => !/^(devices visible|writable|visible): /.test(wall))).toEqual(
    isRoot ? [] : [expect.stringMatching(/^capabilities kept: CapBnd/)],
  )
  expect(missing).toContain(`visible: ${secret}, ${token}`)
})

test.runIf(isRoot)('as root without a user namespace only that is missing, the bounding set is empty too', async () => {
  const { missing } = await inside(await made({ by: 'bwrap', userNamespace: false }))
  expect(missing).toEqual(['no user namespace of its own'])
})

test('a descriptor that would let it out is named', async () => {
  const confinement = await shieldedAtBest(SHIELD)
  const opening = ['/bin/sh', '-c', 'exec 7<"$0" 8</; exec "$@"', fixed]
  const { missing } = await inside({ ...confinement, wrap: argv => [...opening, ...confinement.wrap(argv)] })
  expect(missing).toEqual([`descriptors left open: 7 (${fixed}), 8 (/)`])
})

test('the program does not start before it was inspected', async () => {
  const confinement = await shieldedAtBest(SHIELD)
  const made = join(open, 'made')
  let early: boolean | undefined
  const walls: Walls = {
    namespaces: [],
    get layers() {
      // Longer than any program needs to start that does not wait.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
      early = existsSync(made)
      return []
    },
  }
  await inside({ ...confinement, walls }, `touch ${made.replaceAll(' ', '\\ ')}`)
  expect({ early, late: existsSync(made) }).toEqual({ early: false, late: true })
})

test('the program gets no descriptor of the gate', async () => {
  const { stdout } = await inside(await shieldedAtBest(SHIELD), 'ls /proc/self/fd | wc -l; ls -l /proc/self/fd')
  expect(stdout).not.toContain('socket')
})

test('an abstract socket that is not to be reached is named', async () => {
  const name = `furrow-walls-${process.pid}`
  const server = createServer()
  await new Promise<void>(resolve => server.listen(`\0${name}`, resolve))
  try {
    const wanted = { ...SHIELD, abstractSockets: new RegExp(`^@${name}$`) }
    expect((await inside(await shieldedAtBest(wanted))).missing).toEqual([`abstract sockets reachable: @${name}`])
  } finally {
    server.close()
  }
})

test('a second mount that shows a hidden place is named', async () => {
  const shown: Shield = {
    base: 'writable',
    layers: [
      ['hidden', [secret]],
      ['replaced', [open], base],
    ],
  }
  const walls = expecting(await made({ by: 'bwrap', userNamespace: true }, shown), [
    ['writable', ['/']],
    ['hidden', [secret]],
  ])
  expect((await inside(walls, `cat '${open}/secret/key'`)).stdout).toBe('KEY')
  expect((await inside(walls)).missing).toEqual([`visible: ${join(open, 'secret')}`])
})

/** `keyctl(KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0)` */
const ASK_FOR_KEYRING = `perl -e 'print syscall(${{ arm64: 219 }[process.arch as string] ?? 250}, 0, -3, 0) == -1 ? "$!" : "found"'`

test('an isolated program has no keyring and no shared memory of the person, or that is named', async () => {
  const isolated: Shield = { ...SHIELD, isolated: true }
  const { stdout, missing } = await inside(await shieldedAtBest(isolated), ASK_FOR_KEYRING)
  expect({ stdout, missing }).toEqual({ stdout: 'Operation not permitted', missing: [] })
  const other = await made({ by: 'bwrap', userNamespace: true })
  const { walls } = await shieldedAtBest(isolated)
  expect((await inside({ ...other, ...(walls !== undefined && { walls }) })).missing).toEqual([
    'the keyring of your session can be read',
    'no IPC namespace of its own, so shared memory of other programs is open',
  ])
})
