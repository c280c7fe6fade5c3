import { readShelf } from '../../changes/shelf.ts'
import { slug } from '../../operation/naming.ts'
import { shell } from '../../operation/shell.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import type { Finding } from '../model.ts'

export function lookAtChanges(call: Call) {
  const { kept, damaged } = readShelf(filesOf(call), { history: true })
  if (damaged.length === 0) return [{ level: 'ok' as const, message: `${kept.length} changes can be read.` }]
  return damaged.map(({ path, message }) => ({
    level: 'problem' as const,
    message,
    target: path,
    fix:
      call.store.lastWritten(call.workspace.root, path) === undefined
        ? shell`git log -- ${path}`
        : shell`furrow doctor repair`,
  }))
}

/** Puts the damaged file aside and brings back what Furrow wrote last; without that it stays, for a person to mend. */
export async function restoreChange(call: Call, { target }: Finding): Promise<string | undefined> {
  const last = target === undefined ? undefined : call.store.lastWritten(call.workspace.root, target)
  if (target === undefined || last === undefined) return undefined
  return call.store.transact({ ...call, operationId: `${call.operationId}-${slug(target)}` }, tx => {
    const damaged = tx.read(target)
    if (damaged === undefined || last.equals(damaged.bytes)) return undefined
    const kept = call.store.keep(target, damaged.bytes)
    tx.write(target, last)
    tx.describe(`${target} restored after damage`)
    return `${target} is as Furrow last wrote it; the damaged text is in ${kept}`
  })
}
