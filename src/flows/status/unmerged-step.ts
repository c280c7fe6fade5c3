import fs from 'node:fs'
import path from 'node:path'
import { PROJECT, projectEventsFile, stateFile } from '../../explorations/record/project-files.ts'
import type { NextStep } from '../../lifecycle/next-step.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { type UnmergedFile, unmergedFiles } from '../../store/git/git.ts'
import { runGit } from '../../store/git/git-run.ts'
import { findUnfinished, type Unfinished } from '../../store/git/git-unfinished.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'

/** While a merge has conflicts, git does not go on: they are decided and staged first. A commit of which nothing is left is skipped. */
export async function unmergedStep(call: Call): Promise<NextStep | undefined> {
  const { root, repository } = call.workspace
  const unfinished = repository.gitDir === undefined ? undefined : findUnfinished(repository.gitDir)
  if (unfinished === undefined) return undefined
  const unmerged = await unmergedFiles(root, { signal: call.signal, env: call.env })
  if (unmerged.length === 0) return emptyStep(call, unfinished)
  if (unmerged.some(file => file.isRemoved && file.path === stateFile())) return removedStep(unmerged)
  const files = unmerged.map(file => file.path)
  const open = files.filter(file => hasMarkers(call, file))
  if (open.includes(stateFile()))
    return gitStep(
      `${stateFile()} has a conflict. Take one side whole: this takes yours, --theirs the other one.`,
      shell`git checkout --ours -- ${stateFile()}`,
    )
  const log = open.includes(projectEventsFile())
    ? `${projectEventsFile()} may keep the lines of both sides: afterwards \`furrow explore adopt\` puts them in order. `
    : ''
  const others = open.filter(file => file !== projectEventsFile())
  const first = others.length === 0 ? '' : `Decide the conflicts in ${others.join(', ')} first. `
  return gitStep(`${first}${log}This stages what is decided.`, shell`git add -- ${files}`)
}

/** It ended on one side while the other one went on with it. */
function removedStep(unmerged: readonly UnmergedFile[]): NextStep {
  const files = unmerged.map(file => file.path).filter(file => file.startsWith(`${PROJECT}/`))
  return gitStep(
    `One side has taken ${PROJECT} off the branch, as finishing does, and the other one has gone on with it. This leaves it off; what was added since stays in the history. To go on with it instead: \`${shell`git add -- ${files}`}\`.`,
    shell`git rm --quiet -- ${files}`,
  )
}

/** A merge that is decided and not committed yet: what is built now would be part of it. */
export async function openMerge(call: Call): Promise<NextStep | undefined> {
  const unmerged = await unmergedStep(call)
  const { gitDir } = call.workspace.repository
  const isMerge = gitDir !== undefined && fs.existsSync(path.join(gitDir, 'MERGE_HEAD'))
  return unmerged ?? (isMerge ? unfinishedStep(call) : undefined)
}

/** Where nothing else is open, what git has begun comes first. */
export function unfinishedStep({ workspace: { repository } }: Call): NextStep | undefined {
  const unfinished = repository.gitDir === undefined ? undefined : findUnfinished(repository.gitDir)
  return unfinished === undefined ? undefined : gitStep(unfinished.message, unfinished.fix)
}

async function emptyStep(call: Call, { fix, skip }: Unfinished): Promise<NextStep | undefined> {
  if (skip === undefined) return undefined
  const options = { signal: call.signal, env: call.env, answers: [1] }
  const { code } = await runGit(call.workspace.root, ['diff', '--cached', '--quiet'], options)
  if (code !== 0) return undefined
  const says = `Nothing is staged for the commit at which git stopped. Stage what belongs to it and run \`${fix}\`; or leave it out with this.`
  return gitStep(says, skip)
}

function hasMarkers(call: Call, file: string): boolean {
  return /^<{7} /m.test(filesOf(call).read(file)?.bytes.toString('utf8') ?? '')
}

function gitStep(says: string, command: ShellText): NextStep {
  return { says, command, tool: { name: 'furrow_status', arguments: {} } }
}
