import fs from 'node:fs'
import path from 'node:path'
import { tempName } from '../../store/files/files.ts'
import { shortHash } from '../../store/files/short-hash.ts'
import type { Call } from '../../workspace/call.ts'
import { type Files, filesOf } from '../../workspace/workspace-files.ts'
import { CHANGES, type ChangeFiles, type ChangeFolder, HISTORY, readEntry } from './change-files.ts'
import { type ChangeSummary, changeRowOf, isOpenChange } from './row.ts'

export interface Catalog extends ChangeFolder {
  /** Only those that are worked on. */
  readonly kept: readonly ChangeFiles[]
  readonly closed: readonly ChangeSummary[]
}

interface CatalogEntry {
  /** What the file looked like when it was read and found sound; the slightest difference reads it again. */
  readonly stamp: string
  readonly row: ChangeSummary
}

const VERSION = 2
/** A file that changed a moment ago may change once more within the same tick of the file system's clock. */
const SETTLED_MS = 2000
const WORTH_WRITING = 20
const LONGEST_DESCRIPTION = 2000

/**
 * Every change of the worktree, finished ones without reading them: they are many, they never move, and `status` is
 * asked for all the time. The home remembers what it read and the stamp of each file; it may be deleted at any time.
 */
export function readCatalog(call: CatalogContext, { history = false } = {}): Catalog {
  return once(call, history ? 'changes and history' : 'changes', () => {
    const scan = new CatalogScan(call)
    for (const place of history ? [CHANGES, HISTORY] : [CHANGES]) scan.read(place)
    scan.remember()
    return scan
  })
}

type CatalogContext = Pick<Call, 'workspace' | 'store' | 'memo'>

/** Several parts of one answer ask for the same; a call that writes reads under the lock, and not here. */
function once(call: CatalogContext, key: string, read: () => Catalog): Catalog {
  const known = call.memo.get(key) as Catalog | undefined
  const catalog = known ?? read()
  call.memo.set(key, catalog)
  return catalog
}

class CatalogScan implements Catalog {
  readonly kept: ChangeFiles[] = []
  readonly closed: ChangeSummary[] = []
  readonly damaged: ChangeFolder['damaged'][number][] = []
  readonly #root: string
  readonly #files: Files
  readonly #cache: string
  readonly #known: Map<string, CatalogEntry>
  #added = 0

  constructor({ workspace, store }: CatalogContext) {
    this.#root = workspace.root
    this.#files = filesOf({ workspace })
    this.#cache = path.join(store.folder, `changes-${shortHash(workspace.root).slice(0, 12)}.json`)
    this.#known = readKnown(this.#cache)
  }

  read(place: string): void {
    const ids = this.#files.list(place)
    const there = new Set(ids.map(id => `${place}/${id}`))
    for (const key of this.#known.keys()) if (key.startsWith(`${place}/`) && !there.has(key)) this.#known.delete(key)
    for (const id of ids) this.#take(place, id)
  }

  remember(): void {
    if (this.#added >= WORTH_WRITING) writeKnown(this.#cache, this.#known)
  }

  #take(place: string, id: string): void {
    const key = `${place}/${id}`
    const stamp = stampOf(`${this.#root}/${key}/change.json`)
    const known = this.#known.get(key)
    if (known !== undefined && known.stamp === stamp) return void this.closed.push(known.row)
    this.#known.delete(key)
    const found = readEntry(this.#files, place, id)
    if (found === undefined) return
    if (!('change' in found)) this.damaged.push(found)
    else if (isOpenChange(found.change)) this.kept.push(found)
    else this.#close(key, stamp, changeRowOf(found.change))
  }

  #close(key: string, stamp: string | undefined, row: ChangeSummary): void {
    this.closed.push(row)
    if (stamp === undefined || row.description.length > LONGEST_DESCRIPTION) return
    this.#known.set(key, { stamp, row })
    this.#added += 1
  }
}

/** Which file it is and when it last changed; nothing for one that is not settled yet, or no file. */
function stampOf(file: string): string | undefined {
  const stats = lookAt(file)
  if (stats === undefined || !stats.isFile()) return undefined
  const { dev, ino, size, mtimeMs, ctimeMs } = stats
  if (Math.max(mtimeMs, ctimeMs) > Date.now() - SETTLED_MS) return undefined
  return [dev, ino, size, mtimeMs, ctimeMs].join(' ')
}

function lookAt(file: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false })
  } catch (error) {
    if (hasCode(error)) return undefined
    throw error
  }
}

/** As it was read last, by the file's stamp: in a server every page asks for it several times. */
const lastKnown = new Map<string, { stamp: string; known: Map<string, CatalogEntry> }>()

function readKnown(file: string): Map<string, CatalogEntry> {
  const stamp = stampOf(file)
  const last = lastKnown.get(file)
  if (stamp !== undefined && last?.stamp === stamp) return new Map(last.known)
  const known = parseKnown(file)
  if (stamp === undefined) lastKnown.delete(file)
  else lastKnown.set(file, { stamp, known })
  return new Map(known)
}

function parseKnown(file: string): Map<string, CatalogEntry> {
  try {
    const { version, known } = JSON.parse(fs.readFileSync(file, 'utf8')) as { version: number; known: object }
    return new Map(version === VERSION ? Object.entries(known) : [])
  } catch (error) {
    // Not there, or not to be read: then the changes themselves are, as they would be without it.
    if (error instanceof SyntaxError || error instanceof TypeError || hasCode(error)) return new Map()
    throw error
  }
}

/** What cannot be written here is read again next time. */
function writeKnown(file: string, known: ReadonlyMap<string, CatalogEntry>): void {
  const temp = path.join(path.dirname(file), tempName())
  try {
    fs.writeFileSync(temp, JSON.stringify({ version: VERSION, known: Object.fromEntries(known) }), { mode: 0o600 })
    fs.renameSync(temp, file)
  } catch (error) {
    fs.rmSync(temp, { force: true })
    if (!hasCode(error)) throw error
  }
}

function hasCode(error: unknown): boolean {
  return error instanceof Error && 'code' in error
}
