import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { conflictLine } from '../../store/documents/text.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { joinedAt } from '../adr/joined.ts'
import type { ChangeFiles } from './change-files.ts'

export interface MergeMarkers {
  readonly path: string
  readonly message: string
  readonly fix: ShellText
  /** Two decisions of one number: `doctor repair` parts them. */
  readonly isJoined: boolean
}

/** Texts of an open change in which a merge stopped; the history is read by nobody's next step. */
export function markersIn(files: Files, { change, folder }: ChangeFiles): MergeMarkers[] {
  if (change.status === 'archived') return []
  const decisions = files.list(`${folder}/adrs`).map(name => `adrs/${name}`)
  return [...files.list(folder), ...decisions]
    .filter(name => name.endsWith('.md'))
    .flatMap(name => {
      const path = `${folder}/${name}`
      const text = files.read(path)?.bytes.toString('utf8') ?? ''
      const line = conflictLine(text)
      if (line === undefined) return []
      const isJoined = name.startsWith('adrs/') && joinedAt(path, text) !== undefined
      const message = isJoined
        ? `A merge left two decisions in ${path}.`
        : `${path} holds the conflict markers of an unfinished merge, from line ${line}.`
      return [{ path, message, isJoined, fix: isJoined ? shell`furrow doctor repair` : shell`git diff -- ${path}` }]
    })
}
