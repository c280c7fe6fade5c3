import { existsSync, realpathSync, statSync } from 'node:fs'
import { type Confinement, FIRST_PROCESS, locate, tryOut } from './sandbox.ts'

/** Places, and what becomes of them: what is hidden is shown empty. */
export type Layer = readonly ['readOnly' | 'writable' | 'hidden', readonly string[]]

/** What a program sees of the machine: all of it, and later layers lie over earlier ones. */
export interface Shield {
  /** What it may do where no layer says otherwise. */
  readonly base: 'readOnly' | 'writable'
  readonly layers: readonly Layer[]
}

/**
 * A PID namespace in which the person's own programs work as they do outside, with their settings and the network, and
 * cannot write everywhere all the same. Nothing where the system does not give it.
 */
export async function shielded(shield: Shield): Promise<Confinement<'namespace'> | undefined> {
  const tried = await tryOut({ level: 'namespace', by: 'bwrap', prefix: () => prefixOf(shield) })
  return typeof tried === 'string' ? undefined : tried
}

/** The same confinement, with layers over it where bubblewrap makes it; it is known to work, so nothing is tried out. */
export function guarded<C extends Confinement>(confinement: C, layers: readonly Layer[]): C {
  if (confinement.by !== 'bwrap') return confinement
  const prefix = locate(prefixOf({ base: 'writable', layers }))
  return { ...confinement, wrap: (argv: readonly string[]) => [...prefix, ...argv] }
}

function prefixOf({ base, layers }: Shield): string[] {
  return [
    ...['bwrap', ...BASE[base], '--proc', '/proc'],
    ...layers.flatMap(([how, places]) => present(places).flatMap(MOUNTS[how])),
    ...['--unshare-pid', '--as-pid-1', '--die-with-parent', '--'],
    ...locate(FIRST_PROCESS),
  ]
}

const BASE = {
  writable: ['--dev-bind', '/', '/'],
  readOnly: ['--ro-bind', '/', '/', '--dev-bind', '/dev', '/dev'],
}

const MOUNTS: Record<Layer[0], (place: string) => string[]> = {
  readOnly: place => ['--ro-bind', place, place],
  writable: place => ['--bind', place, place],
  hidden: place =>
    statSync(place).isDirectory() ? ['--tmpfs', place, '--remount-ro', place] : ['--ro-bind', '/dev/null', place],
}

/** What is not there cannot be covered; of a link, what it leads to is. */
function present(places: readonly string[]): string[] {
  return [...new Set(places.filter(place => existsSync(place)).map(place => realpathSync(place)))]
}
