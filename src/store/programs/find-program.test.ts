import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshProcess } from '../../../tests/support/store/fresh-process.ts'
import { packageRoot } from '../installation/package-root.ts'
import { findProgram, lookForProgram, requireProgram, systemProgram, trustedPath } from './find-program.ts'

const fresh = await freshProcess(
  import.meta.url,
  `import { findProgram, systemProgram } from './find-program.ts'
  const [uid, code, ...args] = process.argv.slice(2)
  process.setgroups([]); process.setgid(Number(uid)); process.setuid(Number(uid))
  process.stdout.write((code === 'system' ? systemProgram('sh') : findProgram('probe', { env: { PATH: code }, outside: [] })) ?? '')`,
)
afterAll(() => fresh[Symbol.asyncDispose]())

let base = ''
let repository = ''
let own = ''

beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-programs-')))
  repository = path.join(base, 'repository')
  own = plant(path.join(base, 'own'))
  execFileSync('git', ['init', '-q', repository])
})

afterEach(() => fs.rmSync(base, { recursive: true, force: true }))

/** A folder with the program in it. */
function plant(folder: string, name = 'probe'): string {
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, name), '#!/bin/sh\n', { mode: 0o755 })
  return folder
}

function search(...folders: string[]) {
  return { env: { PATH: folders.join(':') }, outside: [repository] }
}

function expectPassedOver(folder: string, why: RegExp): void {
  expect(lookForProgram('probe', search(folder, own))).toEqual({
    program: path.join(own, 'probe'),
    passedOver: [{ folder, why: expect.stringMatching(why) }],
  })
  expect(trustedPath(search(folder, own))).toBe(own)
}

describe('a folder that a repository can write is passed over', () => {
  test('the workspace itself, and a folder in it', () => {
    expectPassedOver(plant(path.join(repository, 'bin')), /a repository can write it/)
    expectPassedOver(plant(repository), /a repository can write it/)
  })

  test('its git folder, another of its worktrees, and the main one seen from that', () => {
    expectPassedOver(plant(path.join(repository, '.git/bin')), /a repository can write it/)
    const linked = path.join(base, 'linked')
    const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args], { stdio: 'ignore' })
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--allow-empty', '-qm', 'first')
    git('worktree', 'add', '-q', linked)
    // Another search: what was found before is not looked for again.
    const inMain = plant(path.join(repository, 'tools'))
    const inLinked = plant(path.join(linked, 'tools'))
    for (const folder of [inMain, inLinked])
      for (const outside of [repository, linked])
        expect(findProgram('probe', { env: { PATH: `${folder}:${own}` }, outside: [outside] })).toBe(
          path.join(own, 'probe'),
        )
  })

  test('a worktree that a repository merely names rules nothing out', () => {
    fs.mkdirSync(path.join(repository, '.git/worktrees/x'), { recursive: true })
    fs.writeFileSync(path.join(repository, '.git/worktrees/x/gitdir'), `${own}/.git\n`)
    expect(findProgram('probe', search(own))).toBe(path.join(own, 'probe'))
  })

  test('any node_modules, wherever it is', () => {
    expectPassedOver(plant(path.join(base, 'elsewhere/node_modules/.bin')), /a repository can write it/)
    expectPassedOver(plant(path.join(base, 'elsewhere/node_modules/x/bin')), /a repository can write it/)
  })

  test('links into it: of the folder, of a folder above, of the program, by way of another link', () => {
    const inside = plant(path.join(repository, 'bin'))
    const link = (name: string, target: string) => {
      fs.mkdirSync(path.dirname(path.join(base, name)), { recursive: true })
      fs.symlinkSync(target, path.join(base, name))
      return path.join(base, name)
    }
    expectPassedOver(link('link', inside), /a repository can write it/)
    link('above', repository)
    expectPassedOver(path.join(base, 'above/bin'), /a repository can write it/)
    link('programs/probe', path.join(inside, 'probe'))
    expect(lookForProgram('probe', search(path.join(base, 'programs'), own)).program).toBe(path.join(own, 'probe'))
    // What it leads to in the end is fine, but the repository has the link that leads there.
    fs.symlinkSync(path.join(own, 'probe'), path.join(repository, 'onward'))
    link('detour/probe', path.join(repository, 'onward'))
    expect(lookForProgram('probe', search(path.join(base, 'detour'))).program).toBeUndefined()
  })

  test('relative and empty entries of PATH', () => {
    for (const entry of ['.', '', 'node_modules/.bin', '../own']) {
      const cwd = plant(path.join(repository, 'cwd'))
      plant(path.join(cwd, 'node_modules/.bin'))
      const before = process.cwd()
      process.chdir(entry === '../own' ? repository : cwd)
      try {
        expect(lookForProgram('probe', search(entry, own))).toEqual({
          program: path.join(own, 'probe'),
          passedOver: [
            {
              folder: entry === '' ? '.' : entry,
              why: 'PATH names it by a relative folder, which means another one in each directory',
            },
          ],
        })
        expect(trustedPath(search(entry, own))).toBe(own)
      } finally {
        process.chdir(before)
      }
    }
  })
})

