import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { refuse } from '../../operation/errors.ts'
import { resolveCommand } from './command.ts'

/**
 * What holds a run's processes together.
 * `namespace`: a PID namespace of its own; nothing can leave it, and it ends with the process that started it.
 * `group`: a process group; what leaves the group is looked for by its marker, and outlives a killed owner.
 */
export type Level = 'namespace' | 'group'

export interface Confinement {
  readonly level: Level
  /** The program that makes it, for the record: `bwrap`, `unshare`, or nothing. */
  readonly by: 'bwrap' | 'unshare' | undefined
  wrap(argv: readonly string[]): string[]
}

/** The level asked for, or a refusal: a level is never dropped silently, only `best` takes what there is. */
export async function confine(wish: Level | 'best'): Promise<Confinement> {
  if (wish === 'group') return group
  probed ??= probe()
  const { found, failures } = await probed
  if (found !== undefined) return found
  if (wish === 'best') return group
  throw refuse('unsupported', `This system gives no PID namespace: ${failures.join('; ')}.`, {
    fix: 'sudo apt-get install bubblewrap',
    details: { failures },
  })
}

/** Secrets are in the memory of what runs; a core dump would put them on the disk. */
const NO_CORE_DUMPS = ['prlimit', '--core=0:0']

const group: Confinement = {
  level: 'group',
  by: undefined,
  wrap: argv => [...installed(NO_CORE_DUMPS), ...argv],
}

/**
 * The first process of a namespace. The command is its child: as first process it would not feel SIGTERM, and nobody
 * would fetch its orphans. When it ends the kernel empties the namespace, and only then does the wrapper end. What the
 * shell itself has to say ("Terminated") is not part of the output.
 */
const FIRST_PROCESS = ['sh', '-c', 'ulimit -c 0; exec 3>&2 2>/dev/null; (exec "$@" 2>&3 3>&-); exit $?', 'sh']

/** Ways to a PID namespace that ends with its owner, in order of preference. */
const NAMESPACES = {
  bwrap: () => [
    ...['bwrap', '--dev-bind', '/', '/', '--proc', '/proc', '--unshare-pid', '--as-pid-1', '--die-with-parent', '--'],
    ...locate(FIRST_PROCESS),
  ],
  unshare: () => [
    ...['setpriv', '--pdeathsig', 'KILL'],
    ...locate(['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']),
    ...(process.getuid?.() === 0 ? [] : ['--user', '--map-current-user']),
    ...locate(FIRST_PROCESS),
  ],
}

interface Probe {
  readonly found?: Confinement
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

/** Makes one namespace in which nothing happens; answers with why it failed. */
export async function tryNamespace(by: keyof typeof NAMESPACES): Promise<Confinement | string> {
  if (process.platform !== 'linux') return 'needs Linux'
  try {
    const prefix = locate(NAMESPACES[by]())
    const confinement: Confinement = { level: 'namespace', by, wrap: argv => [...prefix, ...argv] }
    const [program = '', ...args] = confinement.wrap(locate(['sh', '-c', ':']))
    await promisify(execFile)(program, args, { timeout: 10_000 })
    return confinement
  } catch (error) {
    return error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error)
  }
}

function installed(argv: readonly string[]): string[] {
  try {
    return locate(argv)
  } catch {
    return []
  }
}

const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'

/** Wrappers come from the system's own folders, never from a PATH that a repository may have had a say in. */
function locate(argv: readonly string[]): string[] {
  return resolveCommand(argv, { cwd: '/', path: SYSTEM_PATH })
}
