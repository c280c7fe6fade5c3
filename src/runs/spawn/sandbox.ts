import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { systemProgram } from '../../store/programs/find-program.ts'
import { FILTER_STDIO, giveFilter } from './kernel/keyring-filter.ts'
import type { Walls } from './missing-walls.ts'

/**
 * What holds a run's processes together.
 * `sandbox`: a PID namespace that also sees only what it is shown (see `enclose`).
 * `namespace`: a PID namespace of its own; nothing can leave it, and it ends with the process that started it.
 * `group`: a process group; what leaves the group is looked for by its marker, and outlives a killed owner.
 */
export type ContainmentLevel = 'namespace' | 'group'
export type AnyLevel = 'sandbox' | ContainmentLevel

export interface Confinement<L extends AnyLevel = AnyLevel> {
  readonly level: L
  /** The program that makes it, for the record: `bwrap`, `unshare`, or nothing. */
  readonly by: 'bwrap' | 'unshare' | undefined
  wrap(argv: readonly string[]): string[]
  /** What holds what others wrote: inspected at each start. A person's own command has none. */
  readonly walls?: Walls
  /** Bubblewrap is given a system call filter when it starts. */
  readonly filtered?: boolean
  /** Takes back outside what nothing could keep it from, when all of its processes have ended. */
  readonly leave?: () => void
}

/** The level asked for, or a refusal: a level is never dropped silently, only `best` takes what there is. */
export async function confine(wish: ContainmentLevel | 'best'): Promise<Confinement<ContainmentLevel>> {
  if (wish === 'group') return group
  probed ??= probe()
  const { found, failures } = await probed
  if (found !== undefined) return found
  if (wish === 'best') return group
  throw unsupported('PID namespace', failures)
}

export interface Resources {
  readonly memoryMib?: number
  readonly processes?: number
  /** Of one file; set where the system can. */
  readonly fileMib?: number
}

const MIB = 2 ** 20

/** The same, with what each process may take. A limit that cannot be set is refused, never dropped. */
export function limited(confinement: Confinement, { memoryMib, processes, fileMib }: Resources): Confinement {
  const limits = [
    ...(memoryMib === undefined ? [] : [`--as=${memoryMib * MIB}`]),
    ...(processes === undefined ? [] : [`--nproc=${processes}`]),
  ]
  const size = fileMib === undefined ? [] : [`--fsize=${fileMib * MIB}`]
  if (limits.length + size.length === 0) return confinement
  const prefix =
    limits.length > 0 ? locateSandboxProgram(['prlimit', ...limits, ...size]) : installed(['prlimit', ...size])
  return { ...confinement, wrap: argv => confinement.wrap([...prefix, ...argv]) }
}

/** Exactly this one, or a refusal that says why not. */
export async function confineBy<L extends AnyLevel>(recipe: ConfinementRecipe<L>): Promise<Confinement<L>> {
  const tried = await tryOut(recipe)
  if (typeof tried === 'string') throw unsupported(recipe.level, [`${recipe.by}: ${tried}`])
  return tried
}

function unsupported(what: string, failures: readonly string[]): Error {
  return refuse('unsupported', `This system gives no ${what}: ${failures.join('; ')}.`, {
    fix: shell`sudo apt-get install bubblewrap`,
    details: { failures },
  })
}

/** Secrets are in the memory of what runs; a core dump would put them on the disk. */
const NO_CORE_DUMPS = ['prlimit', '--core=0:0']

const group: Confinement<'group'> = {
  level: 'group',
  by: undefined,
  wrap: argv => [...withoutCoreDumps(), ...argv],
}

export function withoutCoreDumps(): string[] {
  return installed(NO_CORE_DUMPS)
}

/**
 * The first process of a namespace. The command is its child: as first process it would not feel SIGTERM, and nobody
 * would fetch its orphans. When it ends the kernel empties the namespace, and only then does the wrapper end. What the
 * shell itself has to say ("Terminated") is not part of the output.
 */
const FIRST_PROCESS = ['sh', '-c', 'ulimit -c 0; exec 3>&2 2>/dev/null; (exec "$@" 2>&3 3>&-); exit $?', 'sh']

