import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { findMissingWalls, type Walls } from './missing-walls.ts'
import { listProcesses } from './processes.ts'
import type { Confinement } from './sandbox.ts'

/**
 * The first process of a namespace: it says that it is there, waits to be let go, and starts the command as its child.
 * As first process the command would not feel SIGTERM, and nobody would fetch its orphans. When it ends the kernel
 * empties the namespace, and only then does the wrapper end. The command never gets the descriptor of the gate.
 */
export const GATED_FIRST_PROCESS = [
  ...['sh', '-c'],
  'ulimit -c 0; echo >&3; read -r go <&3 || exit 125; exec 3>&2 2>/dev/null; (exec "$@" 2>&3 3>&-); exit $?',
  'sh',
]

/** The same where there is no namespace: the command takes its place. */
export const GATED_COMMAND = ['sh', '-c', 'echo >&3; read -r go <&3 || exit 125; exec 3>&-; exec "$@"', 'sh']

/** Whether what is started waits to be inspected. */
export function isGated({ walls }: Confinement): boolean {
  return walls !== undefined && process.platform === 'linux'
}

type StartedChild = ChildProcess & { readonly pid: number }

interface Inspected {
  readonly confinement: Confinement
  /** What runs inside is our own and waits for its task: it need not wait for this too. */
  readonly ahead: boolean
}

/**
 * The walls that are missing around what was started, found before it is let go. Nothing for a person's own command, and
 * for what ended before anything of it ran.
 */
export async function inspect(child: StartedChild, { confinement, ahead }: Inspected): Promise<string[] | undefined> {
  const { walls, level } = confinement
  if (walls === undefined) return undefined
  if (!isGated(confinement)) return [`no namespaces: ${process.platform} has none`]
  const gate = child.stdio[3] as Socket
  gate.on('error', () => gate.destroy())
  if (ahead) gate.write(GO)
  const isReady = await saysReady(gate)
  const missing = isReady ? look(child, level, walls) : undefined
  gate.end(ahead ? '' : GO, () => gate.destroy())
  return missing
}

/** A gate that is reset closes too; `once` of events would reject then. */
function saysReady(gate: Socket): Promise<boolean> {
  return new Promise(resolve => {
    gate.once('data', () => resolve(true))
    gate.once('close', () => resolve(false))
  })
}

const GO = '\n'

function look({ pid, stdio }: StartedChild, level: Confinement['level'], walls: Walls): string[] {
  const first = level === 'group' ? pid : childOf(pid)
  return first === undefined
    ? ['not inspected: its first process was not found']
    : findMissingWalls(first, walls, stdio.length)
}

/** Not every kernel lists the children of a process. */
function childOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ')[0])
  } catch {
    return listProcesses().find(({ parent }) => parent === pid)?.pid
  }
}
