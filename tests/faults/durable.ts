import path from 'node:path'
import type { Traced } from './trace.ts'

const TEMP = /\.tmp$/
/** SQLite looks after its own files. */
const OF_SQLITE = /\.db(?:-\w+)?$/

/**
 * What a power cut after the acknowledgement could still take away: names and bytes that were not made durable
 * before it. The acknowledgement is the first write to standard output.
 */
export function whyNotDurable(calls: readonly Traced[], roots: readonly string[]): string[] {
  const acknowledged = calls.findIndex(({ call, handle }) => call === 'write' && handle === 1)
  if (acknowledged < 0) return ['nothing was acknowledged']
  const before = calls.slice(0, acknowledged).filter(({ result }) => result >= 0)
  const ours = before.map((traced, at) => ({ ...traced, at })).filter(traced => isOurs(traced, roots))
  const published = ours.filter(({ call, files }) => /^(?:rename|link)/.test(call) && TEMP.test(files[0] ?? ''))
  return [
    ...published.flatMap(({ files: [temp = '', target = ''], at }) => whyNotWritten(before.slice(0, at), temp, target)),
    ...ours.flatMap(traced => foldersOf(traced).flatMap(folder => whyNotSynced(before, traced.at, folder))),
    ...whyNotIntended(before, ours.find(isPublishing)?.at),
  ]
}

type Placed = Traced & { readonly at: number }

function isOurs({ files }: Traced, roots: readonly string[]): boolean {
  return (
    files.some(file => roots.some(root => file.startsWith(`${root}/`))) && !files.some(file => OF_SQLITE.test(file))
  )
}

/** All bytes, then fsync, then the rename. */
function whyNotWritten(before: readonly Traced[], temp: string, target: string): string[] {
  const of = before.map((traced, at) => ({ ...traced, at })).filter(({ files }) => files[0] === temp)
  const writes = of.filter(({ call }) => /write/.test(call))
  const synced = of.filter(({ call }) => /^f(?:data)?sync$/.test(call)).at(-1)?.at ?? -1
  const last = writes.at(-1)?.at ?? 0
  return synced > last ? [] : [`${target} took its place before its bytes were synced`]
}

/** The folders in which a call has changed names. */
function foldersOf({ call, files: [from = '', to = ''] }: Placed): string[] {
  const names: Readonly<Record<string, readonly string[]>> = {
    mkdir: [from],
    unlink: [from],
    rmdir: [from],
    link: [to],
    rename: [from, to],
  }
  const changed = names[call.replace(/at2?$/, '')] ?? []
  return [...new Set(changed.filter(name => !TEMP.test(name)).map(name => path.dirname(name)))]
}

/** A folder that was moved, or removed, after that is looked for where it is, or not at all. */
function whyNotSynced(calls: readonly Traced[], from: number, folder: string): string[] {
  let name = folder
  for (const { call, files } of calls.slice(from + 1)) {
    if (/^f(?:data)?sync$/.test(call) && files[0] === name) return []
    if (call === 'rmdir' && files[0] === name) return []
    const [old = '', now = ''] = /^rename/.test(call) ? files : []
    if (old !== '' && (name === old || name.startsWith(`${old}/`))) name = now + name.slice(old.length)
  }
  return [`${folder} was changed and not synced before the answer`]
}

/** Of the journal: what is written without it is named after the process. */
function isPublishing({ call, files: [from = ''] }: Traced): boolean {
  return /^rename/.test(call) && /\/\.furrow-(?!by-)[^/]*\.tmp$/.test(from)
}

/** The journal knows of it before the first file changes. */
function whyNotIntended(before: readonly Traced[], first: number | undefined): string[] {
  if (first === undefined) return []
  const journal = before.slice(0, first).filter(({ files }) => files[0]?.endsWith('state.db-wal'))
  return journal.at(-1)?.call.endsWith('sync') === true ? [] : ['a file changed before the journal was synced']
}