describe('a folder that others can write is passed over', () => {
  test('world-writable, also with the sticky bit', () => {
    const open = plant(path.join(base, 'open'))
    fs.chmodSync(open, 0o777)
    expectPassedOver(open, /every user of this machine can write it/)
    const sticky = plant(path.join(base, 'sticky'))
    fs.chmodSync(sticky, 0o1777)
    expectPassedOver(sticky, /every user of this machine can write it/)
  })

  test('below a world-writable folder, and a program that all can write', () => {
    const deep = plant(path.join(base, 'open/deep/bin'))
    fs.chmodSync(path.join(base, 'open'), 0o777)
    expectPassedOver(deep, /every user of this machine can write it \(.*\/open\)/)
    const file = plant(path.join(base, 'file'))
    fs.chmodSync(path.join(file, 'probe'), 0o777)
    expect(lookForProgram('probe', search(file, own))).toMatchObject({
      program: path.join(own, 'probe'),
      passedOver: [{ folder: file, why: 'every user of this machine can write it' }],
    })
  })

  const asRoot = process.getuid?.() === 0
  test.runIf(asRoot)('group-writable for a group with others in it; of another user; not of administrators', () => {
    const ids = (file: string) =>
      fs
        .readFileSync(file, 'utf8')
        .split('\n')
        .map(line => line.split(':'))
    const people = ids('/etc/passwd').find(([, , uid]) => Number(uid) > 0)?.[3]
    const shared = plant(path.join(base, 'shared'))
    fs.chownSync(shared, 0, Number(people))
    fs.chmodSync(shared, 0o775)
    expectPassedOver(shared, /the members of group \d+ can write it/)
    const theirs = plant(path.join(base, 'theirs'))
    fs.chownSync(theirs, 12345, 0)
    expectPassedOver(theirs, /it belongs to user 12345/)
    const staff = ids('/etc/group').find(([name]) => name === 'staff')?.[2]
    const local = plant(path.join(base, 'local'))
    fs.chownSync(local, 0, Number(staff))
    fs.chmodSync(local, 0o2775)
    expect(findProgram('probe', search(local))).toBe(path.join(local, 'probe'))
  })

  test.runIf(asRoot)(
    'an ordinary user: their own folders count, with their private group too; one that they may not read is skipped',
    async () => {
      // The number has no name here, as in a container that was started with one.
      const folder = plant(path.join(base, 'person/.local/bin'))
      for (const place of ['person', 'person/.local', 'person/.local/bin', 'person/.local/bin/probe']) {
        fs.chownSync(path.join(base, place), 12345, 12345)
        fs.chmodSync(path.join(base, place), 0o775)
      }
      fs.chmodSync(base, 0o755)
      const found = async (uid: number, where: string) => (await fresh.run([String(uid), where])).stdout
      expect(await found(12345, folder)).toBe(path.join(folder, 'probe'))
      expect(await found(12346, folder)).toBe('')
      const closed = plant(path.join(base, 'closed'))
      fs.chmodSync(closed, 0o700)
      expect(await found(12346, `${closed}:${own}`)).toBe(path.join(own, 'probe'))
      expect(await found(12346, 'system')).toMatch(/\/sh$/)
    },
  )
})

test('a folder that is missing, a file and what is no path at all are skipped', () => {
  const nothing = [path.join(base, 'missing'), path.join(own, 'probe'), '/proc/1/root/x', 'x\0y']
  expect(findProgram('probe', search(...nothing, own))).toBe(path.join(own, 'probe'))
  expect(trustedPath(search(...nothing, own))).toBe(own)
})

test('a folder of the person directly in /tmp counts, though others have theirs beside it', () => {
  expect(findProgram('probe', search(plant(base)))).toBe(path.join(base, 'probe'))
})

test('a program that npm installed for the machine counts by its link', () => {
  const installed = plant(path.join(base, 'lib/node_modules/probe/bin'))
  fs.mkdirSync(path.join(base, 'bin'))
  fs.symlinkSync(path.join(installed, 'probe'), path.join(base, 'bin/probe'))
  expect(findProgram('probe', search(path.join(base, 'bin')))).toBe(path.join(base, 'bin/probe'))
})

test('the refusal names where a program was found and why it is not started', () => {
  plant(path.join(repository, 'node_modules/.bin'))
  const folder = path.join(repository, 'node_modules/.bin')
  expect(() => requireProgram('probe', search(folder))).toThrow(
    `probe was found only in ${folder}: a repository can write it, so it is not started.`,
  )
  expect(() => requireProgram('no-such-program', search(own))).toThrow('There is no no-such-program on PATH.')
  expect(findProgram('../probe', search(own))).toBeUndefined()
})

test('programs of the system do not come from PATH', () => {
  expect(path.isAbsolute(systemProgram('mkfifo'))).toBe(true)
  expect(trustedPath(search('.'))).toContain('/usr/bin')
})

test('no module starts a program by its name', () => {
  const script = path.join(packageRoot(), 'scripts/check-programs.mjs')
  const check = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  expect(check()).toMatchObject({ status: 0, stderr: '' })
  const bad = {
    'new.ts': "import { spawn } from 'node:child_process'\nspawn('git', [])\n",
    'store/git/git-run.ts': "import { spawn } from 'node:child_process'\n// gitProgram\nspawn('git', [])\n",
    'later.ts': "const { spawn } = await import('node:child_process')\n",
    'plan.ts': "startRun(call, { argv: ['npm', 'test'] })\n",
  }
  for (const [file, text] of Object.entries(bad)) {
    fs.mkdirSync(path.dirname(path.join(base, 'src', file)), { recursive: true })
    fs.writeFileSync(path.join(base, 'src', file), text)
  }
  const { status, stderr } = check(path.join(base, 'src'))
  expect(status).toBe(1)
  for (const file of Object.keys(bad)) expect(stderr).toContain(file)
})
