import { conflictLine } from '../../store/documents/text.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import type { ChangeFiles } from './change-files.ts'

export interface MergeMarkers {
  readonly path: string
  readonly message: string
}

/** Texts of an open change in which a merge stopped; the history is read by nobody's next step. */
export function markersIn(files: Files, { change, folder }: ChangeFiles): MergeMarkers[] {
  if (change.status === 'archived') return []
  return files
    .list(folder)
    .filter(name => name.endsWith('.md'))
    .flatMap(name => {
      const path = `${folder}/${name}`
      const line = conflictLine(files.read(path)?.bytes.toString('utf8') ?? '')
      if (line === undefined) return []
      return [{ path, message: `${path} holds the conflict markers of an unfinished merge, from line ${line}.` }]
    })
}
