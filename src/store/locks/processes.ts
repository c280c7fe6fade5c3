import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { systemProgram } from '../programs/find-program.ts'

/** A process as it can be told apart from a later one with the same number. */
export interface ProcessMark {
  readonly pid: number
  /** Opaque; from `startTimeOf`. */
  readonly startTime: string
}

/** `elsewhere`: it was started in another PID namespace, where our numbers mean nothing; only it can say it lives. */
export type Liveness = 'alive' | 'dead' | 'elsewhere'

export function thisProcess(): ProcessMark {
  return { pid: process.pid, startTime: startTimeOf(process.pid) ?? '' }
}

export function livenessOf({ pid, startTime }: ProcessMark): Liveness {
  const [, boot, namespace] = startTime.split('@')
  const [bootHere, namespaceHere] = place().split('@')
  if (boot === bootHere && namespace !== namespaceHere) return 'elsewhere'
  return startTimeOf(pid) === startTime && !isZombie(pid) ? 'alive' : 'dead'
}

/** When a process started, by a clock that neither a reboot nor a change of the time of day confuses. */
export function startTimeOf(pid: number): string | undefined {
  const told = process.platform === 'linux' ? ticksOf(pid) : startedByPs(pid)
  return told === undefined ? undefined : `${told}@${place()}`
}

/** Ended, but not yet fetched by its parent. */
function isZombie(pid: number): boolean {
  return process.platform === 'linux' && /^[ZX]$/.test(statOf(pid)?.[0] ?? '')
}

/** `4711-1a2b3c4d-4026531836`: fits into a file name. */
export function processTag(): string {
  return `${process.pid}-${place().replace('@', '-')}`
}

/** False while in doubt: nobody's work in progress may be taken for a leftover. */
export function isDeadTag(tag: string): boolean {
  const [pid = '', boot, namespace] = tag.split('-')
  const [bootHere, namespaceHere] = place().split('@')
  if (boot !== bootHere) return true
  return namespace === namespaceHere && (startTimeOf(Number(pid)) === undefined || isZombie(Number(pid)))
}

function ticksOf(pid: number): string | undefined {
  return statOf(pid)?.[19]
}

/** The fields of `/proc/<pid>/stat` from the third on: the second, a name, may hold spaces and parentheses. */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function startedByPs(pid: number): string | undefined {
  try {
    return (
      execFileSync(systemProgram('ps'), ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
    )
  } catch {
    return undefined
  }
}

let knownPlace: string | undefined

/** The boot and the PID namespace that our numbers belong to. */
function place(): string {
  knownPlace ??= process.platform === 'linux' ? `${bootId()}@${namespaceId()}` : '@'
  return knownPlace
}

function bootId(): string {
  return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
}

function namespaceId(): string {
  return fs.readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')
}
