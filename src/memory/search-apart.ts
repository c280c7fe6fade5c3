import fs from 'node:fs'
import { systemClock } from '../operation/capabilities.ts'
import type { Work } from '../workspace/apart.ts'
import type { SearchedFor, SearchOf } from './open.ts'
import { SqliteMemory } from './sqlite/memory.ts'

/** A connection of its own; a file that was put in place of the old one is another file. */
export const searchApart: Work<SearchOf, SearchedFor> = ({ file, query, filter, looking }, { keep }) =>
  keep(`memory ${file} ${fs.statSync(file).ino}`, () => new SqliteMemory(file, systemClock)).search(
    query,
    filter,
    looking,
  )
