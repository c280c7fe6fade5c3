import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { gitRemotes, listWorktrees } from '../../store/git/git.ts'
import { commitOf } from '../../store/git/git-head.ts'
import type { WorkspaceContext } from '../../workspace/call.ts'
import { filesAt, filesOf } from '../../workspace/workspace-files.ts'
import { type LoadedProject, parseEvents, projectEventsFile, readState, stateFile } from '../record/project-files.ts'
import { currentBranch, isProtected, NO_GIT } from '../rules/branch.ts'

/** What files or git say that does not fit the project, and the one command that sets it right. */
export interface ProjectProblem {
  readonly code:
    | 'newer_schema'
    | 'log_differs'
    | 'git_unfinished'
    | 'protected_branch'
    | 'branch_renamed'
    | 'other_branch'
    | 'branch_on_remote'
    | 'on_protected_branch'
    | 'no_branch'
    | 'ended_on_branch'
    | 'given_up_on_branch'
  readonly message: string
  readonly fix: ShellText
}

/** Where the project belongs and what is checked out, read from files alone. */
export function branchProblem(call: WorkspaceContext, held: Pick<LoadedProject, 'type' | 'state'>): ProjectProblem[] {
  const { repository } = call.workspace
  const { project } = held.state
  if (repository.gitDir === undefined || project.branch === NO_GIT) return []
  const now = currentBranch(call)
  const branch = ownBranch(call, held)
  if (now === branch) return branch === project.branch ? [] : [protectedProblem(held, branch)]
  const { name } = project
  const exists = commitOf(repository.commonDir, `refs/heads/${branch}`) !== undefined
  const elsewhere = exists ? worktreeWith(call, branch) : undefined
  const isFree = exists && elsewhere === undefined
  const belongs = `${name} belongs to ${branch}`
  const away = now === undefined || isProtected(now)
  const remote = exists || !away ? undefined : remoteWith(call, branch)
  if (remote !== undefined) {
    const message = `${belongs}, which is on ${remote}, and ${now ?? 'no branch'} is checked out. If it was deleted there, \`git fetch --prune ${remote}\` says so.`
    const fix = shell`git switch --create ${branch} --track ${`${remote}/${branch}`}`
    return [{ code: 'branch_on_remote', message, fix }]
  }
  if (now === undefined) {
    const fix = isFree
      ? shell`git switch ${branch}`
      : shell`git switch --create ${exists ? freeBranch(call, branch) : branch}`
    return [{ code: 'no_branch', message: `${belongs}, and no branch is checked out.`, fix }]
  }
  if (isFree)
    return [
      {
        code: 'other_branch',
        message: `${belongs}, and ${now} is checked out.${isProtected(now) || explorationOn(call, now) !== undefined ? '' : ` To work on it here instead: \`${shell`furrow explore rebind`}\`.`}`,
        fix: shell`git switch ${branch}`,
      },
    ]
  const where = exists ? 'which is checked out in another worktree' : 'which does not exist any more'
  // What is worked on in neither place goes on here, on a branch of its own.
  if (isProtected(now) && elsewhere !== undefined && !fs.existsSync(path.join(elsewhere, stateFile())))
    return [
      {
        code: 'other_branch',
        message: `${belongs}, which is checked out in ${elsewhere} without it; ${now} is checked out here.`,
        fix: shell`git switch --create ${freeBranch(call, branch)}`,
      },
    ]
  if (isProtected(now))
    return [
      {
        code: 'on_protected_branch',
        message: `${belongs}, ${where}; a merge may have brought it to ${now}.`,
        fix: shell`furrow explore settle`,
      },
    ]
  return [
    {
      code: 'branch_renamed',
      message: `${belongs}, ${where}, and ${now} is checked out.`,
      fix: shell`furrow explore rebind`,
    },
  ]
}

/** A file that names a protected branch is not believed: a clone or a merge may have brought it along. */
export function ownBranch(call: WorkspaceContext, { type, state }: Pick<LoadedProject, 'type' | 'state'>): string {
  const { branch, name } = state.project
  if (!isProtected(branch)) return branch
  const bytes = filesOf(call).read(projectEventsFile())?.bytes
  const logged = bytes === undefined ? [] : parseEvents(bytes).events.flatMap(branchIn)
  return logged.findLast(each => !isProtected(each)) ?? `${type.prefixes[0] ?? ''}${name}`
}

function branchIn({ command, summary }: { readonly command: string; readonly summary: string }): string[] {
  const sentence = { start: /^started on (\S+)$/, rebind: /^moved from \S+ to (\S+)$/ }[command]
  const branch = sentence?.exec(summary)?.[1]
  return branch === undefined || branch === NO_GIT ? [] : [branch]
}

function protectedProblem({ state: { project } }: Pick<LoadedProject, 'state'>, branch: string): ProjectProblem {
  const message = `${stateFile()} says that ${project.name} is on ${project.branch}, a protected branch; an exploration is not worked on there. ${branch} is checked out.`
  return { code: 'protected_branch', message, fix: shell`furrow explore rebind` }
}

/** The exploration of another worktree that belongs to a branch. */
export function explorationOn({ workspace: { root } }: WorkspaceContext, branch: string): string | undefined {
  const others = listWorktrees(root).filter(({ path: at, bare }) => !bare && at !== root)
  return others.flatMap(({ path: at }) => nameOn(at, branch))[0]
}

function nameOn(root: string, branch: string): string[] {
  if (!fs.existsSync(path.join(root, stateFile()))) return []
  try {
    const project = readState(filesAt(root))?.project
    return project?.branch === branch ? [project.name] : []
  } catch (error) {
    // What cannot be read there is that worktree's own affair.
    if (isRefused(error)) return []
    throw error
  }
}

/** The remote that has the branch, as far as this clone knows. */
function remoteWith({ workspace: { root, repository } }: WorkspaceContext, branch: string): string | undefined {
  return gitRemotes(root).find(name => commitOf(repository.commonDir, `refs/remotes/${name}/${branch}`) !== undefined)
}

/** The other worktree in which the branch is checked out. */
function worktreeWith({ workspace: { root } }: WorkspaceContext, branch: string): string | undefined {
  return listWorktrees(root).find(({ path: at, branch: held }) => held === branch && at !== root)?.path
}

function freeBranch({ workspace: { repository } }: WorkspaceContext, branch: string): string {
  for (let number = 2; ; number += 1) {
    const name = `${branch}-${number}`
    if (commitOf(repository.commonDir, `refs/heads/${name}`) === undefined) return name
  }
}
