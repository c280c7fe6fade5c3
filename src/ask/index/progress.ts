import type { Progress } from '../../operation/capabilities.ts'
import { isRefused } from '../../operation/errors.ts'
import { isSqliteError, readDatabase } from '../../store/sqlite.ts'
import { type CodeIndex, setMeta } from './database.ts'
import { unfinishedFile } from './place.ts'

interface Read {
  readonly done: number
  readonly total: number
}

/** Whoever makes an index says in it how far it is: every process can look, also after the one that asked is gone. */
export function toldIn(index: CodeIndex, { progress }: { progress?: (progress: Progress) => void }) {
  return {
    progress(made: Progress) {
      setMeta(index, 'progress', JSON.stringify({ done: made.done, total: made.total }))
      progress?.(made)
    },
  }
}

export function underWay(folder: string): { building: boolean; progress?: Read } {
  const file = unfinishedFile(folder)
  if (file === undefined) return { building: false }
  const progress = progressIn(file)
  return { building: true, ...(progress !== undefined && { progress }) }
}

function progressIn(file: string): Read | undefined {
  try {
    using database = readDatabase(file)
    const row = database.prepare(`SELECT value FROM meta WHERE key = 'progress'`).get() as { value: string } | undefined
    return row === undefined ? undefined : (JSON.parse(row.value) as Read)
  } catch (error) {
    // It is just being made, or is finished or given up by now.
    if (isRefused(error) || isSqliteError(error)) return undefined
    throw error
  }
}
