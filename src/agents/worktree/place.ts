import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { makeKept, runsFolder } from '../../runs/folder.ts'
import type { Run } from '../../runs/model.ts'
import { findRun } from '../../runs/records.ts'
import { WORKTREES } from '../../runs/retention.ts'
import { withoutFilters } from '../../store/git.ts'
import { runGit } from '../../store/git-run.ts'
import type { Call } from '../../workspace/call.ts'
import { snapshot } from './snapshot.ts'

export const SNAPSHOTS = 'refs/furrow/snapshots'
export const RESULTS = 'refs/furrow/results'

/** Where an agent works, and what the repository was like before. */
export interface WorkPlace {
  readonly root: string
  readonly snapshot?: string
}

/** The workspace itself for who only reads; a worktree that begins with everything the person has, for who writes. */
export async function preparePlace(call: Call, { id, agent }: Run): Promise<WorkPlace> {
  const { root } = call.workspace
  if (agent?.profile !== 'write') return { root }
  if (agent.worktree !== undefined && agent.snapshot !== undefined && fs.existsSync(agent.worktree))
    return { root: agent.worktree, snapshot: agent.snapshot }
  await forgetRefs(call)
  const taken = await snapshot({ root, message: `Before the agent run ${id}`, ref: `${SNAPSHOTS}/${id}` })
  const folder = path.join(runsFolder(call), WORKTREES)
  makeKept(call, folder)
  const place = path.join(folder, id)
  await runGit(root, ['worktree', 'prune'])
  const { worktree: _, ...plain } = await withoutFilters(root, { timeoutMs: 300_000 })
  await runGit(root, ['worktree', 'add', '--quiet', '--detach', place, taken.commit], plain)
  return { root: place, snapshot: taken.commit }
}

/** The worktree with what is in it is gone; its contents are in a ref when they were worth anything. */
export async function removePlace(call: Call, worktree: string): Promise<void> {
  if (fs.existsSync(worktree)) await remove(call.workspace.root, worktree)
  await runGit(call.workspace.root, ['worktree', 'prune'])
}

/** What is left of one whose removal was cut short git does not take for a worktree any more. */
async function remove(root: string, worktree: string): Promise<void> {
  try {
    await runGit(root, ['worktree', 'remove', '--force', worktree])
  } catch (error) {
    if (!isRefused(error)) throw error
    fs.rmSync(worktree, { recursive: true, force: true })
  }
}

/** Snapshots and results of runs that are there no more keep nothing alive. */
async function forgetRefs(call: Call): Promise<void> {
  const { root } = call.workspace
  const { stdout } = await runGit(root, ['for-each-ref', '--format=%(refname)', SNAPSHOTS, RESULTS])
  for (const ref of stdout.split('\n').filter(name => name !== '')) {
    const [id = ''] = (ref.split('/').at(-1) ?? '').split('.')
    if (findRun(call, id) === undefined) await runGit(root, ['update-ref', '-d', ref])
  }
}
