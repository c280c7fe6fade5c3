import fs from 'node:fs'
import path from 'node:path'
import type { ProjectProblem } from '../../explorations/recovery/branch-problem.ts'
import { conflictProblem, emptyProblem, unfinishedProblem } from '../../explorations/recovery/unfinished.ts'
import type { NextStep } from '../../lifecycle/next-step.ts'
import { runGit } from '../../store/git/git-run.ts'
import type { Call } from '../../workspace/call.ts'

/** While a merge has conflicts, git does not go on: they are decided and staged first. A commit of which nothing is left is skipped. */
export async function unmergedStep(call: Call, beside?: string): Promise<NextStep | undefined> {
  const hasConflict = beside !== undefined && conflictProblem(call) !== undefined
  const made = hasConflict ? await untrackedFiles(call, beside) : []
  const problem = conflictProblem(call, made) ?? (await emptyProblem(call))
  return problem && gitStep(problem)
}

async function untrackedFiles(call: Call, folder: string): Promise<string[]> {
  const options = { signal: call.signal, env: call.env }
  const listed = ['ls-files', '-z', '--others', '--exclude-standard', '--directory', '--', folder]
  const { stdout } = await runGit(call.workspace.root, listed, options)
  return stdout.split('\0').filter(name => name !== '')
}

/** A merge that is decided and not committed yet: what is built now would be part of it. */
export async function openMerge(call: Call): Promise<NextStep | undefined> {
  // A repair may have given a change or a decision of the merge a place of its own.
  const unmerged = await unmergedStep(call, 'sdd')
  const { gitDir } = call.workspace.repository
  const isMerge = gitDir !== undefined && fs.existsSync(path.join(gitDir, 'MERGE_HEAD'))
  return unmerged ?? (isMerge ? unfinishedStep(call) : undefined)
}

/** Where nothing else is open, what git has begun comes first. */
export function unfinishedStep(call: Call): NextStep | undefined {
  const problem = unfinishedProblem(call)
  return problem && gitStep(problem)
}

function gitStep({ message, fix }: ProjectProblem): NextStep {
  return { says: message, command: fix, tool: { name: 'furrow_status', arguments: {} } }
}
