// What both commands need before they can do anything: packages, and for the tests a few programs of the system.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { inputsHash, root } from './inputs.mjs'

/** Installs the locked packages when they are missing or the lock has changed. */
export function ensurePackages() {
  const stamp = path.join(root, 'node_modules', '.furrow-lock')
  const hash = inputsHash(['package-lock.json'])
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash) return
  console.error('installing packages (npm ci) ...')
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  fs.writeFileSync(stamp, hash)
}

/** Installs programs that the tests run, where that is possible without asking; elsewhere says what is missing. */
export function ensurePrograms() {
  const wanted = JSON.parse(fs.readFileSync(path.join(root, 'scripts/system-packages.json'), 'utf8'))
  const missing = [...new Set(wanted.filter(({ command }) => !isOnPath(command)).map(entry => entry.package))]
  if (missing.length === 0) return
  const command = `apt-get install -y ${missing.join(' ')}`
  const able = process.getuid?.() === 0 && isOnPath('apt-get')
  if (!able) {
    console.error(
      `The tests need programs that are not installed: ${missing.join(', ')}\nInstall them with: sudo ${command}`,
    )
    process.exit(1)
  }
  console.error(`installing ${missing.join(', ')} ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], { env })
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env })
}

export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options })
  if (status === 0) return
  console.error(`${command} ${args.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}`)
  process.exit(status ?? 1)
}

function isOnPath(command) {
  return (process.env.PATH ?? '').split(path.delimiter).some(folder => fs.existsSync(path.join(folder, command)))
}
