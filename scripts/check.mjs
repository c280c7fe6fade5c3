// The checks that read the sources: format and lint, types, import directions, dead code, licences, generated files.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './inputs.mjs'

const CHECKS = [
  ['format and lint', 'node_modules/.bin/biome', ['ci', '--colors=off', '--error-on-warnings', '.']],
  ['types', 'node_modules/.bin/tsc', ['-p', '.']],
  ['import directions', process.execPath, ['scripts/check-imports.mjs']],
  ['measures', process.execPath, ['scripts/measures.mjs', '--check']],
  ['programs', process.execPath, ['scripts/check-programs.mjs']],
  ['dead code', 'node_modules/.bin/knip', ['--no-progress']],
  ['licences', process.execPath, ['scripts/check-licences.mjs']],
  ['reference', process.execPath, ['scripts/reference.mjs', '--check']],
  ['size of the web app', process.execPath, ['scripts/check-web-size.mjs']],
]

export function check() {
  const failed = CHECKS.filter(([name, command, args]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
    console.error(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
    if (status !== 0) console.error(`${stdout ?? ''}${stderr ?? ''}`)
    return status !== 0
  })
  return failed.length === 0
}

if (process.argv[1] === path.join(path.dirname(fileURLToPath(import.meta.url)), 'check.mjs'))
  process.exit(check() ? 0 : 1)
