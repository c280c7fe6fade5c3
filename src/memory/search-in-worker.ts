import fs from 'node:fs'
import { systemClock } from '../operation/capabilities.ts'
import { mayBeWritable } from '../store/database/open-stored.ts'
import type { JobContext, JobHandler } from '../workspace/worker-jobs.ts'
import { type LookedOver, type LookOverOf, lookOverWith, type SearchedFor, type SearchOf } from './open.ts'
import { SqliteMemory } from './sqlite/memory.ts'

export const searchInWorker: JobHandler<SearchOf, SearchedFor> = ({ file, query, filter, looking }, context) =>
  memoryAt(file, context).search(query, filter, looking)

export const lookOverInWorker: JobHandler<LookOverOf, LookedOver> = ({ file, ...look }, context) =>
  lookOverWith(memoryAt(file, context), look)

/** A connection of its own; a file that was put in place of the old one, or can be written by now, is another file. */
function memoryAt(file: string, { keep }: JobContext): SqliteMemory {
  const inode = fs.statSync(file, { throwIfNoEntry: false })?.ino
  return keep(`memory ${file} ${inode} ${mayBeWritable(file)}`, () => new SqliteMemory(file, systemClock))
}
