import { commitHere } from '../../lifecycle/commit.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { readInside } from '../../store/anchor.ts'
import { revisionOf } from '../../store/files.ts'
import { log } from '../../store/git.ts'
import { commitAt, isCommitted, push } from '../../store/git-write.ts'
import type { Call } from '../../workspace/call.ts'
import { currentBranch, hasGit } from '../branch.ts'
import type { Held } from '../shelf.ts'
import { remoteNamed, whyNotPush } from './git-programs.ts'
import { publicationOf } from './plan.ts'
import { type Done, requirePlan, skipped } from './step.ts'

/** Commits what was published, and nothing else. After a crash the commit that is there already is found. */
export async function commitPublished(call: Call, held: Held): Promise<Done> {
  if (!hasGit(call)) return skipped('there is no git here')
  const { root } = call.workspace
  const plan = requirePlan(held)
  requireBranch(call, held)
  for (const { path, content } of plan.published) verify(root, path, content)
  const paths = [...plan.published.map(({ path }) => path), publicationOf(held, plan).index]
  const options = { signal: call.signal, env: call.env }
  if (!(await isCommitted(root, paths, options)))
    await commitHere(call, { message: `docs: publish ${held.state.project.name}`, paths })
  const [commit] = await log(root, { limit: 1, paths }, options)
  const hash = commit?.hash ?? ''
  return { status: 'completed', result: `commit ${hash.slice(0, 10)}`, plan: { commit: hash } }
}

/** Pushes the branch, fast-forward only. */
export async function pushBranch(call: Call, held: Held): Promise<Done> {
  const plan = requirePlan(held)
  if (plan.commit === undefined) return skipped('nothing was committed')
  const { root } = call.workspace
  const options = { signal: call.signal, env: call.env }
  const remote = remoteNamed(root)
  if (remote === undefined) return skipped('there is no remote')
  const reason = await whyNotPush(call, remote)
  if (reason !== undefined) return skipped(reason)
  const branch = requireBranch(call, held)
  const [local, known] = await Promise.all(
    [`refs/heads/${branch}`, `refs/remotes/${remote}/${branch}`].map(ref => commitAt(root, ref, options)),
  )
  if (local === undefined || local !== known) await push(root, { remote, branch }, options)
  return { status: 'completed', result: `${remote}/${branch}` }
}

/** Commits and pushes only where the project lives. */
function requireBranch(call: Call, { state }: Held): string {
  const { branch, name } = state.project
  const now = currentBranch(call)
  if (now === branch) return branch
  throw refuse('blocked', `${name} belongs to ${branch}, and ${now ?? 'no branch'} is checked out.`, {
    target: branch,
    fix: shell`git switch ${branch}`,
  })
}

function verify(root: string, file: string, content: string): void {
  const bytes = readInside(root, file)
  if (bytes !== undefined && revisionOf(bytes) === content) return
  throw refuse('conflict', `${file} is not what was published; it was not committed.`, {
    target: file,
    fix: shell`furrow agent revise --reason 'a published document was changed'`,
  })
}
