import * as z from 'zod'
import type { NextStep } from '../../lifecycle/next-step.ts'
import { isRefused, type Refused, refuse } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { openYaml } from '../../store/documents/yaml/yaml.ts'
import { runGit } from '../../store/git/git-run.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { noProject } from '../record/engine.ts'
import { listProjects } from '../record/find-project.ts'
import { PROJECT, projectEventsFile, stateFile } from '../record/project-files.ts'
import { currentBranch, defaultBranch, hasGit, isProtected } from '../rules/branch.ts'
import { hasHeld } from './ended-on-branch.ts'

/** What git has of a project whose folder is not in the worktree, and the command that comes next. */
export interface AbsentProject {
  readonly name: string
  readonly message: string
  readonly fix: ShellText
}

const SHARE = shell`furrow explore share`

export function absentStep({ message, fix }: AbsentProject): NextStep {
  const share = { name: 'exploration_repair', arguments: { action: 'share' } }
  return { says: message, command: fix, tool: fix === SHARE ? share : { name: 'furrow_status', arguments: {} } }
}

export async function absentProject(call: Call): Promise<AbsentProject | undefined> {
  const files = filesOf(call)
  if (!hasGit(call) || [stateFile(), projectEventsFile()].some(file => files.read(file) !== undefined)) return undefined
  const branch = currentBranch(call)
  if (branch === undefined) return undefined
  const committed = await projectAt(call, 'HEAD')
  if (committed !== undefined) return stillCommitted(call, committed, branch)
  return isProtected(branch) ? undefined : committedElsewhere(call, branch)
}

/** The refusal where there is no project: with what is known of one. */
export async function whyNoProject(call: Call): Promise<Refused> {
  const absent = await absentProject(call)
  return absent === undefined ? noProject() : refuse('not_found', absent.message, { target: PROJECT, fix: absent.fix })
}

/** It has ended and its removal is not committed; or somebody deleted the folder. */
async function stillCommitted(call: Call, { name }: ProjectAt, branch: string): Promise<AbsentProject> {
  const { rows } = await listProjects(call)
  if (rows.some(row => row.where === 'archive' && row.over && row.name === name))
    return {
      name,
      message: `${name} has ended, and ${branch} still holds its working folder. This commits the removal.`,
      fix: SHARE,
    }
  return {
    name,
    message: `${PROJECT} of ${name} was deleted in the worktree; ${branch} still holds it. This brings it back. To leave it off the branch instead: \`${SHARE}\`.`,
    fix: shell`git restore -- ${PROJECT}`,
  }
}

/** A commit that was made on another branch took the folder there: switching here left it behind. */
async function committedElsewhere(call: Call, branch: string): Promise<AbsentProject | undefined> {
  const refs = [await previousBranch(call), await defaultBranch(call)]
  for (const ref of new Set(refs)) {
    const found = ref === undefined ? undefined : await projectAt(call, ref)
    if (ref === undefined || found?.branch !== branch || (await hasHeld(call, 'HEAD', found.name))) continue
    const message = `${found.name} belongs to ${branch}, and its working folder was committed on ${ref}. Merging that brings it here.`
    return { name: found.name, message, fix: shell`git merge --no-edit ${ref}` }
  }
  return undefined
}

async function previousBranch(call: Call): Promise<string | undefined> {
  const args = ['rev-parse', '--abbrev-ref', '--verify', '--quiet', '@{-1}']
  const options = { signal: call.signal, env: call.env, answers: [1, 128] }
  const { code, stdout } = await runGit(call.workspace.root, args, options)
  return code === 0 && stdout.trim() !== '' ? stdout.trim() : undefined
}

const ProjectAt = z.object({ project: z.object({ name: z.string(), branch: z.string() }) })
type ProjectAt = z.infer<typeof ProjectAt>['project']

/** The project that a commit holds; what cannot be read there says nothing. */
export async function projectAt(call: Call, ref: string): Promise<ProjectAt | undefined> {
  const options = { signal: call.signal, env: call.env, answers: [128] }
  const { code, stdout } = await runGit(call.workspace.root, ['show', `${ref}:./${stateFile()}`], options)
  if (code !== 0) return undefined
  try {
    return ProjectAt.safeParse(openYaml(stdout, stateFile()).data()).data?.project
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}