/** Ways to a PID namespace that ends with its owner, in order of preference. */
const NAMESPACES = {
  bwrap: () => ['bwrap', '--dev-bind', '/', '/', '--proc', '/proc', ...LAST_OPTIONS, '--'],
  unshare: () => [...unshared(), ...(process.getuid?.() === 0 ? [] : ['--user', '--map-current-user'])],
}

/** Of bubblewrap, wherever it makes a namespace. */
export const LAST_OPTIONS = ['--unshare-pid', '--as-pid-1', '--die-with-parent']

export function unshared(): string[] {
  return [
    'setpriv',
    '--pdeathsig',
    'KILL',
    ...locateSandboxProgram(['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']),
  ]
}

interface Probe {
  readonly found?: Confinement<'namespace'>
  readonly failures: readonly string[]
}

let probed: Promise<Probe> | undefined

async function probe(): Promise<Probe> {
  const failures: string[] = []
  for (const by of ['bwrap', 'unshare'] as const) {
    const tried = await tryNamespace(by)
    if (typeof tried !== 'string') return { found: tried, failures }
    failures.push(`${by}: ${tried}`)
  }
  return { failures }
}

export async function tryNamespace(by: keyof typeof NAMESPACES): Promise<Confinement<'namespace'> | string> {
  return tryOut({ level: 'namespace', by, prefix: NAMESPACES[by], first: FIRST_PROCESS })
}

export interface ConfinementRecipe<L extends AnyLevel> {
  readonly level: L
  readonly by: 'bwrap' | 'unshare'
  /** Comes before whatever runs inside. */
  prefix(): string[]
  /** The first process inside, which starts the command. */
  readonly first: readonly string[]
  readonly walls?: Walls
  readonly filtered?: boolean
}

/** Runs something that does nothing; answers with why that failed. */
export async function tryOut<L extends AnyLevel>(recipe: ConfinementRecipe<L>): Promise<Confinement<L> | string> {
  if (process.platform !== 'linux') return 'needs Linux'
  try {
    const [program = '', ...args] = [
      ...locateSandboxProgram(recipe.prefix()),
      ...locateSandboxProgram(['sh', '-c', ':']),
    ]
    const why = await runOnce(program, args, recipe.filtered === true)
    return why ?? followConfined(recipe)
  } catch (error) {
    return error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error)
  }
}

/** Why it failed, in the last words of the program; nothing if it did not. */
async function runOnce(program: string, args: readonly string[], filtered: boolean): Promise<string | undefined> {
  const stdio = ['ignore', 'ignore', 'pipe', 'ignore', ...(filtered ? FILTER_STDIO : [])] as const
  const child = spawn(program, args, { stdio: [...stdio], timeout: 10_000 })
  giveFilter(child)
  const said = text(child.stderr as Readable)
  const [code] = await once(child, 'close')
  return code === 0 ? undefined : ((await said).trim().split('\n').at(-1) ?? '')
}

/** A recipe that is known to work. */
export function followConfined<L extends AnyLevel>({
  level,
  by,
  prefix,
  first,
  walls,
  filtered,
}: ConfinementRecipe<L>): Confinement<L> {
  const located = locateSandboxProgram(first)
  // Asked for at each start: sockets that were covered may be gone by then.
  const wrap = (argv: readonly string[]) => [...locateSandboxProgram(prefix()), ...located, ...argv]
  return { level, by, wrap, ...(walls !== undefined && { walls }), ...(filtered !== undefined && { filtered }) }
}

export function isInstalled(program: string): boolean {
  return installed([program]).length > 0
}

export function installed(argv: readonly string[]): string[] {
  try {
    return locateSandboxProgram(argv)
  } catch {
    return []
  }
}

/** Wrappers come from the system's own folders, never from a PATH that a repository may have had a say in. */
export function locateSandboxProgram(argv: readonly string[]): string[] {
  const [name = '', ...args] = argv
  return [path.isAbsolute(name) ? name : systemProgram(name), ...args]
}
