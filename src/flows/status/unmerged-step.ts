import fs from 'node:fs'
import path from 'node:path'
import type { ProjectProblem } from '../../explorations/recovery/branch-problem.ts'
import { conflictProblem, emptyProblem, unfinishedProblem } from '../../explorations/recovery/unfinished.ts'
import type { NextStep } from '../../lifecycle/next-step.ts'
import type { Call } from '../../workspace/call.ts'

/** While a merge has conflicts, git does not go on: they are decided and staged first. A commit of which nothing is left is skipped. */
export async function unmergedStep(call: Call): Promise<NextStep | undefined> {
  const problem = conflictProblem(call) ?? (await emptyProblem(call))
  return problem && gitStep(problem)
}

/** A merge that is decided and not committed yet: what is built now would be part of it. */
export async function openMerge(call: Call): Promise<NextStep | undefined> {
  const unmerged = await unmergedStep(call)
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
