import { adrDirectory } from '../../changes/adr/directory.ts'
import { headsIn } from '../../changes/adr/heads.ts'
import { renumberShared, sharedNumbers } from '../../changes/adr/renumber.ts'
import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import type { Finding } from '../model.ts'

type Looked = Omit<Finding, 'check' | 'repairable'>

/** One number for two decisions: after a merge of two branches that each gave it. */
export function lookAtDecisions(call: Call): Looked[] {
  try {
    const shared = sharedNumbers(headsIn(filesOf(call), adrDirectory(call)))
    return shared.map(({ id, heads }) => ({
      level: 'problem' as const,
      message: `${id} is the number of ${heads.length} decisions: ${heads.map(({ title, path }) => `"${title}" in ${path}`).join(', ')}.`,
      target: id,
      ...(heads.some(({ foreign }) => foreign === undefined) && { fix: shell`furrow doctor repair` }),
    }))
  } catch (error) {
    // A config or a folder that cannot be read is another check's to name.
    if (isRefused(error)) return []
    throw error
  }
}

/** The oldest keeps its number; texts that mention the others are named, because only their author knows which is meant. */
export async function renumberDecisions(call: Call, { target }: Finding): Promise<string | undefined> {
  if (target === undefined) return undefined
  const done = await renumberShared(call, target)
  if (done.length === 0) return undefined
  const list = done.map(({ from, to, title, path }) => `"${title}" was ${from} and is ${to} now (${path})`)
  return `${list.join('; ')}. Look where ${target} is mentioned: \`${shell`grep -rn ${target} sdd`}\``
}
