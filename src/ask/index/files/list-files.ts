import fs from 'node:fs'
import path from 'node:path'
import type { VectorSettings } from '../../../search/vectors/configured.ts'
import { lsFiles } from '../../../store/git/git.ts'
import { type IndexConfig, readIndexConfig } from '../config.ts'

/** A worktree as plain data, so that it can be handed to a worker. */
export interface IndexedTree {
  readonly root: string
  readonly git: boolean
  /** Where the vectors of its passages come from; `vectorsOf` says what goes without a word about it. */
  readonly vectors?: VectorSettings
}

/** Statistical ones, with the weight that was measured to find most; see `bench/ask`. */
export function vectorsOf({ vectors }: IndexedTree): VectorSettings {
  return vectors ?? { provider: 'statistical', weight: 0.3 }
}

/** A file that belongs to the index, or the reason why it is left out. */
export interface ListedFile {
  readonly path: string
  readonly size: number
  /** Changes when the file does: times to the microsecond, and which file it is. */
  readonly stamp: string
  readonly changedAt: number
  readonly skipped?: string
}

/** Larger files are data, logs or bundles: they would crowd out what people wrote. */
const MOST_BYTES = 1024 * 1024
const MOST_LISTED = 512 * 1024 * 1024

/** What git tracks and what is untracked but not ignored; without git, everything below the root but what nobody wrote. */
export async function listFiles(tree: IndexedTree, signal?: AbortSignal): Promise<ListedFile[]> {
  const config = readIndexConfig(tree.root)
  const paths = tree.git ? await known(tree.root, signal) : [...walk(tree.root, '', config)]
  return paths.flatMap(file => look(tree.root, file, config))
}

async function known(root: string, signal?: AbortSignal): Promise<string[]> {
  return lsFiles(root, [], { timeoutMs: 120_000, maxBytes: MOST_LISTED, ...(signal !== undefined && { signal }) })
}

/** Folders that programs fill. */
const MADE = new Set(['.git', '.hg', '.svn', 'node_modules', '__pycache__', '.venv', 'venv', '.tox', '.cache'])

function* walk(root: string, folder: string, config: IndexConfig): Generator<string> {
  for (const entry of entriesOf(path.join(root, folder))) {
    const place = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (!MADE.has(entry.name) && !config.ignores(`${place}/`)) yield* walk(root, place, config)
    } else yield place
  }
}

function entriesOf(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    // A folder that cannot be read, or is gone by now, has nothing to cite.
    return []
  }
}

/** Furrow's own records say what was asked and done, not what the code is. */
const RECORDS =
  /^(?:\.sdlc\/(?:\.runs|tool-interactions|tools\/[^/]+\/index)\/|sdd\/(?:sdd\.json$|(?:changes|history)\/[^/]+\/change\.json$)|\.sow\/.*(?:state\.yaml|events\.jsonl)$)/
/** What Furrow brought along: the kit of the tools, the tools built in, and what its agents are told. */
const BROUGHT =
  /^\.sdlc\/tools\/(?:_shared|ama|quality-check)\/|^\.(?!github\/workflows\/)[^/]+\/(?:(?:skills|commands|prompts|workflows|rules|steering)\/)?furrow[-./]/
/** What such files hold is nobody's to quote. Examples of them hold nothing. */
const SECRETS =
  /(?:^|\/)(?:\.env(?:\.(?!example$|sample$|template$|dist$)[^/]*)?|id_(?:rsa|dsa|ecdsa|ed25519)|[^/]+\.(?:pem|key|p12|pfx|age|keystore))$/

function look(root: string, file: string, config: IndexConfig): ListedFile[] {
  if (
    file.endsWith('/') ||
    path.posix.basename(file) === '.git' ||
    RECORDS.test(file) ||
    BROUGHT.test(file) ||
    config.ignores(file) ||
    !config.takes(file)
  )
    return []
  const stats = lstat(path.join(root, file))
  // Tracked, but removed from the worktree; or a submodule, which is a repository of its own.
  if (stats === undefined || stats.isDirectory()) return []
  const listed = {
    path: file,
    size: stats.size,
    stamp: `${stats.size}-${stats.mtimeMs}-${stats.ctimeMs}-${stats.ino}`,
    changedAt: Math.max(stats.mtimeMs, stats.ctimeMs),
  }
  const skipped = whyNotRead(file, stats)
  return [skipped === undefined ? listed : { ...listed, skipped }]
}

function whyNotRead(file: string, stats: fs.Stats): string | undefined {
  if (stats.isSymbolicLink()) return 'a symbolic link'
  if (!stats.isFile()) return 'no ordinary file'
  if (SECRETS.test(file)) return 'may hold secrets'
  return stats.size > MOST_BYTES ? 'larger than 1 MiB' : undefined
}

function lstat(place: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(place, { throwIfNoEntry: false })
  } catch {
    // Not allowed, or a file stands where a folder was.
    return undefined
  }
}
