import { existsSync, statSync } from 'node:fs'
import { type Confinement, FIRST_PROCESS, locate, tryOut } from './sandbox.ts'

/** What a program sees of the machine: all of it, but for these. */
export interface Shield {
  /** Can be read and not written; later lists lie over earlier ones. */
  readonly readOnly: readonly string[]
  readonly writable: readonly string[]
  /** Of what is writable, what is not. */
  readonly frozen: readonly string[]
  /** Shown empty: keys and tokens are in it. */
  readonly hidden: readonly string[]
}

/**
 * A PID namespace in which the person's own programs work as they do outside, with their settings and the network, and
 * cannot write to a repository all the same. Nothing where the system does not give it.
 */
export async function shielded(shield: Shield): Promise<Confinement<'namespace'> | undefined> {
  const prefix = () => [
    ...['bwrap', '--dev-bind', '/', '/', '--proc', '/proc'],
    ...bound('--ro-bind', shield.readOnly),
    ...bound('--bind', shield.writable),
    ...bound('--ro-bind', shield.frozen),
    ...present(shield.hidden).flatMap(hide),
    ...['--unshare-pid', '--as-pid-1', '--die-with-parent', '--'],
    ...locate(FIRST_PROCESS),
  ]
  const tried = await tryOut({ level: 'namespace', by: 'bwrap', prefix })
  return typeof tried === 'string' ? undefined : tried
}

function bound(how: string, places: readonly string[]): string[] {
  return present(places).flatMap(place => [how, place, place])
}

function hide(place: string): string[] {
  return statSync(place).isDirectory() ? ['--tmpfs', place] : ['--ro-bind', '/dev/null', place]
}

function present(places: readonly string[]): string[] {
  return places.filter(place => existsSync(place))
}
