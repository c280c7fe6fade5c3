import fs from 'node:fs'
import { isRefused } from '../operation/errors.ts'
import { type ShellText, shell } from '../operation/shell.ts'
import type { Call } from '../workspace/call.ts'
import { closeMemory, memoryIn } from './open.ts'
import { salvage } from './sqlite/salvage.ts'

/** What doctor says about memory. */
export async function lookAtMemory(
  call: Call,
): Promise<{ level: 'ok' | 'problem'; message: string; target?: string; fix?: ShellText }[]> {
  const file = call.home.file('memory.db')
  if (!fs.existsSync(file)) return [{ level: 'ok', message: 'memory.db is made when first needed.' }]
  try {
    const problems = await memoryIn(call).problems()
    if (problems.length === 0) return [{ level: 'ok', message: 'memory.db and its search index are whole.' }]
    return problems.map(message => ({ level: 'problem', message: `memory.db: ${message}`, target: file, fix: REPAIR }))
  } catch (error) {
    if (!isRefused(error)) throw error
    return [{ level: 'problem', message: error.message, target: file, fix: REPAIR }]
  }
}

const REPAIR = shell`furrow doctor repair`

/** A damaged index is made anew from the records; a damaged file is put aside and read as far as it goes. */
export async function mendMemory(call: Call): Promise<string | undefined> {
  const file = call.home.file('memory.db')
  try {
    const memory = memoryIn(call)
    const problems = await memory.problems()
    if (problems.length === 0) return undefined
    if (problems.every(problem => problem.includes('search index'))) {
      await memory.reindex()
      return 'the search index of memory.db is made anew'
    }
  } catch (error) {
    if (!isRefused(error)) throw error
  }
  closeMemory(call)
  const { kept, from_file, from_backup } = await salvage(file, call.clock)
  return `memory.db is new: ${from_file} rows from the damaged file, ${from_backup} from the backup; it is kept as ${kept}`
}
