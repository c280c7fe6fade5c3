import { accessSync, constants, existsSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { inheritableIn } from './inherited.ts'
import { boundSockets } from './unix-sockets.ts'

/**
 * What becomes of some places: hidden ones are shown empty, empty ones too, but for what later layers show in them;
 * temporary ones are empty and go with the run. What lies in a
 * temporary folder is shown in it, read-only, as long as it is there, or linked. Replaced ones show another folder, which
 * is named third; so can what is read-only. Unreachable are sockets that nothing can connect to, as long as they are there.
 */
export type Layer = readonly [Rule, readonly string[], (string | undefined)?]

type Rule = 'readOnly' | 'writable' | 'hidden' | 'empty' | 'temporary' | 'shown' | 'linked' | 'replaced' | 'unreachable'

/** What has to hold before a program that others wrote is started. */
export interface Walls {
  /** Real paths; later layers lie over earlier ones, and the first one is about `/`. */
  readonly layers: readonly Layer[]
  readonly namespaces: readonly Namespace[]
  /** Abstract names of sockets that are not to be reached. No mount covers one: only a network namespace of its own would. */
  readonly abstractSockets?: RegExp
  /** Why the system gives less than it was asked for. */
  readonly refused?: string
}

export type Namespace = keyof typeof WITHOUT

const WITHOUT = {
  user: 'no user namespace of its own',
  pid: 'no PID namespace of its own, so other processes are visible',
  mnt: 'no mount namespace of its own, so files, secrets and devices are as open as to you',
  net: 'no network namespace of its own',
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
      ...lacking.map(name => explain(WITHOUT[name], walls)),
    ]
    return lacking.includes('mnt') ? missing : [...missing, ...openMounts(readMounts(pid), walls.layers)]
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

interface Mount {
  readonly id: string
  readonly parent: string
  /** Which part of the file system is shown. */
  readonly root: string
  readonly place: string
  readonly options: readonly string[]
  readonly type: string
}

function readMounts(pid: number): Mount[] {
  const lines = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').trimEnd().split('\n')
  return lines.map(line => {
    const fields = line.split(' ')
    const [id = '', parent = '', , root = '', place = '', options = ''] = fields
    const type = fields[fields.indexOf('-', 6) + 1] ?? ''
    return { id, parent, root: unescapeOctal(root), place: unescapeOctal(place), options: options.split(','), type }
  })
}

/** Blanks and the like are written as `\040`. */
function unescapeOctal(path: string): string {
  if (!path.includes('\\')) return path
  const bytes = Buffer.from(path).toString('latin1')
  const plain = bytes.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
  return Buffer.from(plain, 'latin1').toString()
}

function openMounts(mounts: readonly Mount[], layers: readonly Layer[]): string[] {
  const mountAt = mountFinder(mounts)
  const visible = mounts.filter(mount => mountAt(mount.place) === mount)
  const files = visible.filter(({ place }) => !isWithin('/proc', place) && !isWithin('/dev', place))
  const open = new Map<string, string[]>(openDevices(visible, files))
  const places = new Set([...files.map(({ place }) => place), ...layers.flatMap(([, covered]) => covered)])
  for (const place of places) {
    const [rule, , source] = layerAt(place, layers)
    const problem = PROBLEMS[rule](mountAt(place), place, source)
    if (problem !== undefined) open.set(problem, [...(open.get(problem) ?? []), place])
  }
  return [...open].map(([problem, places]) => `${problem}: ${named(places)}`)
}

const MOST_NAMED = 5

function named(places: readonly string[]): string {
  const more = places.length - MOST_NAMED
  return `${places.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The layer that has the last word on a place. */
function layerAt(place: string, layers: readonly Layer[]): Layer {
  return layers.findLast(([, places]) => places.some(covered => isWithin(covered, place))) ?? ['readOnly', ['/']]
}

const NOT_THERE: readonly Rule[] = ['hidden', 'empty', 'temporary', 'replaced', 'unreachable']

/** Whether what is at a place of the machine shows through the layers. */
export function isVisible(place: string, layers: readonly Layer[]): boolean {
  return !NOT_THERE.includes(layerAt(place, layers)[0])
}

const PROBLEMS: Record<Rule, (mount: Mount | undefined, place: string, source?: string) => string | undefined> = {
  writable: () => undefined,
  readOnly: mount => (mount?.options.includes('ro') === true ? undefined : 'writable'),
  empty: mount => (mount?.type === 'tmpfs' && mount.options.includes('ro') ? undefined : 'visible'),
  temporary: mount => (mount?.type === 'tmpfs' ? undefined : 'not temporary'),
  // What somebody removed meanwhile is temporary like all else in that folder.
  shown: (mount, place) =>
    mount?.place === place || (mount?.type !== 'tmpfs' && existsSync(place))
      ? PROBLEMS.readOnly(mount, place)
      : undefined,
  linked: () => undefined,
  // Its file system may be mounted elsewhere in part, so that only the name of the folder is known to be the same.
  replaced: (mount, _, source = '') => (basename(mount?.root ?? '') === basename(source) ? undefined : 'visible'),
  unreachable: (mount, place) =>
    (mount?.place === place && mount.root.endsWith('/null')) || !existsSync(place) ? undefined : 'reachable',
  hidden(mount, place) {
    const isEmpty = mount?.type === 'tmpfs' || mount?.root.endsWith('/null') === true
    return mount?.place === place && isEmpty && mount.options.includes('ro') ? undefined : 'visible'
  },
}

const DEVICES: readonly string[] = ['null', 'zero', 'full', 'random', 'urandom', 'tty', 'console', 'pts', 'shm'].map(
  name => `/dev/${name}`,
)

/** Only what every program needs can be opened as a device. */
function openDevices(visible: readonly Mount[], files: readonly Mount[]): [string, string[]][] {
  const own = visible.filter(({ place, type }) => (place === '/dev' ? type === 'tmpfs' : DEVICES.includes(place)))
  const others = visible.filter(mount => isWithin('/dev', mount.place) && !own.includes(mount))
  const open = [...others, ...files.filter(({ options }) => !options.includes('nodev'))]
  const seen = own.some(({ place }) => place === '/dev') ? open.map(({ place }) => place) : ['/dev']
  return seen.length > 0 ? [['devices visible', seen]] : []
}

/** Which mount a path leads to: the way down takes the first one it meets, again and again. */
function mountFinder(mounts: readonly Mount[]): (path: string) => Mount | undefined {
  const known = new Set(mounts.map(({ id }) => id))
  const below = new Map<string, Mount[]>()
  // The shortest first.
  for (const mount of mounts.toSorted((one, other) => one.place.length - other.place.length)) {
    const parent = known.has(mount.parent) ? mount.parent : NONE
    below.set(parent, [...(below.get(parent) ?? []), mount])
  }
  return path => {
    let found: Mount | undefined
    const next = (parent: string) => below.get(parent)?.find(({ place }) => isWithin(place, path))
    for (let deeper = next(NONE); deeper !== undefined; deeper = next(deeper.id)) found = deeper
    return found
  }
}

const NONE = ''

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}
