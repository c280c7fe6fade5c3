import { setTimeout as delay } from 'node:timers/promises'
import { livenessOf, type ProcessMark } from '../../store/locks/processes.ts'
import { descendantsOf, findByMarker, listProcesses } from './processes.ts'
import type { AnyLevel } from './sandbox.ts'

/** The processes of one run, from the one that was started down to whatever has left its group. */
export interface ProcessTree {
  readonly pid: number
  readonly level: AnyLevel
  readonly runId: string
}

/** SIGTERM to every process of the tree, a grace period, SIGKILL to what is left. Answers whether that was needed. */
export async function terminate(tree: ProcessTree, exited: Promise<unknown>, graceMs: number): Promise<boolean> {
  const stop = new AbortController()
  signalTree(tree, 'SIGTERM')
  const late = delay(graceMs, true, { signal: stop.signal }).catch(() => false)
  const isLate = await Promise.race([exited.then(() => false), late])
  stop.abort()
  if (isLate) killTree(tree)
  return isLate
}

/**
 * The end of a namespace's first process is the end of all in it. Its wrapper is left to tell: were it killed too, it
 * would be gone before they are.
 */
export function killTree(tree: ProcessTree): void {
  const first = tree.level === 'group' ? [] : firstProcesses(tree)
  for (const pid of first) send(pid, 'SIGKILL')
  if (first.length > 0) return
  signalTree(tree, 'SIGKILL')
  send(tree.pid, 'SIGKILL')
}

/** What is left when a command has ended: gone before its run counts as ended. */
export async function killRemaining({ pid, runId }: ProcessTree): Promise<void> {
  for (let round = 0; round < SWEEPS; round++) {
    const left = membersOf({ pid, runId, level: 'group' })
    if (left.length === 0) return
    for (const each of left) send(each, 'SIGKILL')
    await delay(round)
  }
}

/** A process that forks while it is killed may need a second look, a bomb some more. */
const SWEEPS = 50

/**
 * Ends what a dead owner left behind. The pid counts only together with its start time; processes that carry the
 * run's marker are its own in any case.
 */
export async function reap(left: ProcessMark & { readonly runId: string }): Promise<void> {
  const isSame = livenessOf(left) === 'alive'
  if (isSame) killTree({ pid: left.pid, runId: left.runId, level: 'group' })
  await killRemaining({ pid: isSame ? left.pid : NOBODY, runId: left.runId, level: 'group' })
}

const NOBODY = -1

function signalTree(tree: ProcessTree, signal: NodeJS.Signals): void {
  const members = membersOf(tree)
  for (const pid of members) send(pid, signal)
  // Too early for children, or no /proc to find them in.
  if (members.length === 0) send(tree.level === 'group' ? -tree.pid : tree.pid, signal)
}

function membersOf({ pid, level, runId }: ProcessTree): number[] {
  const rows = listProcesses()
  if (level !== 'group') return firstProcesses({ pid }, rows).flatMap(first => descendantsOf(first, rows))
  const near = rows.filter(row => row.pid === pid || row.group === pid || row.session === pid).map(row => row.pid)
  return Array.from(new Set([...near, ...descendantsOf(pid, rows), ...findByMarker(runId)]))
}

function firstProcesses({ pid }: Pick<ProcessTree, 'pid'>, rows = listProcesses()): number[] {
  return rows.filter(row => row.parent === pid).map(row => row.pid)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** ESRCH: ended meanwhile. EPERM: the pid is somebody else's by now. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ESRCH' || error.code === 'EPERM')
}
