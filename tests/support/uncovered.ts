import { execFileSync } from 'node:child_process'
import { bin, type Lab } from '../lab.ts'

/** The built command line on a machine where bubblewrap cannot be found. */
export function runWithoutBubblewrap(lab: Pick<Lab, 'root' | 'env'>, argv: readonly string[]): string {
  const hidden = ['--dev-bind', '/', '/', '--ro-bind', '/dev/null', '/usr/bin/bwrap']
  return execFileSync('bwrap', [...hidden, process.execPath, bin, ...argv], {
    cwd: lab.root,
    env: lab.env,
    encoding: 'utf8',
  })
}
