import { adrDirectory } from '../../changes/adr/directory.ts'
import type { AdrHead } from '../../changes/adr/document.ts'
import { headsIn } from '../../changes/adr/heads.ts'
import { joinedAt } from '../../changes/adr/joined.ts'
import { renumberShared, sharedNumbers } from '../../changes/adr/renumber.ts'
import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { conflictLine } from '../../store/documents/text.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import type { Finding } from '../model.ts'

type Looked = Omit<Finding, 'check' | 'repairable'>

/** One number for two decisions: after a merge of two branches that each gave it. */
export function lookAtDecisions(call: Call): Looked[] {
  try {
    const heads = headsIn(filesOf(call), adrDirectory(call))
    const shared = sharedNumbers(heads).map(({ id, heads: same }) => ({
      level: 'problem' as const,
      message: `${id} is the number of ${same.length} decisions: ${same.map(({ title, path }) => `"${title}" in ${path}`).join(', ')}.`,
      target: id,
      ...(same.some(({ foreign }) => foreign === undefined) && { fix: shell`furrow doctor repair` }),
    }))
    return [...shared, ...heads.flatMap(head => editedTwice(call, head))]
  } catch (error) {
    // A config or a folder that cannot be read is another check's to name.
    if (isRefused(error)) return []
    throw error
  }
}

/** One decision that two branches changed; only a person knows which text holds. */
function editedTwice(call: Call, { path }: AdrHead): Looked[] {
  const text = filesOf(call).read(path)?.bytes.toString('utf8') ?? ''
  const line = conflictLine(text)
  if (line === undefined || joinedAt(path, text) !== undefined) return []
  const message = `${path} holds the conflict markers of an unfinished merge, from line ${line}.`
  return [{ level: 'problem', message, target: path, fix: shell`git diff -- ${path}` }]
}

/** The oldest keeps its number; texts that mention the others are named, because only their author knows which is meant. */
export async function renumberDecisions(call: Call, { target }: Finding): Promise<string | undefined> {
  if (target === undefined) return undefined
  const done = await renumberShared(call, target)
  if (done.length === 0) return undefined
  const list = done.map(({ from, to, title, path }) => `"${title}" was ${from} and is ${to} now (${path})`)
  const directory = adrDirectory(call)
  const places = ['sdd', ...(directory === undefined ? [] : [directory])]
  return `${list.join('; ')}. Look where ${target} is mentioned: \`${shell`grep -rsn ${target} ${places}`}\``
}
