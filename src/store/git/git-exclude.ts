import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { writeDurably } from '../files/files.ts'
import { readBytes } from '../files/read-file.ts'
import type { Repository } from './repository.ts'

const BEING_WRITTEN = '.furrow-*.tmp'

/** Where a repository says what git does not look at, for this clone alone; nothing without git. */
export function excludesOf({ gitDir, commonDir }: Repository): string | undefined {
  return gitDir === undefined ? undefined : path.join(commonDir, 'info', 'exclude')
}

/**
 * A file is staged beside its place, and is gone from there a moment later: `git add` would list it and then fail to
 * find it, or commit it. Written once; from then on it is the user's. Nothing depends on it, so that a failure is none.
 */
export function excludeStagedFiles(repository: Repository): void {
  const file = excludesOf(repository)
  if (file === undefined) return
  try {
    const stats = fs.lstatSync(file, { throwIfNoEntry: false })
    if (stats !== undefined && !stats.isFile()) return
    const text = readBytes(file)?.toString('latin1') ?? ''
    if (text.split(/\r?\n/).includes(BEING_WRITTEN)) return
    const before = text === '' || text.endsWith('\n') ? text : `${text}\n`
    writeDurably(file, Buffer.from(`${before}${BEING_WRITTEN}\n`, 'latin1'), (stats?.mode ?? 0o644) & 0o777)
  } catch (error) {
    if (!isRefused(error) && !(error instanceof Error && 'code' in error)) throw error
  }
}
