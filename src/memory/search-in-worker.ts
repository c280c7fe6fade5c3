import fs from 'node:fs'
import { systemClock } from '../operation/capabilities.ts'
import { mayBeWritable } from '../store/database/open-stored.ts'
import type { JobHandler } from '../workspace/worker-jobs.ts'
import type { SearchedFor, SearchOf } from './open.ts'
import { SqliteMemory } from './sqlite/memory.ts'

/** A connection of its own; a file that was put in place of the old one, or can be written by now, is another file. */
export const searchInWorker: JobHandler<SearchOf, SearchedFor> = ({ file, query, filter, looking }, { keep }) =>
  keep(
    `memory ${file} ${fs.statSync(file, { throwIfNoEntry: false })?.ino} ${mayBeWritable(file)}`,
    () => new SqliteMemory(file, systemClock),
  ).search(query, filter, looking)
