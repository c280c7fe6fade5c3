import { existsSync, lstatSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { hasCode } from '../../store/files/io-refusal.ts'
import { GATED_FIRST_PROCESS } from './gate.ts'
import type { Layer } from './missing-walls.ts'
import { type Confinement, confineBy, LAST_OPTIONS } from './sandbox.ts'
import { coverAliases, DEVICES, ISOLATION, MOUNTS } from './shield.ts'

export interface Enclosure {
  /** The only place that can be written, besides temporary ones that go with the run. */
  readonly worktree: string
  /** The git common directory, which for a linked worktree lies elsewhere. */
  readonly gitFolder?: string
  /** Shown empty: keys, tokens and settings are in it. */
  readonly home: string
  readonly furrowHome: string
  /** More that can be read, like a runtime outside the system's folders. */
  readonly readable?: readonly string[]
  readonly network: boolean
  /** Whether another sandbox works in the same worktree now. */
  readonly isShared?: () => boolean
}

/**
 * Level `sandbox`: sees the system read-only, an empty home, the worktree, and nothing else of the machine. It keeps a
 * program from files, processes and the network; it does not keep it from sending what it may read to whom it may reach.
 */
export async function enclose(enclosure: Enclosure): Promise<Confinement<'sandbox'>> {
  const { worktree, home, gitFolder = join(worktree, '.git'), isShared = () => false } = enclosure
  if (holds(worktree, home))
    throw refuse('unsupported', `${worktree} holds the home folder, whose keys a sandbox could then not hide.`, {
      target: worktree,
    })
  const release = holdCommonDir(gitFolder)
  const leave = () => {
    if (!isShared()) release()
  }
  try {
    return { ...(await confineTo(enclosure)), leave }
  } catch (error) {
    leave()
    throw error
  }
}

function confineTo(enclosure: Enclosure): Promise<Confinement<'sandbox'>> {
  const view = viewOf(enclosure)
  return confineBy({
    level: 'sandbox',
    by: 'bwrap',
    prefix: () => ['bwrap', ...limits(enclosure), ...view.flatMap(({ mounts }) => mounts), '--'],
    first: GATED_FIRST_PROCESS,
    filtered: true,
    walls: {
      layers: [['temporary', ['/']], ...view.flatMap(({ layer }) => (layer === undefined ? [] : [layer]))],
      withoutKeyring: true,
      namespaces: ['user', 'pid', 'mnt', 'ipc', ...(enclosure.network ? [] : ['net' as const])],
    },
  })
}

/** Where the git directory is itself: what git does anyway. */
const HERE = '.\n'

/**
 * What all worktrees share has no `commondir`, and git would follow one to other settings. It can be covered only where it
 * is there, so one that leads nowhere else is put there while a sandbox is at work.
 */
function holdCommonDir(gitFolder: string): () => void {
  const pointer = join(gitFolder, 'commondir')
  if (statSync(gitFolder, { throwIfNoEntry: false })?.isDirectory() !== true) return () => undefined
  try {
    writeFileSync(pointer, HERE, { flag: 'wx' })
  } catch (error) {
    // Where this cannot write, what it starts cannot either.
    if (!['EEXIST', 'EROFS', 'EACCES'].some(code => hasCode(error, code))) throw error
  }
  return () => {
    if (isFile(pointer) && readFileSync(pointer, 'utf8') === HERE) rmSync(pointer)
  }
}

function isFile(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isFile() === true
}

function holds(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way === '..' || way.startsWith('../'))
}

function limits({ network }: Enclosure): string[] {
  return [
    ...['--unshare-user', ...ISOLATION, '--unshare-uts', '--unshare-cgroup-try'],
    ...(network ? [] : ['--unshare-net']),
    ...[...LAST_OPTIONS, '--new-session', '--cap-drop', 'ALL'],
  ]
}

/** How something gets into the view, and what has to hold of it. */
interface MountRequest {
  readonly mounts: readonly string[]
  readonly layer?: Layer
}

