import fs from 'node:fs'
import { isatty } from 'node:tty'

type Env = Readonly<Record<string, string | undefined>>

/** What this process is attached to, asked once. */
export interface Terminal {
  readonly env: Env
  readonly stdin: boolean
  readonly stdout: boolean
  readonly stderr: boolean
  readonly colors: { readonly stdout: boolean; readonly stderr: boolean }
  readonly columns: number
}

export function thisTerminal(): Terminal {
  const { env } = process
  const [stdin, stdout, stderr] = [isatty(0), isatty(1), isatty(2)]
  return {
    env,
    stdin,
    stdout,
    stderr,
    colors: { stdout: wantsColor(env, stdout), stderr: wantsColor(env, stderr) },
    columns: (stdout && process.stdout.columns) || (stderr && process.stderr.columns) || 80,
  }
}

/** FORCE_COLOR decides, then NO_COLOR, then whether anybody looks. */
export function wantsColor(env: Env, isTerminal: boolean): boolean {
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
