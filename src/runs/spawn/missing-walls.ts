import { accessSync, constants, existsSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { inheritableIn } from './inherited.ts'
import { aliasBy, mountOriginOf } from './kernel/aliases.ts'
import { isWithinMount, type Mount, mountFinder, readMounts } from './kernel/read-mounts.ts'
import { boundSockets } from './unix-sockets.ts'

/**
 * What becomes of some places: hidden ones are shown empty, empty ones too, but for what later layers show in them;
 * temporary ones are empty and go with the run. What lies in a
 * temporary folder is shown in it, read-only, as long as it is there, or linked. Replaced ones show another folder, which
 * is named third; so can what is read-only. Unreachable are sockets that nothing can connect to, as long as they are there.
 */
export type Layer = readonly [WallRule, readonly string[], (string | undefined)?]

type WallRule =
  | 'readOnly'
  | 'writable'
  | 'hidden'
  | 'empty'
  | 'temporary'
  | 'shown'
  | 'linked'
  | 'replaced'
  | 'unreachable'

/** What has to hold before a program that others wrote is started. */
export interface Walls {
  /** Real paths; later layers lie over earlier ones, and the first one is about `/`. */
  readonly layers: readonly Layer[]
  readonly namespaces: readonly Namespace[]
  /** Abstract names of sockets that are not to be reached. No mount covers one: only a network namespace of its own would. */
  readonly abstractSockets?: RegExp
  /** The keys that the person's session has in the kernel are out of reach: a system call filter refuses to ask for them. */
  readonly withoutKeyring?: boolean
  /** Why the system gives less than it was asked for. */
  readonly refused?: string
}

export type Namespace = keyof typeof WITHOUT

const WITHOUT = {
  user: 'no user namespace of its own',
  pid: 'no PID namespace of its own, so other processes are visible',
  mnt: 'no mount namespace of its own, so files, secrets and devices are as open as to you',
  net: 'no network namespace of its own',
  ipc: 'no IPC namespace of its own, so shared memory of other programs is open',
}

/**
 * The walls that do not hold for a process, in words. What the kernel says of it is read from outside, while it waits to
 * be let go: nothing of what it will run has had a say in it.
 */
export function findMissingWalls(pid: number, walls: Walls, given: number): string[] {
  try {
    const lacking = walls.namespaces.filter(name => namespaceOf(pid, name) === namespaceOf('self', name))
    const missing = [
      ...rightsKept(pid),
      ...leftOpen(pid, given),
      ...reachableSockets(walls),
      ...(walls.withoutKeyring === true && !isFiltered(pid) ? ['the keyring of your session can be read'] : []),
      ...lacking.map(name => explain(WITHOUT[name], walls)),
    ]
    return lacking.includes('mnt') ? missing : [...missing, ...openMounts(pid, walls.layers)]
  } catch (error) {
    return [`not inspected: ${error instanceof Error ? error.message : String(error)}`]
  }
}

function reachableSockets({ abstractSockets, namespaces }: Walls): string[] {
  if (abstractSockets === undefined || namespaces.includes('net')) return []
  const names = [...new Set(boundSockets().filter(name => abstractSockets.test(name)))]
  return names.length > 0 ? [`abstract sockets reachable: ${named(names)}`] : []
}

function explain(missing: string, { refused }: Walls): string {
  return refused === undefined ? missing : `${missing} (${refused})`
}

function namespaceOf(pid: number | 'self', name: Namespace): string {
  return readlinkSync(`/proc/${pid}/ns/${name}`)
}

/** Furrow itself may run behind a filter, in a container for one, so that only one more counts. */
function isFiltered(pid: number): boolean {
  return filtersOf(pid) > filtersOf('self')
}

/** Older kernels say only whether there are any. */
function filtersOf(pid: number | 'self'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const count = /^Seccomp_filters:\s*(\d+)$/m.exec(status)?.[1]
  return count === undefined ? Number(/^Seccomp:\s*2$/m.test(status)) : Number(count)
}

const CAPABILITY_SETS = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'] as const

function rightsKept(pid: number): string[] {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const setting = (name: string) => new RegExp(`^${name}:\\s*(\\w+)$`, 'm').exec(status)?.[1] ?? 'unknown'
  const kept = CAPABILITY_SETS.filter(set => !/^0+$/.test(setting(set)))
  return [
    ...(kept.length > 0 ? [`capabilities kept: ${kept.map(set => `${set} ${setting(set)}`).join(', ')}`] : []),
    ...(setting('NoNewPrivs') === '1' ? [] : ['setuid programs can gain rights (no_new_privs is off)']),
  ]
}

/**
 * Descriptors that it was not given and would hand on: through one, it could reach what no wall covers. Where the system
 * does not show them (`hidepid`, a security module) that is nothing of the wall's.
 */
function leftOpen(pid: number, given: number): string[] {
  if (!canRead(`/proc/${pid}/fd`)) return []
  const open = inheritableIn(pid).filter(descriptor => descriptor >= given)
  const named = open.map(descriptor => `${descriptor} (${readlinkSync(`/proc/${pid}/fd/${descriptor}`)})`)
  return named.length > 0 ? [`descriptors left open: ${named.join(', ')}`] : []
}

function canRead(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK)
    return true
  } catch {
    return false
  }
}