/** Later mounts lie over earlier ones: the home hides what is in it, the worktree may lie in the home. */
function viewOf({ worktree, gitFolder, home, furrowHome, readable = [] }: Enclosure): MountRequest[] {
  return [
    ...SYSTEM.flatMap(systemFolder),
    ...SETTINGS.filter(file => existsSync(file)).map(file => show('readOnly', file)),
    { mounts: ['--proc', '/proc', ...DEVICES, '--setenv', 'TMPDIR', '/tmp'] },
    show('readOnly', '/proc/sys'),
    ...['/tmp', home].map(folder => show('temporary', folder)),
    ...aliasesIn(SYSTEM, home),
    ...readable.map(folder => show('readOnly', folder)),
    show('writable', worktree),
    ...guardGit(worktree, gitFolder ?? join(worktree, '.git')),
    show('temporary', furrowHome),
    ...aliasesIn([...SYSTEM, ...readable, worktree], furrowHome),
  ]
}

/** A file system that is mounted twice may show a folder again in what can be seen. */
function aliasesIn(visible: readonly string[], folder: string): MountRequest[] {
  const layers = coverAliases(['temporary', [folder]], new Set())
  return layers.flatMap(([how, places]) =>
    places.filter(place => visible.some(shown => holds(shown, place))).map(place => show(how, place)),
  )
}

function show(how: Layer[0], place: string): MountRequest {
  return { mounts: MOUNTS[how](place), layer: [how, [place]] }
}

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt', '/nix']

/** Not all of /etc: for root, keys and password hashes are in it. */
const SETTINGS = `passwd group hosts resolv.conf nsswitch.conf host.conf localtime timezone ld.so.cache ld.so.conf
  ld.so.conf.d alternatives ssl/certs ssl/openssl.cnf ca-certificates pki crypto-policies mime.types gitconfig
  java-11-openjdk java-17-openjdk java-21-openjdk`
  .split(/\s+/)
  .map(name => `/etc/${name}`)

function systemFolder(folder: string): MountRequest[] {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  if (stat === undefined) return []
  return [stat.isSymbolicLink() ? { mounts: ['--symlink', readlinkSync(folder), folder] } : show('readOnly', folder)]
}

/**
 * What git would execute or follow for the person later, hooks, settings, attributes and alternates, cannot be changed. As
 * mounts, the folder and the pointer of a linked worktree cannot be moved out of the way either.
 */
function guardGit(worktree: string, gitFolder: string): MountRequest[] {
  if (!existsSync(gitFolder)) return []
  const pointer = join(worktree, '.git')
  const isLinked = statSync(pointer, { throwIfNoEntry: false })?.isFile() === true
  const common = join(gitFolder, 'commondir')
  const config = join(gitFolder, 'config')
  const isSplit = /worktreeConfig/i.test(readFileSync(config, 'utf8'))
  const others = ['modules', 'worktrees'].map(name => join(gitFolder, name)).filter(folder => existsSync(folder))
  return [
    show('writable', gitFolder),
    show('readOnly', config),
    ...(existsSync(common) ? [show('readOnly', common)] : []),
    ...(isSplit ? [frozen(join(gitFolder, 'config.worktree'), ['--ro-bind', '/dev/null'])] : []),
    ...['hooks', 'info', 'objects/info'].map(name => frozen(join(gitFolder, name), ['--perms', '0555', '--tmpfs'])),
    ...others.map(folder => show('readOnly', folder)),
    ...(isLinked ? [show('readOnly', pointer), ...guardLinked(worktree, readFileSync(pointer, 'utf8'))] : []),
  ]
}

/** The folder in which git keeps the head and the index of a linked worktree, and the way from there to the repository. */
function guardLinked(worktree: string, pointer: string): MountRequest[] {
  const own = resolve(worktree, /^gitdir: (.+)$/m.exec(pointer)?.[1] ?? '')
  const fixed = ['commondir', 'gitdir', 'config.worktree'].map(name => join(own, name)).filter(file => existsSync(file))
  return [show('writable', own), ...fixed.map(file => show('readOnly', file))]
}

/** What is not there is not to be made either: something empty is in its place. */
function frozen(path: string, empty: readonly string[]): MountRequest {
  if (existsSync(path)) return show('readOnly', path)
  return { mounts: [...empty, path, '--remount-ro', path], layer: ['hidden', [path]] }
}
