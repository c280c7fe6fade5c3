import type { Progress } from '../../operation/capabilities.ts'
import { isRefused } from '../../operation/errors.ts'
import { isSqliteError, readDatabase } from '../../store/database/sqlite.ts'
import { type CodeIndex, setIndexMeta } from './database.ts'
import { unfinishedFile } from './files/index-folder.ts'

interface IndexProgress {
  readonly done: number
  readonly total: number
}

/** Whoever makes an index says in it how far it is: every process can look, also after the one that asked is gone. */
export function progressRecorder(index: CodeIndex, { progress }: { progress?: (progress: Progress) => void }) {
  return {
    progress(made: Progress) {
      setIndexMeta(index, 'progress', JSON.stringify({ done: made.done, total: made.total }))
      progress?.(made)
    },
  }
}

export function readIndexProgress(folder: string): { building: boolean; progress?: IndexProgress } {
  const file = unfinishedFile(folder)
  if (file === undefined) return { building: false }
  const progress = progressIn(file)
  return { building: true, ...(progress !== undefined && { progress }) }
}

function progressIn(file: string): IndexProgress | undefined {
  try {
    using database = readDatabase(file)
    const row = database.prepare(`SELECT value FROM meta WHERE key = 'progress'`).get() as { value: string } | undefined
    return row === undefined ? undefined : (JSON.parse(row.value) as IndexProgress)
  } catch (error) {
    // It is just being made, or is finished or given up by now.
    if (isRefused(error) || isSqliteError(error)) return undefined
    throw error
  }
}
