import path from 'node:path'
import { Change } from '../../changes/model.ts'
import { HISTORY, readShelf } from '../../changes/shelf.ts'
import { isRefused } from '../../operation/errors.ts'
import { slug } from '../../operation/naming.ts'
import { shell } from '../../operation/shell.ts'
import { openJson } from '../../store/documents/json.ts'
import { runGit } from '../../store/git-run.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import type { Finding } from '../model.ts'

export function lookAtChanges(call: Call) {
  const { kept, damaged } = readShelf(filesOf(call), { history: true })
  if (damaged.length === 0) return [{ level: 'ok' as const, message: `${kept.length} changes can be read.` }]
  return damaged.map(({ path: target, message }) => ({
    level: 'problem' as const,
    message,
    target,
    fix:
      isFinished(target) || call.store.lastWritten(call.workspace.root, target) !== undefined
        ? shell`furrow doctor repair`
        : shell`git log -- ${target}`,
  }))
}

/** Nothing waits for a change in the history, so its record can be set aside where it cannot be restored. */
function isFinished(target: string): boolean {
  return target.startsWith(`${HISTORY}/`)
}

/** Keeps the damaged text and brings back what Furrow wrote last. Without that, an open change waits for a person. */
export async function restoreChange(call: Call, { target }: Finding): Promise<string | undefined> {
  if (target === undefined) return undefined
  const last = call.store.lastWritten(call.workspace.root, target) ?? (await committed(call, target))
  if (last === undefined && !isFinished(target)) return undefined
  return call.store.transact({ ...call, operationId: `${call.operationId}-${slug(target)}` }, tx => {
    const damaged = tx.read(target)
    if (damaged === undefined) return undefined
    if (last === undefined || last.equals(damaged.bytes)) return setAside(call, tx, target)
    const kept = call.store.keep(target, damaged.bytes)
    tx.write(target, last)
    tx.describe(`${target} restored after damage`)
    return `${target} is as it was last written; the damaged text is in ${kept}`
  })
}

/** The record in the last commit, where it is whole there. */
async function committed({ workspace: { root, repository } }: Call, target: string): Promise<Buffer | undefined> {
  if (repository.gitDir === undefined) return undefined
  const { code, stdout } = await runGit(root, ['show', `HEAD:${target}`], { answers: [128], encoding: 'latin1' })
  const bytes = Buffer.from(stdout, 'latin1')
  return code === 0 && isWhole(bytes, target) ? bytes : undefined
}

function isWhole(bytes: Buffer, target: string): boolean {
  try {
    return Change.safeParse(openJson(bytes, target).data()).success
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}

/** The stages stay where they are; only the record goes, and is kept. */
function setAside(call: Call, tx: Transaction, target: string): string | undefined {
  const damaged = tx.read(target)
  if (damaged === undefined || !isFinished(target)) return undefined
  const kept = call.store.keep(target, damaged.bytes)
  tx.remove(target)
  tx.describe(`${target} set aside because it cannot be read`)
  return `${target} is set aside in ${kept}; the texts of its stages are still in ${path.dirname(target)}`
}