function openMounts(pid: number, layers: readonly Layer[]): string[] {
  const outside = readMounts('self')
  const mounts = markFresh(readMounts(pid), outside)
  const mountAt = mountFinder(mounts)
  const visible = mounts.filter(mount => mountAt(mount.place) === mount)
  const files = visible.filter(({ place }) => !isWithinMount('/proc', place) && !isWithinMount('/dev', place))
  const open = new Map<string, string[]>(openDevices(visible, files))
  const places = new Set([...files.map(({ place }) => place), ...layers.flatMap(([, covered]) => covered)])
  for (const place of places) {
    const [rule, , source] = layerAt(place, layers)
    const problem = PROBLEMS[rule](mountAt(place), place, source)
    if (problem !== undefined) open.set(problem, [...(open.get(problem) ?? []), place])
  }
  const elsewhere = shownElsewhere({ pid, outside, visible, mountAt }, layers).filter(
    place => !open.get('visible')?.includes(place),
  )
  if (elsewhere.length > 0) open.set('visible', [...(open.get('visible') ?? []), ...elsewhere])
  return [...open].map(([problem, places]) => `${problem}: ${named(places)}`)
}

interface SeenMount extends Mount {
  /** In memory and made for this process, so that nothing of the machine is on it. */
  readonly isFresh: boolean
}

/** A folder of the machine may be in memory too: only what is not mounted outside is the process's own. */
function markFresh(mounts: readonly Mount[], outside: readonly Mount[]): SeenMount[] {
  const known = new Set(outside.map(({ device }) => device))
  return mounts.map(mount => ({ ...mount, isFresh: mount.type === 'tmpfs' && !known.has(mount.device) }))
}

/** Where nothing of the machine shows through. */
export const COVERED: readonly WallRule[] = ['hidden', 'empty', 'temporary']

/** Second places of what is covered, in the view of the process: a file system may be mounted more than once. */
function shownElsewhere({ pid, outside, visible, mountAt }: MountView, layers: readonly Layer[]): string[] {
  const mountOutside = mountFinder(outside)
  const asked = new Set(layers.flatMap(([, places]) => places))
  const covered = layers.flatMap(([rule, places]) => (COVERED.includes(rule) ? places : []))
  const found = covered.flatMap(place => {
    const origin = mountOriginOf(place, mountOutside)
    if (origin === undefined) return []
    // A part of it that a layer shows at exactly this place is meant to be there.
    const unasked = visible.filter(mount => isWithinMount(mount.root, origin.path) || !asked.has(mount.place))
    return unasked.flatMap(mount => aliasBy(mount, { place, origin, mountAt }) ?? [])
  })
  // What its user cannot get to is not visible.
  return [...new Set(found)].filter(place => existsSync(`/proc/${pid}/root${place}`) || existsSync(place))
}

interface MountView {
  readonly pid: number
  readonly outside: readonly Mount[]
  readonly visible: readonly Mount[]
  readonly mountAt: (place: string) => Mount | undefined
}

const MOST_NAMED = 5

function named(places: readonly string[]): string {
  const more = places.length - MOST_NAMED
  return `${places.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The layer that has the last word on a place. */
function layerAt(place: string, layers: readonly Layer[]): Layer {
  return layers.findLast(([, places]) => places.some(covered => isWithinMount(covered, place))) ?? ['readOnly', ['/']]
}

const NOT_THERE: readonly WallRule[] = ['hidden', 'empty', 'temporary', 'replaced', 'unreachable']

/** Whether what is at a place of the machine shows through the layers. */
export function isVisible(place: string, layers: readonly Layer[]): boolean {
  return !NOT_THERE.includes(layerAt(place, layers)[0])
}

const PROBLEMS: Record<WallRule, (mount: SeenMount | undefined, place: string, source?: string) => string | undefined> =
  {
    writable: () => undefined,
    readOnly: mount => (mount?.options.includes('ro') === true ? undefined : 'writable'),
    empty: mount => (mount?.isFresh === true && mount.options.includes('ro') ? undefined : 'visible'),
    temporary: mount => (mount?.isFresh === true ? undefined : 'not temporary'),
    // What somebody removed meanwhile is temporary like all else in that folder.
    shown: (mount, place) =>
      mount?.place === place || (mount?.isFresh !== true && existsSync(place))
        ? PROBLEMS.readOnly(mount, place)
        : undefined,
    linked: () => undefined,
    // Its file system may be mounted elsewhere in part, so that only the name of the folder is known to be the same.
    replaced: (mount, _, source = '') => (basename(mount?.root ?? '') === basename(source) ? undefined : 'visible'),
    unreachable: (mount, place) =>
      (mount?.place === place && mount.root.endsWith('/null')) || !existsSync(place) ? undefined : 'reachable',
    hidden(mount, place) {
      const isEmpty = mount?.isFresh === true || mount?.root.endsWith('/null') === true
      return mount?.place === place && isEmpty && mount.options.includes('ro') ? undefined : 'visible'
    },
  }

const DEVICES: readonly string[] = ['null', 'zero', 'full', 'random', 'urandom', 'tty', 'console', 'pts', 'shm'].map(
  name => `/dev/${name}`,
)

/** Only what every program needs can be opened as a device. */
function openDevices(visible: readonly SeenMount[], files: readonly Mount[]): [string, string[]][] {
  const own = visible.filter(({ place, isFresh }) => (place === '/dev' ? isFresh : DEVICES.includes(place)))
  const others = visible.filter(mount => isWithinMount('/dev', mount.place) && !own.includes(mount))
  const open = [...others, ...files.filter(({ options }) => !options.includes('nodev'))]
  const seen = own.some(({ place }) => place === '/dev') ? open.map(({ place }) => place) : ['/dev']
  return seen.length > 0 ? [['devices visible', seen]] : []
}
