import { existsSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { GATED_COMMAND, GATED_FIRST_PROCESS } from './gate.ts'
import { aliasesOf } from './kernel/aliases.ts'
import { KEYRING_FILTER_OPTIONS } from './kernel/keyring-filter.ts'
import { COVERED, type Layer, type Walls } from './missing-walls.ts'
import {
  type Confinement,
  type ConfinementRecipe,
  type ContainmentLevel,
  followConfined,
  installed,
  LAST_OPTIONS,
  locateSandboxProgram,
  tryOut,
  unshared,
  withoutCoreDumps,
} from './sandbox.ts'

export type { Layer } from './missing-walls.ts'

/** What a program that others wrote sees of the machine: all of it, and later layers lie over earlier ones. */
export interface Shield {
  /** What it may do where no layer says otherwise. */
  readonly base: 'readOnly' | 'writable'
  readonly layers: readonly Layer[]
  /** See `Walls`. */
  readonly abstractSockets?: RegExp
  /** It has its own IPC namespace, and no access to the kernel's keyrings. */
  readonly isolated?: boolean
}

/** How much of a shield the system gives. */
interface Means {
  readonly by: 'bwrap' | 'unshare' | undefined
  readonly userNamespace: boolean
  /** Why it is not more. */
  readonly refused?: string
}

/**
 * The person's own programs work in it as they do outside, with their settings and the network, but without any
 * capability and any device, in namespaces of their own. What is missing of what was wanted is found when something is
 * started. Nothing where the system does not give this shield.
 */
export async function shielded(shield: Shield, wanted = shield): Promise<Confinement<'namespace'> | undefined> {
  const means = await probeMeans()
  if (means.by !== 'bwrap') return undefined
  const tried = await tryOut(recipeOf(shield, means, wanted))
  return typeof tried === 'string' ? undefined : tried
}

/** As much of it as the system gives. It is not tried out, so its layers have to be places that can be covered. */
export async function shieldedAtBest(shield: Shield, wanted = shield): Promise<Confinement<ContainmentLevel>> {
  const means = await probeMeans()
  return means.by === undefined ? groupWithoutRights(wanted, means) : followConfined(recipeOf(shield, means, wanted))
}

export async function levelAtBest(): Promise<ContainmentLevel> {
  return (await probeMeans()).by === undefined ? 'group' : 'namespace'
}

/** Whether places can be covered at all. */
export async function canCover(): Promise<boolean> {
  return (await probeMeans()).by === 'bwrap'
}

let probed: Promise<Means> | undefined

function probeMeans(): Promise<Means> {
  probed ??= probe()
  return probed
}

async function probe(): Promise<Means> {
  const failures: string[] = []
  for (const by of ['bwrap', 'unshare'] as const)
    for (const userNamespace of isRoot() ? [true, false] : [true]) {
      const tried = await tryOut(recipeOf(NOTHING_COVERED, { by, userNamespace }))
      if (typeof tried !== 'string')
        return { by, userNamespace, ...(failures.length > 0 && { refused: failures.join('; ') }) }
      failures.push(`${by}: ${tried}`)
    }
  return { by: undefined, userNamespace: false, refused: failures.join('; ') }
}

export const NOTHING_COVERED: Shield = { base: 'writable', layers: [] }

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** One exact way, whether or not there is a better one. */
export function tryMeans(means: Pick<Means, 'by' | 'userNamespace'>, shield = NOTHING_COVERED) {
  return tryOut(recipeOf(shield, means))
}

function recipeOf(shield: Shield, means: Means, wanted = shield): ConfinementRecipe<'namespace'> {
  const by = means.by ?? 'bwrap'
  const found = resolved(shield)
  return {
    level: 'namespace',
    by,
    prefix: () => (by === 'unshare' ? unsharePrefix(means) : bwrapPrefix(found, means)),
    first: GATED_FIRST_PROCESS,
    filtered: by === 'bwrap' && shield.isolated === true,
    walls: wallsOf(wanted === shield ? found : resolved(wanted), means),
  }
}

function wallsOf({ base, layers, abstractSockets, isolated = false }: Shield, { refused }: Means): Walls {
  return {
    layers: [[base, ['/']], ...layers],
    namespaces: ['user', 'pid', 'mnt', ...(isolated ? ['ipc' as const] : [])],
    withoutKeyring: isolated,
    ...(abstractSockets !== undefined && { abstractSockets }),
    ...(refused !== undefined && { refused }),
  }
}

function bwrapPrefix({ base, layers, isolated = false }: Shield, { userNamespace }: Means): string[] {
  return [
    ...['bwrap', ...(userNamespace ? ['--unshare-user'] : []), BASE[base], '/', '/', ...DEVICES, '--proc', '/proc'],
    ...layers.flatMap(([how, places, source]) => places.flatMap(place => MOUNTS[how](place, source))),
    // Only now: what later layers show in it needs a place there.
    ...layers.flatMap(([how, places]) => (how === 'empty' ? places.flatMap(place => ['--remount-ro', place]) : [])),
    ...[...(isolated ? ISOLATION : []), ...LAST_OPTIONS, '--cap-drop', 'ALL'],
    // Without a user namespace bubblewrap leaves the bounding set as it is.
    ...(userNamespace ? ['--'] : ['--cap-add', 'CAP_SETPCAP', '--', ...locateSandboxProgram(WITHOUT_RIGHTS)]),
  ]
}

/** Keys and shared memory belong to the session of the person, and no mount covers them. */
export const ISOLATION = ['--unshare-ipc', ...KEYRING_FILTER_OPTIONS]

/** Root could have the kernel start a program outside of every namespace: by a core dump, by a control group. */
export const KERNEL_SETTINGS: Layer = ['readOnly', ['/proc/sys', '/sys']]

const BASE = { writable: '--bind', readOnly: '--ro-bind' }

/** `null`, `zero`, `full`, `random`, `urandom`, `tty`, terminals and shared memory of its own. */
export const DEVICES = ['--dev', '/dev']

function unsharePrefix({ userNamespace }: Means): string[] {
  return [
    ...unshared(),
    ...(userNamespace ? ['--user', '--map-current-user'] : []),
    ...locateSandboxProgram(withoutRights()),
  ]
}

/** What is left where there are no namespaces: a process group without rights that its user does not have anyway. */
function groupWithoutRights(wanted: Shield, means: Means): Confinement<'group'> {
  const isLinux = process.platform === 'linux'
  const prefix = [
    ...withoutCoreDumps(),
    ...(isLinux ? [...installed(withoutRights()), ...locateSandboxProgram(GATED_COMMAND)] : []),
  ]
  return { level: 'group', by: undefined, wrap: argv => [...prefix, ...argv], walls: wallsOf(resolved(wanted), means) }
}

const WITHOUT_RIGHTS = ['setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']

/** Only root may change the bounding set, and for anybody else it means nothing without new privileges. */
function withoutRights(): string[] {
  return isRoot() ? WITHOUT_RIGHTS : WITHOUT_RIGHTS.slice(0, -1)
}

export const MOUNTS: Record<Layer[0], (place: string, source?: string) => string[]> = {
  readOnly: (place, source = place) => ['--ro-bind', source, place],
  writable: place => ['--bind', place, place],
  empty: place => ['--tmpfs', place],
  temporary: place => ['--tmpfs', place],
  shown: place => ['--ro-bind-try', place, place],
  linked: place => ['--symlink', readlinkSync(place), place],
  hidden: place =>
    statSync(place).isDirectory() ? ['--tmpfs', place, '--remount-ro', place] : ['--ro-bind', '/dev/null', place],
  replaced: (place, source = place) => ['--bind', source, place],
  unreachable: place => (existsSync(place) ? ['--ro-bind', '/dev/null', place] : []),
}

/**
 * With the kernel's settings. What is not there cannot be covered; of a link, what it leads to is, unless the link itself
 * is to be there.
 */
function resolved({ layers, ...shield }: Shield): Shield {
  const found = [KERNEL_SETTINGS, ...layers].map(
    ([how, places, source]): Layer => [how, how === 'linked' ? places : realPlaces(places), source],
  )
  const named = new Set(found.flatMap(([, places]) => places))
  return { ...shield, layers: found.flatMap(layer => [layer, ...coverAliases(layer, named)]) }
}

/** What is covered is covered also where its file system shows it a second time. */
export function coverAliases([how, places]: Layer, named: ReadonlySet<string>): Layer[] {
  if (!COVERED.includes(how)) return []
  const aliases = aliasesOf(places).filter(alias => !named.has(alias))
  const folders = aliases.filter(alias => statSync(alias).isDirectory())
  const files = aliases.filter(alias => !folders.includes(alias))
  const layers: Layer[] = [
    [how, folders],
    ['hidden', files],
  ]
  return layers.filter(([, covered]) => covered.length > 0)
}

function realPlaces(places: readonly string[]): string[] {
  return [...new Set(places.filter(place => existsSync(place)).map(place => realpathSync(place)))]
}
