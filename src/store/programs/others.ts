import fs from 'node:fs'

interface FolderPermission {
  /** Others may put their own files here, as in `/tmp`: what is looked for lies deeper and belongs to somebody trusted. */
  readonly mayHoldOthers: boolean
}

const STICKY = 0o1000
const BY_GROUP = 0o020
const BY_ALL = 0o002

/** Who can write a file, folder or link beside the system and the person; nothing when nobody can. */
export function whoElseMayWrite(stats: fs.Stats, { mayHoldOthers }: FolderPermission): string | undefined {
  const { uid, gid, mode } = stats
  if (!isTrustedOwner(uid)) return `it belongs to user ${uid}`
  if (stats.isSymbolicLink() || (mayHoldOthers && (mode & STICKY) !== 0)) return undefined
  if ((mode & BY_ALL) !== 0) return 'every user of this machine can write it'
  if ((mode & BY_GROUP) !== 0 && !isTrustedGroup(gid)) return `the members of group ${gid} can write it`
  return undefined
}

function isTrustedOwner(uid: number): boolean {
  return uid === 0 || uid === process.getuid?.() || isUnmapped(uid, '/proc/self/uid_map')
}

/** Groups of those who administer the machine: `staff` owns `/usr/local` on Debian, `admin` what Homebrew installs. */
const ADMINISTRATORS = ['root', 'wheel', 'sudo', 'admin', 'brew', 'linuxbrew']

function isTrustedGroup(gid: number): boolean {
  if (gid === 0 || isUnmapped(gid, '/proc/self/gid_map')) return true
  const { groups, users } = accounts()
  const group = groups.find(each => each.id === gid)
  // In a container the person may be a number alone; their own group then has the same one.
  if (group === undefined) return gid === process.getgid?.() && gid === process.getuid?.()
  // On macOS everybody is in `staff`.
  if (ADMINISTRATORS.includes(group.name) || (group.name === 'staff' && process.platform === 'linux')) return true
  const others = users.filter(({ id }) => id !== 0 && id !== process.getuid?.())
  return !others.some(({ name, group: primary }) => primary === gid || group.members.includes(name))
}

/**
 * In a user namespace the owner of the system's files may have no number and shows as the overflow id. Nobody inside
 * has that number, so nobody inside can write by it.
 */
function isUnmapped(id: number, file: string): boolean {
  if (id !== OVERFLOW_ID) return false
  const ranges = linesOf(file).map(line => line.trim().split(/\s+/).map(Number))
  return ranges.length > 0 && !ranges.some(([first = 0, , count = 0]) => id >= first && id < first + count)
}

const OVERFLOW_ID = 65534

interface Accounts {
  readonly users: readonly { readonly name: string; readonly id: number; readonly group: number }[]
  readonly groups: readonly { readonly name: string; readonly id: number; readonly members: readonly string[] }[]
}

let known: Accounts | undefined

function accounts(): Accounts {
  known ??= {
    users: fieldsOf('/etc/passwd').map(([name = '', , id, group]) => ({ name, id: Number(id), group: Number(group) })),
    groups: fieldsOf('/etc/group').map(([name = '', , id, members = '']) => ({
      name,
      id: Number(id),
      members: members.split(','),
    })),
  }
  return known
}

function fieldsOf(file: string): string[][] {
  return linesOf(file).map(line => line.split(':'))
}

function linesOf(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
