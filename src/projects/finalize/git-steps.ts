import { commitHere } from '../../lifecycle/commit.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { readInside } from '../../store/anchor.ts'
import { revisionOf } from '../../store/files.ts'
import { push } from '../../store/git-write.ts'
import type { Call } from '../../workspace/call.ts'
import { hasGit } from '../branch.ts'
import type { Task } from '../model.ts'
import { branchProblem } from '../recovery/problems.ts'
import type { Held } from '../shelf.ts'
import { commitScope, findEffect } from './effects.ts'
import { remoteNamed, whyNotPush } from './git-programs.ts'
import { type Done, requirePlan, skipped } from './step.ts'

/**
 * Commits what was published and takes the project's own folder off the branch, so that a merge carries no live project.
 * After a crash the commit that is there already is found.
 */
export async function commitPublished(call: Call, held: Held, step: Task): Promise<Done> {
  if (!hasGit(call)) return skipped('there is no git here')
  const { root } = call.workspace
  const plan = requirePlan(held)
  requireBranch(call, held)
  for (const { path, content } of plan.published) verify(root, path, content)
  const found = await findEffect(call, held, step)
  if (found.status === 'completed') return found
  const message = `docs: publish ${held.state.project.name}`
  await commitHere(call, { message, ...(await commitScope(call, held, plan)) })
  return requireEffect(call, held, step)
}

/** Pushes the branch, fast-forward only. */
export async function pushBranch(call: Call, held: Held, step: Task): Promise<Done> {
  const plan = requirePlan(held)
  if (plan.commit === undefined) return skipped('nothing was committed')
  const { root } = call.workspace
  const remote = remoteNamed(root)
  if (remote === undefined) return skipped('there is no remote')
  const branch = requireBranch(call, held)
  const found = await findEffect(call, held, step)
  if (found.status === 'completed') return found
  const reason = await whyNotPush(call, remote)
  if (reason !== undefined) throw unpushed(held, step, { remote, reason })
  await push(root, { remote, branch }, { signal: call.signal, env: call.env })
  return requireEffect(call, held, step)
}

/** What was just done is looked at like everything else. */
async function requireEffect(call: Call, held: Held, step: Task): Promise<Done> {
  const found = await findEffect(call, held, step)
  if (found.status === 'completed') return found
  throw refuse('failed', `${step.name}: ${found.why}.`, { target: step.id, fix: shell`furrow agent finalize --apply` })
}

/** A push that Furrow does not make is no reason to end without it: somebody pushes, or a person skips it. */
function unpushed(
  { state: { project } }: Held,
  { id, name }: Task,
  { remote, reason }: { remote: string; reason: string },
) {
  return refuse(
    'blocked',
    `${name} (${id}): ${reason}. After \`git push ${remote} ${project.branch}\` it counts as done.`,
    {
      target: remote,
      fix: shell`furrow explore skip ${id} --reason ${reason}`,
    },
  )
}

/** Commits and pushes only where the project lives. */
function requireBranch(call: Call, held: Held): string {
  const { branch } = held.state.project
  const [problem] = branchProblem(call, held)
  if (problem === undefined) return branch
  throw refuse('blocked', problem.message, { target: branch, fix: problem.fix })
}

function verify(root: string, file: string, content: string): void {
  const bytes = readInside(root, file)
  if (bytes !== undefined && revisionOf(bytes) === content) return
  throw refuse('conflict', `${file} is not what was published; it was not committed.`, {
    target: file,
    fix: shell`furrow agent revise --reason 'a published document was changed'`,
  })
}
