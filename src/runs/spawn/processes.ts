import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { RUN_MARKER } from './environment.ts'

/** A process, named so that a later one with the same pid is not taken for it. */
export interface ProcessMark {
  readonly pid: number
  /** Opaque; from `startTimeOf`. */
  readonly startTime: string
}

export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  readonly ticks: string
  readonly dead: boolean
}

/** `elsewhere`: it was started in another PID namespace, where our pids mean nothing; only its heartbeat can tell. */
export type Liveness = 'alive' | 'dead' | 'elsewhere'

export function livenessOf({ pid, startTime }: ProcessMark): Liveness {
  const [, boot, namespace] = startTime.split('@')
  const [hereBoot, hereNamespace] = place().split('@')
  if (boot === hereBoot && namespace !== hereNamespace) return 'elsewhere'
  return startTimeOf(pid) === startTime && !isZombie(pid) ? 'alive' : 'dead'
}

/** When a process started, by a clock that a reboot or a change of the time of day does not confuse. */
export function startTimeOf(pid: number): string | undefined {
  const told = onLinux ? rowOf(pid)?.ticks : startedByPs(pid)
  return told === undefined ? undefined : `${told}@${place()}`
}

/** Ended, but not yet fetched by its parent. */
function isZombie(pid: number): boolean {
  return onLinux && rowOf(pid)?.dead === true
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
let knownPlace: string | undefined

/** The boot and the PID namespace that our pids belong to. */
function place(): string {
  knownPlace ??= onLinux
    ? `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)}@${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}`
    : '@'
  return knownPlace
}

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
    ticks: fields[19] ?? '',
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

function startedByPs(pid: number): string | undefined {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}
