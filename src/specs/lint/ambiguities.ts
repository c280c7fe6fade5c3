import { type ShellText, shell } from '../../shared/shell/shell.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { doubledIn, usedTwice } from '../items/doubled.ts'
import { itemsOf, sectionsInFiles } from '../write/texts.ts'
import { conflictsIn } from './conflicts.ts'
import { numberedIn, type SpecFinding } from './findings.ts'

export interface Ambiguity extends SpecFinding {
  readonly fix: ShellText
  /** What to do in the file itself. */
  readonly advice: string
}

/** What a merge or an edit by hand left open: two texts in one place, or one id for two things. Nothing is built on it. */
export function ambiguitiesIn(files: Files): Ambiguity[] {
  const conflicts = conflictsIn(files).map(finding => ({
    ...finding,
    fix: shell`git diff -- ${finding.path}`,
    advice: 'Edit the file so that one text is left; then go on.',
  }))
  const unmerged = new Set(conflicts.map(({ path }) => path))
  return [...conflicts, ...doubledIdsIn(files).filter(({ path }) => !unmerged.has(path))]
}

function doubledIdsIn(files: Files): Ambiguity[] {
  const defined = numberedIn(itemsOf(sectionsInFiles(files)))
  return doubledIn(defined).map(same => {
    const { id, path, line } = same[0]
    return {
      kind: 'duplicate_id',
      level: 'block',
      path,
      line,
      id,
      message: usedTwice(same.map(each => ({ ...each, place: `line ${each.line} of ${each.path}` }))),
      fix: shell`furrow lint`,
      advice: 'Edit the file and give the newer one a number that was never used; then go on.',
    }
  })
}
