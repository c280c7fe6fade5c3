import fs from 'node:fs'
import { isRefused } from '../operation/errors.ts'
import { type ShellText, shell } from '../shared/shell/shell.ts'
import { clearDamage, damageOf } from '../store/database/write-guard.ts'
import type { Call } from '../workspace/call.ts'
import { memoryBackups, memoryFile } from '../workspace/memory-file.ts'
import { closeMemory, memoryIn } from './open.ts'
import { lookForSecondMemory, mergeSecondMemory } from './second-memory.ts'
import { type RebuiltMemory, rebuildMemory } from './sqlite/repair/rebuild.ts'

/** What doctor says about memory. */
export async function lookAtMemory(
  call: Call,
): Promise<{ level: 'ok' | 'problem'; message: string; target?: string; fix?: ShellText }[]> {
  if (!fs.existsSync(memoryFile(call.home))) return [{ level: 'ok', message: 'memory.db is made when first needed.' }]
  const found = lookForSecondMemory(call)
  let file = memoryFile(call.home)
  try {
    const problems = await memoryIn(call).problems()
    // Opening it may have moved it.
    file = memoryFile(call.home)
    const marked = damageOf(file)
    if (problems.length === 0 && marked !== undefined)
      return [{ level: 'problem', message: marked.message, target: file, fix: REPAIR }]
    if (problems.length === 0) return found.length > 0 ? found : [{ level: 'ok', message: WHOLE }]
    return problems.map(message => ({ level: 'problem', message: `memory.db: ${message}`, target: file, fix: REPAIR }))
  } catch (error) {
    if (!isRefused(error)) throw error
    return [{ level: 'problem', message: error.message, target: file, fix: REPAIR }]
  }
}

const WHOLE = 'memory.db and its search index are whole.'
const REPAIR = shell`furrow doctor repair`

/** A damaged index is built again from the records; a damaged file is put aside, and every row whose pages are whole comes back. */
export async function repairMemory(call: Call): Promise<string | undefined> {
  try {
    const problems = await memoryIn(call).problems()
    const isMarked = damageOf(memoryFile(call.home)) !== undefined
    if (problems.length === 0 && !isMarked) return await mergeSecondMemory(call)
    if (problems.every(problem => problem.includes('search index')))
      return await releaseMemory(call, problems.length > 0)
  } catch (error) {
    if (!isRefused(error)) throw error
    const because = String(error.details?.['because'] ?? error.code)
    // Another process has it open: what that is says the refusal.
    if (because === 'busy') throw error
    if (because === 'newer_schema') return undefined
  }
  closeMemory(call)
  const places = { file: memoryFile(call.home), folder: memoryBackups(call.home) }
  return describeRebuilt(rebuildMemory(places, call.clock))
}

/** The records are whole: it can be written to again, with an index that is built again where that was damaged. */
async function releaseMemory(call: Call, rebuildsIndex: boolean): Promise<string> {
  closeMemory(call)
  clearDamage(memoryFile(call.home))
  if (!rebuildsIndex) return 'memory.db passes a full check and can be written to again'
  await memoryIn(call).reindex()
  return 'the search index of memory.db is built again'
}

function describeRebuilt({ kept, from_file, from_backup, pages, unreadable, older, orphans }: RebuiltMemory): string {
  const rows = `${from_file} rows from the damaged file, ${from_backup} from the backup`
  const lost = [
    `${unreadable} of ${pages} pages could not be read`,
    ...(older > 0 ? [`${older} older copies of a row are left out`] : []),
    ...(orphans > 0 ? [`${orphans} revisions and relations belong to records that are lost`] : []),
  ]
  return `memory.db is rebuilt: ${rows}; ${lost.join('; ')}; the damaged file is kept as ${kept}`
}
