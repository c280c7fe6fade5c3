import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { sweepTemps, tempName } from '../../files/files.ts'
import { hasCode, ioRefusal } from '../../files/io-refusal.ts'
import { sweepUnused, UNUSED_MS } from '../../files/sweep-unused.ts'

/** What git finds in a common directory that Furrow made: the repository's data by links, and settings of our own. */
export interface CommonDirContent {
  readonly commonDir: string
  readonly config: string
  /** In place of the repository's `info/attributes`, and above every `.gitattributes`. */
  readonly attributes?: string
}

/** Objects and refs. There are no hooks, no grafts, no submodules and no configuration among them. */
const LINKED = ['objects', 'refs', 'packed-refs', 'logs', 'shallow', 'worktrees', 'reftable'] as const
const MOST_KEPT = 16

/** How each of them looked when it was found to be what it should be. */
const verified = new Map<string, string>()

/** The folder for `GIT_COMMON_DIR`, made when it is not there or not as it should be. */
export function ensureCommonDir(shelf: string, content: CommonDirContent): string {
  const folder = path.join(shelf, digestOf(content))
  const look = lookOf(folder)
  if (look !== undefined && verified.get(folder) === look) return folder
  if (look === undefined || !isWhole(folder, content)) make(folder, content)
  const now = lookOf(folder)
  if (now !== undefined) verified.set(folder, now)
  return folder
}

function digestOf({ commonDir, config, attributes }: CommonDirContent): string {
  const parts = [commonDir, config, attributes ?? null]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)
}

/** A name that is put in, taken away or replaced changes the time of its folder. */
function lookOf(folder: string): string | undefined {
  const looks = ['', 'info', 'config', 'info/attributes'].map(name => {
    const stats = fs.lstatSync(path.join(folder, name), { bigint: true, throwIfNoEntry: false })
    return stats === undefined ? undefined : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`
  })
  return looks.includes(undefined) ? undefined : looks.join('\n')
}

function isWhole(folder: string, content: CommonDirContent): boolean {
  const { config, attributes } = content
  const links = linksOf(content)
  const names = (at: string) => fs.readdirSync(path.join(folder, at)).toSorted().join('\n')
  return (
    names('') === [...LINKED, 'config', 'info'].toSorted().join('\n') &&
    names('info') === ['attributes', 'exclude'].join('\n') &&
    isText(path.join(folder, 'config'), config) &&
    (attributes === undefined || isText(path.join(folder, 'info/attributes'), attributes)) &&
    links.every(([name, target]) => linkAt(path.join(folder, name)) === target)
  )
}

function isText(file: string, text: string): boolean {
  return fs.lstatSync(file).isFile() && fs.readFileSync(file, 'utf8') === text
}

function linkAt(place: string): string | undefined {
  return fs.lstatSync(place).isSymbolicLink() ? fs.readlinkSync(place) : undefined
}

function linksOf({ commonDir, attributes }: CommonDirContent): [string, string][] {
  const names = [...LINKED, 'info/exclude', ...(attributes === undefined ? ['info/attributes'] : [])]
  return names.map(name => [name, path.join(commonDir, name)])
}

/** Made aside and moved into place whole; of two processes that make the same one the second finds it there. */
function make(folder: string, content: CommonDirContent): void {
  const shelf = path.dirname(folder)
  const aside = path.join(shelf, tempName())
  try {
    fs.mkdirSync(shelf, { recursive: true, mode: 0o700 })
    sweepTemps(shelf)
    forgetOldest(shelf)
    forgetGone(shelf)
    fs.mkdirSync(path.join(aside, 'info'), { recursive: true, mode: 0o700 })
    for (const [name, target] of linksOf(content)) fs.symlinkSync(target, path.join(aside, name))
    fs.writeFileSync(path.join(aside, 'config'), content.config, { mode: 0o600 })
    if (content.attributes !== undefined)
      fs.writeFileSync(path.join(aside, 'info/attributes'), content.attributes, { mode: 0o600 })
    place(aside, folder, content)
  } catch (error) {
    throw ioRefusal(error, folder)
  } finally {
    fs.rmSync(aside, { recursive: true, force: true })
  }
}

function place(aside: string, folder: string, content: CommonDirContent): void {
  try {
    fs.renameSync(aside, folder)
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) throw error
    if (isWhole(folder, content)) return
    // Somebody changed it: out of the way with it, and ours in its place.
    const wrong = path.join(path.dirname(folder), tempName())
    fs.renameSync(folder, wrong)
    fs.rmSync(wrong, { recursive: true, force: true })
    fs.renameSync(aside, folder)
  }
}

/** What was made for repositories that are no longer there. */
function forgetGone(shelf: string): void {
  const own = path.dirname(shelf)
  const isGone = (place: string) => place !== own && isOfGone(path.join(place, path.basename(shelf)))
  sweepUnused(path.dirname(own), { named: /-[\da-z]{12}$/, isUnused: isGone, olderThanMs: UNUSED_MS })
}

/** Each of them has a link to the objects of its repository. */
function isOfGone(shelf: string): boolean {
  const made = fs.existsSync(shelf) ? fs.readdirSync(shelf).filter(name => MADE.test(name)) : []
  return made.length > 0 && made.every(name => !fs.existsSync(path.join(shelf, name, 'objects')))
}

const MADE = /^[0-9a-f]{24}$/

/** Each edit of a configuration leaves one behind. */
function forgetOldest(shelf: string): void {
  const made = fs
    .readdirSync(shelf)
    .filter(name => MADE.test(name))
    .map(name => ({ name, at: fs.lstatSync(path.join(shelf, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.at - a.at)
  for (const { name } of made.slice(MOST_KEPT)) fs.rmSync(path.join(shelf, name), { recursive: true, force: true })
}
