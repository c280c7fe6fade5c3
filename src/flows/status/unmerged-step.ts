import type { ProjectProblem } from '../../explorations/recovery/branch-problem.ts'
import { conflictProblem, emptyProblem, unfinishedProblem } from '../../explorations/recovery/unfinished.ts'
import type { NextStep } from '../../lifecycle/next-step.ts'
import type { Call } from '../../workspace/call.ts'

/** While a merge has conflicts, git does not go on: they are decided and staged first. A commit of which nothing is left is skipped. */
export async function unmergedStep(call: Call): Promise<NextStep | undefined> {
  const problem = conflictProblem(call) ?? (await emptyProblem(call))
  return problem && gitStep(problem)
}

/** Where nothing else is open, what git has begun comes first. */
export function unfinishedStep(call: Call): NextStep | undefined {
  const problem = unfinishedProblem(call)
  return problem && gitStep(problem)
}

function gitStep({ message, fix }: ProjectProblem): NextStep {
  return { says: message, command: fix, tool: { name: 'furrow_status', arguments: {} } }
}
