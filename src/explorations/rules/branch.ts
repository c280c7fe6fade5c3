import { type Refused, refuse } from '../../operation/errors.ts'
import { slug } from '../../operation/names/naming.ts'
import { shell } from '../../shared/shell/shell.ts'
import { revisionOf } from '../../store/files/files.ts'
import { commitOf, gitHeadOf } from '../../store/git/git-head.ts'
import { createBranch, remoteHead } from '../../store/git/git-write.ts'
import type { Call } from '../../workspace/call.ts'
import type { ProjectType } from '../types/model.ts'

/** What a project without git says in place of its branch. */
export const NO_GIT = 'no-git'
const PROTECTED: readonly string[] = ['main', 'master', 'trunk', 'develop', 'production']
const NAME = /^[a-z0-9][a-z0-9-]*[a-z0-9]$/

export function currentBranch({ workspace: { repository } }: Pick<Call, 'workspace'>): string | undefined {
  if (repository.gitDir === undefined) return undefined
  const head = gitHeadOf({ gitDir: repository.gitDir, commonDir: repository.commonDir })
  return head.kind === 'branch' ? head.branch : undefined
}

/** The branch that is checked out and has no commit: switching away leaves nothing of it. */
export function unbornBranch({ workspace: { repository } }: Pick<Call, 'workspace'>): string | undefined {
  if (repository.gitDir === undefined) return undefined
  const head = gitHeadOf({ gitDir: repository.gitDir, commonDir: repository.commonDir })
  return head.kind === 'branch' && head.commit === undefined ? head.branch : undefined
}

export function isProtected(branch: string): boolean {
  return PROTECTED.includes(branch)
}

export function hasGit({ workspace }: Pick<Call, 'workspace'>): boolean {
  return workspace.repository.gitDir !== undefined
}

export interface ProjectNaming {
  readonly type: ProjectType
  readonly title: string
  readonly name: string | undefined
  readonly here: boolean
  /** An earlier project ended on the current branch. */
  readonly used?: boolean
}

/** The name of a new project: given, or what its branch is called, or its title. */
export function projectName(branch: string | undefined, { type, title, name }: ProjectNaming): string {
  if (name !== undefined) return checkedName(name)
  const prefix = type.prefixes.find(each => branch?.startsWith(each) === true)
  const wanted = prefix === undefined || branch === undefined ? title : branch.slice(prefix.length)
  const made = slug(wanted, { fallback: '', max: 50 })
  // A title without a Latin letter keeps a name of its own by its hash.
  if (made === '') return `${type.name.replaceAll('_', '-')}-${revisionOf(Buffer.from(wanted.trim())).slice(0, 6)}`
  return NAME.test(made) ? made : `${made}-${type.name.replaceAll('_', '-')}`
}

function checkedName(name: string): string {
  if (NAME.test(name) && name.length <= 60) return name
  throw refuse('usage', `${name} is not a name: small letters, digits and - in between, at least two.`, {
    target: 'name',
    fix: shell`furrow explore start --help`,
  })
}

export type BranchChoice = { readonly kind: 'take' | 'make'; readonly branch: string }

/** Which branch the project lives on: the current one when it is meant for it, else a new one. */
export function chooseBranch(
  call: Pick<Call, 'workspace'>,
  name: string,
  wanted: ProjectNaming,
): BranchChoice | Refused {
  if (!hasGit(call)) return { kind: 'take', branch: NO_GIT }
  const branch = currentBranch(call)
  const fits = branch !== undefined && wanted.type.prefixes.some(prefix => branch.startsWith(prefix))
  if (fits && wanted.used !== true) return { kind: 'take', branch }
  if (!wanted.here) return { kind: 'make', branch: `${wanted.type.prefixes[0] ?? ''}${name}` }
  if (branch === undefined) return detached()
  return isProtected(branch) ? guarded(branch) : { kind: 'take', branch }
}

/** Switches to a new branch; work that is not committed comes along, nothing is touched. */
export async function makeBranch(call: Call, branch: string, from?: string): Promise<void> {
  if (hasBranch(call, branch))
    throw refuse('conflict', `There is a branch ${branch} already.`, {
      target: branch,
      fix: shell`git switch ${branch}`,
    })
  await createBranch(call.workspace.root, branch, { signal: call.signal, env: call.env, from })
}

export function hasBranch({ workspace: { repository } }: Pick<Call, 'workspace'>, branch: string): boolean {
  return commitOf(repository.commonDir, `refs/heads/${branch}`) !== undefined
}

/** Where a new branch begins that is not to carry the commits of this one. */
export async function defaultBranch(call: Call): Promise<string | undefined> {
  const { root, repository } = call.workspace
  const named = await remoteHead(root, 'origin', { signal: call.signal, env: call.env })
  const names = named === undefined ? PROTECTED : [named, ...PROTECTED]
  return names.find(name => commitOf(repository.commonDir, `refs/heads/${name}`) !== undefined)
}

function guarded(branch: string): Refused {
  return refuse('blocked', `${branch} is a protected branch; a project gets one of its own.`, {
    target: branch,
    fix: shell`furrow explore start --help`,
  })
}

function detached(): Refused {
  return refuse('blocked', 'No branch is checked out here.', { target: 'HEAD', fix: shell`git status` })
}
