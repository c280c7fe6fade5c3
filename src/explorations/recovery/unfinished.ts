import { type Refused, refuse } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { runGit } from '../../store/git/git-run.ts'
import { findUnfinished } from '../../store/git/git-unfinished.ts'
import { type UnmergedFile, unmergedFiles } from '../../store/git/git-unmerged.ts'
import type { Call, WorkspaceContext } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { PROJECT, projectEventsFile, stateFile } from '../record/project-files.ts'
import type { ProjectProblem } from './branch-problem.ts'

/** The merge or the like that waits for somebody, with what comes next in it. Every refusal and every next step asks here. */
export function unfinishedProblem(call: WorkspaceContext): ProjectProblem | undefined {
  const { repository } = call.workspace
  const unfinished = repository.gitDir === undefined ? undefined : findUnfinished(repository.gitDir)
  if (unfinished === undefined) return undefined
  return conflictProblem(call) ?? { code: 'git_unfinished', message: unfinished.message, fix: unfinished.fix }
}

/** While there are conflicts git does not go on: they are decided and staged first, with what a repair has `made` beside them. */
export function conflictProblem(call: WorkspaceContext, made: readonly string[] = []): ProjectProblem | undefined {
  const { gitDir, commonDir } = call.workspace.repository
  const unfinished = gitDir === undefined ? undefined : findUnfinished(gitDir)
  if (gitDir === undefined || unfinished === undefined) return undefined
  const unmerged = unmergedFiles({ gitDir, commonDir })
  if (unmerged.length === 0) return undefined
  const { does, fix } = decision(call, unmerged, made)
  const back = unfinished.back === undefined ? '' : ` To take it back: \`${unfinished.back}\`.`
  return { code: 'git_unfinished', message: `${unfinished.name} has stopped at a conflict. ${does}${back}`, fix }
}

interface Decision {
  readonly does: string
  readonly fix: ShellText
}

function decision(call: WorkspaceContext, unmerged: readonly UnmergedFile[], made: readonly string[]): Decision {
  if (unmerged.some(({ path, isRemoved }) => isRemoved && path === stateFile())) return leavingOff(unmerged)
  const files = unmerged.map(({ path }) => path)
  const open = files.filter(file => hasMarkers(call, file))
  if (open.includes(stateFile()))
    return {
      does: `Take one side of ${stateFile()} whole: this takes yours, --theirs the other one.`,
      fix: shell`git checkout --ours -- ${stateFile()}`,
    }
  const log = open.includes(projectEventsFile())
    ? `${projectEventsFile()} may keep the lines of both sides: afterwards \`furrow explore adopt\` puts them in order. `
    : ''
  const others = open.filter(file => file !== projectEventsFile())
  const first = others.length === 0 ? '' : `Decide the conflicts in ${others.join(', ')} first. `
  return { does: `${first}${log}This stages what is decided.`, fix: shell`git add -- ${[...files, ...made]}` }
}

/** It ended on one side while the other one went on with it. */
function leavingOff(unmerged: readonly UnmergedFile[]): Decision {
  const files = unmerged.filter(({ path }) => path.startsWith(`${PROJECT}/`)).map(({ path }) => path)
  return {
    does: `One side has taken ${PROJECT} off the branch, as finishing does, and the other one has gone on with it. This leaves it off; what was added since stays in the history. To go on with it instead: \`${shell`git add -- ${files}`}\`.`,
    fix: shell`git rm --quiet -- ${files}`,
  }
}

function hasMarkers(call: WorkspaceContext, file: string): boolean {
  return /^<{7} /m.test(filesOf(call).read(file)?.bytes.toString('utf8') ?? '')
}

/** The same, where git may be asked: it does not go on with a commit of which nothing is left. */
async function unfinishedStep(call: Call): Promise<ProjectProblem | undefined> {
  return (await emptyProblem(call)) ?? unfinishedProblem(call)
}

export async function emptyProblem(call: Call): Promise<ProjectProblem | undefined> {
  const { root, repository } = call.workspace
  const unfinished = repository.gitDir === undefined ? undefined : findUnfinished(repository.gitDir)
  if (unfinished?.skip === undefined || conflictProblem(call) !== undefined) return undefined
  const options = { signal: call.signal, env: call.env, answers: [1] }
  const { code } = await runGit(root, ['diff', '--cached', '--quiet'], options)
  if (code !== 0) return undefined
  const message = `Nothing is staged for the commit at which git stopped. Stage what belongs to it and run \`${unfinished.fix}\`; or leave it out with this.`
  return { code: 'git_unfinished', message, fix: unfinished.skip }
}

/** Thrown before anything is staged: a commit in the middle of a merge would be the merge, without the other side. */
export async function requireNothingUnfinished(call: Call): Promise<void> {
  const problem = await unfinishedStep(call)
  if (problem !== undefined) throw refuse('blocked', problem.message, { target: 'git', fix: problem.fix })
}

/** A state file with the texts of both sides cannot be read before one of them is taken. */
export function whyUndecided(call: WorkspaceContext, error: Refused): Refused | undefined {
  if (error.code !== 'damaged' || error.target !== stateFile()) return undefined
  const problem = conflictProblem(call)
  return problem && refuse('damaged', problem.message, { target: stateFile(), fix: problem.fix, cause: error })
}
