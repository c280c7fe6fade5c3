import { existsSync, lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { type Confinement, confineBy, FIRST_PROCESS, locate } from './sandbox.ts'

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
}

/**
 * Level `sandbox`: sees the system read-only, an empty home, the worktree, and nothing else of the machine. It keeps a
 * program from files, processes and the network; it does not keep it from sending what it may read to whom it may reach.
 */
export async function enclose(enclosure: Enclosure): Promise<Confinement<'sandbox'>> {
  const { worktree, home } = enclosure
  if (holds(worktree, home))
    throw refuse('unsupported', `${worktree} holds the home folder, whose keys a sandbox could then not hide.`, {
      target: worktree,
    })
  return confineBy({
    level: 'sandbox',
    by: 'bwrap',
    prefix: () => ['bwrap', ...limits(enclosure), ...view(enclosure), '--', ...locate(FIRST_PROCESS)],
  })
}

function holds(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way === '..' || way.startsWith('../'))
}

function limits({ network }: Enclosure): string[] {
  return [
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(network ? [] : ['--unshare-net']),
    ...['--as-pid-1', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ]
}

/** Later mounts lie over earlier ones: the home hides what is in it, the worktree may lie in the home. */
function view({ worktree, gitFolder, home, furrowHome, readable = [] }: Enclosure): string[] {
  return [
    ...SYSTEM.flatMap(systemFolder),
    ...SETTINGS.flatMap(file => ['--ro-bind-try', file, file]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--setenv', 'TMPDIR', '/tmp'],
    ...['--tmpfs', home],
    ...readable.flatMap(folder => ['--ro-bind', folder, folder]),
    ...['--bind', worktree, worktree],
    ...guardGit(worktree, gitFolder ?? join(worktree, '.git')),
    ...['--tmpfs', furrowHome],
  ]
}

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt', '/nix']

/** Not all of /etc: for root, keys and password hashes are in it. */
const SETTINGS = `passwd group hosts resolv.conf nsswitch.conf host.conf localtime timezone ld.so.cache ld.so.conf
  ld.so.conf.d alternatives ssl/certs ssl/openssl.cnf ca-certificates pki crypto-policies mime.types gitconfig
  java-11-openjdk java-17-openjdk java-21-openjdk`
  .split(/\s+/)
  .map(name => `/etc/${name}`)

function systemFolder(folder: string): string[] {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  if (stat === undefined) return []
  return stat.isSymbolicLink() ? ['--symlink', readlinkSync(folder), folder] : ['--ro-bind', folder, folder]
}

/**
 * What git would execute for the person later, hooks and settings, cannot be changed. As mounts, the folder and the
 * pointer of a linked worktree cannot be moved out of the way either.
 */
function guardGit(worktree: string, gitFolder: string): string[] {
  if (!existsSync(gitFolder)) return []
  const pointer = join(worktree, '.git')
  const isLinked = statSync(pointer, { throwIfNoEntry: false })?.isFile() === true
  const config = join(gitFolder, 'config')
  const isSplit = /worktreeConfig/i.test(readFileSync(config, 'utf8'))
  return [
    ...['--bind', gitFolder, gitFolder],
    ...['--ro-bind', config, config],
    ...(isSplit ? frozen(join(gitFolder, 'config.worktree'), ['--ro-bind', '/dev/null']) : []),
    ...frozen(join(gitFolder, 'hooks'), ['--perms', '0555', '--tmpfs']),
    ...['--ro-bind-try', join(gitFolder, 'modules'), join(gitFolder, 'modules')],
    ...(isLinked ? ['--ro-bind', pointer, pointer] : []),
  ]
}

/** What is not there is not to be made either: something empty stands in its place. */
function frozen(path: string, empty: readonly string[]): string[] {
  return existsSync(path) ? ['--ro-bind', path, path] : [...empty, path, '--remount-ro', path]
}
