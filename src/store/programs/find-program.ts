import fs from 'node:fs'
import path from 'node:path'
import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { isInside, realTarget } from '../files/contain.ts'
import { whoElseMayWrite } from './others.ts'
import { worktreesAround } from './worktrees.ts'

/**
 * Everything that Furrow starts by a name is found here, as an absolute path. A folder that a repository or another
 * person can write is passed over: any of the workspace's worktrees, any `node_modules`, a relative entry of PATH.
 */
export interface ProgramSearch {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folders of a repository; each counts with all its worktrees. */
  readonly outside: readonly string[]
}

/** A folder on PATH that has the program, and why it does not count: `a repository can write it`. */
interface PassedOver {
  readonly folder: string
  readonly why: string
}

export interface Lookup {
  readonly program: string | undefined
  readonly passedOver: readonly PassedOver[]
}

/** Where the system keeps its own programs; what holds or measures a process comes from here alone, whatever PATH says. */
const SYSTEM_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin', '/run/current-system/sw/bin']

const SYSTEM: ProgramSearch = { env: { PATH: SYSTEM_FOLDERS.join(path.delimiter) }, outside: [] }

export function findProgram(name: string, search: ProgramSearch): string | undefined {
  return lookForProgram(name, search).program
}

/** The program, or a refusal that says where it was found and why that one is not started. */
export function requireProgram(name: string, search: ProgramSearch): string {
  const { program, passedOver } = lookForProgram(name, search)
  if (program === undefined) throw programRefusal(name, passedOver)
  return program
}

/** A program of the system itself: `sh`, `mkfifo`, `bwrap`. */
export function systemProgram(name: string): string {
  return requireProgram(name, SYSTEM)
}

export function programRefusal(name: string, passedOver: readonly PassedOver[]): Refused {
  const [first] = passedOver
  if (first === undefined)
    return refuse('not_found', `There is no ${name} on PATH. Install it, or give its path.`, {
      target: name,
      fix: shell`command -v ${name}`,
    })
  return refuse('forbidden', `${name} was found only in ${first.folder}: ${first.why}, so it is not started.`, {
    target: path.join(first.folder, name),
    fix: shell`furrow doctor`,
    details: { passed_over: passedOver },
  })
}

interface CachedLookup {
  readonly lookup: Lookup
  readonly folders: string
}

const found = new Map<string, CachedLookup>()

/** Found once: what was found is looked for again only when it is gone, what was not only when a folder has changed. */
export function lookForProgram(name: string, { env, outside }: ProgramSearch): Lookup {
  const value = env['PATH'] ?? ''
  const key = JSON.stringify([name, value, outside])
  const known = found.get(key)
  if (known?.lookup.program !== undefined && fs.existsSync(known.lookup.program)) return known.lookup
  const folders = timesOf(value)
  if (known !== undefined && known.lookup.program === undefined && known.folders === folders) return known.lookup
  const lookup = search(name, value, rootsOf(outside))
  found.set(key, { lookup, folders })
  return lookup
}

/** A folder changes with the programs in it and with who may write it. */
function timesOf(value: string): string {
  return value
    .split(path.delimiter)
    .map(folder => statOf(folder)?.ctimeMs ?? '')
    .join(' ')
}

/** A folder that must not be looked into has no time that counts. */
function statOf(folder: string): fs.Stats | undefined {
  try {
    return fs.statSync(folder, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function search(name: string, value: string, roots: readonly string[]): Lookup {
  if (name === '' || /[/\0]/.test(name)) return { program: undefined, passedOver: [] }
  const passedOver: PassedOver[] = []
  for (const entry of value.split(path.delimiter)) {
    const program = path.join(path.resolve(entry), name)
    if (!isProgram(program)) continue
    const why = whyNotFolder(entry, roots) ?? whyNotPlace(program, roots)
    if (why === undefined) return { program, passedOver }
    passedOver.push({ folder: entry === '' ? '.' : entry, why })
  }
  return { program: undefined, passedOver }
}

const paths = new Map<string, string>()

/**
 * The PATH of what Furrow starts for itself, such as git, which looks for ssh there: what is left of the person's own
 * after the same rules. A command that a person gave keeps the PATH as it is.
 */
export function trustedPath({ env, outside }: ProgramSearch): string {
  const key = JSON.stringify([env['PATH'], outside])
  const known = paths.get(key)
  if (known !== undefined) return known
  const roots = rootsOf(outside)
  const entries = new Set((env['PATH'] ?? '').split(path.delimiter))
  const kept = [...entries].filter(entry => isFolder(entry) && whyNotFolder(entry, roots) === undefined)
  const value = (kept.length > 0 ? kept : SYSTEM_FOLDERS).join(path.delimiter)
  paths.set(key, value)
  return value
}

/** Everything is inside of `/`, so a workspace there rules nothing out. */
function rootsOf(outside: readonly string[]): string[] {
  return outside.flatMap(worktreesAround).filter(root => root !== '/')
}

const BY_REPOSITORY = 'a repository can write it'

function whyNotFolder(entry: string, roots: readonly string[]): string | undefined {
  if (!path.isAbsolute(entry)) return 'PATH names it by a relative folder, which means another one in each directory'
  // Programs that npm installed for the whole machine are links into its `node_modules`; those count, by their link.
  const real = realTarget(entry) ?? entry
  if ([entry, real].some(place => place.split('/').includes('node_modules'))) return BY_REPOSITORY
  return whyNotPlace(entry, roots)
}

/** Every folder and link on the way is looked at: whoever can write one of them decides what is found at its end. */
export function whyNotPlace(place: string, roots: readonly string[]): string | undefined {
  const steps = walk(place)
  if (steps === undefined) return 'it leads nowhere'
  // The folder that holds the program: above it others may have folders of their own, as in `/tmp`.
  const holder = steps.findLastIndex(({ stats }) => stats.isDirectory())
  for (const [index, { at, stats }] of steps.entries()) {
    if (roots.some(root => isInside(root, at))) return BY_REPOSITORY
    const who = whoElseMayWrite(stats, { mayHoldOthers: index < holder })
    if (who !== undefined) return at === place ? who : `${who} (${at})`
  }
  return undefined
}

interface PathStep {
  readonly at: string
  readonly stats: fs.Stats
}

const MOST_LINKS = 40

function walk(place: string): PathStep[] | undefined {
  const steps: PathStep[] = []
  let at = '/'
  let ahead = namesIn(place)
  let links = 0
  try {
    while (ahead.length > 0) {
      const [name = '', ...rest] = ahead
      const next = path.join(at, name)
      const stats = fs.lstatSync(next)
      steps.push({ at: next, stats })
      if (!stats.isSymbolicLink()) {
        at = next
        ahead = rest
        continue
      }
      links += 1
      if (links > MOST_LINKS) return undefined
      const target = fs.readlinkSync(next)
      if (path.isAbsolute(target)) at = '/'
      ahead = [...namesIn(target), ...rest]
    }
    return steps
  } catch {
    return undefined
  }
}

function namesIn(place: string): string[] {
  return place.split('/').filter(name => name !== '' && name !== '.')
}

/** A folder on PATH that is missing or may not be read has nothing to start. */
function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}

function isFolder(place: string): boolean {
  try {
    return fs.statSync(place).isDirectory()
  } catch {
    return false
  }
}
