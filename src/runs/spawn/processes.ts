import { readdirSync, readFileSync } from 'node:fs'
import { RUN_MARKER } from './environment.ts'

export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  readonly dead: boolean
}

/** Processes whose environment names the run, wherever they have got to: other sessions, other parents. */
export function findByMarker(runId: string): number[] {
  const marker = `${RUN_MARKER}=${runId}`
  return pids().filter(pid => pid !== process.pid && environmentHolds(pid, marker))
}

/** Every live process, in one look at `/proc`; nothing where there is none. */
export function listProcesses(): ProcessRow[] {
  return pids().flatMap(pid => {
    const row = rowOf(pid)
    return row === undefined || row.dead ? [] : [row]
  })
}

export function descendantsOf(pid: number, rows: readonly ProcessRow[]): number[] {
  const found: number[] = []
  const ahead = [pid]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const children = rows.flatMap(row => (row.parent === next ? [row.pid] : []))
    found.push(...children)
    ahead.push(...children)
  }
  return found
}

const onLinux = process.platform === 'linux'

function pids(): number[] {
  if (!onLinux) return []
  return readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? [Number(name)] : []))
}

/** The second field of `stat` is the program's name, in parentheses, and may itself hold some. */
function rowOf(pid: number): ProcessRow | undefined {
  const stat = readQuietly(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    dead: fields[0] === 'Z' || fields[0] === 'X',
  }
}

function environmentHolds(pid: number, marker: string): boolean {
  const environment = readQuietly(`/proc/${pid}/environ`)
  return environment !== undefined && `\0${environment}\0`.includes(`\0${marker}\0`)
}

/** Processes end while they are looked at, and those of others cannot be looked into. */
function readQuietly(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return undefined
  }
}
