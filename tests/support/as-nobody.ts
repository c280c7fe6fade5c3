import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { copyForEveryone } from './readable-copy.ts'

export const IS_ROOT = process.getuid?.() === 0

/** A user that owns nothing but a folder of its own. */
const NOBODY = 65534

/** Runs test files as an ordinary user with a home of its own. */
export function runTestsAsNobody(...files: readonly string[]): {
  readonly status: number | null
  readonly stdout: string
} {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-nobody-')))
  fs.chownSync(home, NOBODY, NOBODY)
  try {
    const copy = copyForEveryone(home)
    const user = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs', '--inh-caps=-all']
    const vitest = [path.join(copy, 'node_modules/vitest/vitest.mjs'), 'run', '--configLoader', 'runner']
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, TMPDIR: home, NO_COLOR: '1' }
    const projects = ['unit', 'doors', 'faults'].flatMap(name => ['--project', name])
    const args = [...user, process.execPath, ...vitest, ...projects, ...files]
    const { status, stdout, stderr } = spawnSync('setpriv', args, { cwd: copy, env, encoding: 'utf8' })
    return { status, stdout: `${stdout}${stderr}` }
  } finally {
    fs.rmSync(home, { recursive: true, force: true })
  }
}
