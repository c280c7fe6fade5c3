import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import { checkpointDatabase } from '../store/database/replaced-database.ts'
import { openDatabase } from '../store/database/sqlite.ts'
import { relocateDatabase } from '../store/relocated/relocate-database.ts'
import type { Call } from '../workspace/call.ts'
import { MEMORY_FOLDER, secondMemory } from '../workspace/memory-file.ts'
import { memoryIn } from './open.ts'
import { MEMORY_MIGRATIONS } from './sqlite/schema.ts'
import { exportRows } from './sqlite/transfer.ts'

/** An older Furrow looks for memory where it was, and may have begun another one there, or somebody put a copy back. */
export function lookForSecondMemory(call: Call) {
  const second = secondIn(call)
  if (second === undefined) return []
  const message = `${second} holds records as well: an older Furrow wrote them, or a copy was put back there. Memory is in ${path.join(call.home.dir, MEMORY_FOLDER)}.`
  return [{ level: 'problem' as const, message, target: second, fix: shell`furrow doctor repair` }]
}

/** Its records are added to memory, and the file is kept beside it. */
export async function mergeSecondMemory(call: Call): Promise<string | undefined> {
  const second = secondIn(call)
  if (second === undefined) return undefined
  const pending = pendingIn(call)
  takeAside(second, pending)
  const added = await addRecords(call, pending)
  const kept = path.join(call.home.dir, MEMORY_FOLDER, `memory.db.merged-${call.operationId}`)
  fs.renameSync(pending, kept)
  for (const suffix of ['-wal', '-shm', '-checked']) fs.rmSync(`${pending}${suffix}`, { force: true })
  return `${added} records of ${second} are added to memory; the file is kept as ${kept}`
}

/** One that was taken aside and not added yet, because its process was killed, comes first. */
function secondIn(call: Call): string | undefined {
  return fs.existsSync(pendingIn(call)) ? pendingIn(call) : secondMemory(call.home)
}

function pendingIn({ home }: Call): string {
  return path.join(home.dir, MEMORY_FOLDER, 'memory.db.second')
}

function takeAside(second: string, pending: string): void {
  if (second === pending) return
  const moved = relocateDatabase(second, pending, 0)
  if (moved.kind === 'refused') throw moved.refusal
  if (moved.kind === 'damaged')
    throw refuse('damaged', `${second} is damaged; it is kept as it is.`, { target: second })
}

async function addRecords(call: Call, file: string): Promise<number> {
  const database = openDatabase(file, { migrations: MEMORY_MIGRATIONS })
  try {
    const { added } = await memoryIn(call).importRows(exportRows(database, {}))
    checkpointDatabase(database)
    return added
  } finally {
    database.close()
  }
}
