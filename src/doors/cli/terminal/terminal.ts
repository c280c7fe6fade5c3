import fs from 'node:fs'
import type { Environment } from '../../../operation/environment.ts'

/** What this process is attached to, asked once. */
export interface Terminal {
  readonly env: Environment
  readonly stdin: boolean
  readonly stdout: boolean
  readonly stderr: boolean
  readonly colors: { readonly stdout: boolean; readonly stderr: boolean }
  readonly columns: number
}

export function thisTerminal(): Terminal {
  const { env } = process
  const [stdin, stdout, stderr] = [isTerminal(0), isTerminal(1), isTerminal(2)]
  return {
    env,
    stdin,
    stdout,
    stderr,
    colors: { stdout: wantsColor(env, stdout), stderr: wantsColor(env, stderr) },
    columns: (stdout && process.stdout.columns) || (stderr && process.stderr.columns) || 80,
  }
}

/**
 * Pipes, files and /dev/null are told apart by their kind: asking Node's streams or `node:tty` would load the network
 * modules and cost a tenth of the start.
 */
function isTerminal(fd: 0 | 1 | 2): boolean {
  const device = characterDevice(fd)
  if (device === undefined || device === characterDevice('/dev/null')) return false
  return (fd === 0 ? process.stdin : fd === 1 ? process.stdout : process.stderr).isTTY === true
}

/** The number of the device behind a descriptor; a closed one has none. */
function characterDevice(of: number | string): number | undefined {
  try {
    const stat = typeof of === 'number' ? fs.fstatSync(of) : fs.statSync(of)
    return stat.isCharacterDevice() ? stat.rdev : undefined
  } catch {
    return undefined
  }
}

/** FORCE_COLOR decides, then NO_COLOR, then whether anybody looks. */
export function wantsColor(env: Environment, isTerminal: boolean): boolean {
  const forced = env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false
  return isTerminal && env['TERM'] !== 'dumb'
}

/** Whether a person could be asked although stdin is taken: the controlling terminal opens. */
export function ttyOpens(): boolean {
  try {
    fs.closeSync(fs.openSync('/dev/tty', 'r+'))
    return true
  } catch {
    return false
  }
}
