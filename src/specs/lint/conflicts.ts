import { conflictLine } from '../../store/documents/text.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { stagePath, WRITTEN } from '../stages.ts'
import type { SpecFinding } from './findings.ts'

/** Markers that a merge left in a file: which of the two texts counts is for somebody to say. */
export function conflictsIn(files: Pick<Files, 'read'>): SpecFinding[] {
  return WRITTEN.flatMap(stage => {
    const path = stagePath(stage)
    const line = conflictLine(files.read(path)?.bytes.toString('utf8') ?? '')
    const message = `${path} holds the conflict markers of an unfinished merge, from line ${line}.`
    return line === undefined ? [] : [{ kind: 'conflict_marker', level: 'block' as const, path, line, message }]
  })
}
