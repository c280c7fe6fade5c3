import fs from 'node:fs'
import path from 'node:path'
import type { Run } from '../../runs/model.ts'
import { makePrivateFolder, runsFolder } from '../../runs/record/record-folders.ts'
import { findRun } from '../../runs/record/records.ts'
import { AGENT_WORKTREES } from '../../runs/record/retention.ts'
import { runGit } from '../../store/git/git-run.ts'
import type { Call } from '../../workspace/call.ts'
import { agentWorktree, makeWorktree, removeWorktree } from './git-dir.ts'
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
  const options = { env: call.env }
  const taken = await snapshot({ root, message: `Before the agent run ${id}`, ref: `${SNAPSHOTS}/${id}` }, options)
  const folder = path.join(runsFolder(call), AGENT_WORKTREES)
  makePrivateFolder(call, folder)
  const place = path.join(folder, id)
  await makeWorktree(call, agentWorktree(call, place), taken.commit)
  return { root: place, snapshot: taken.commit }
}

/** The worktree with what is in it is gone; its contents are in a ref when they were worth anything. */
export function removePlace(call: Call, worktree: string): void {
  removeWorktree(agentWorktree(call, worktree))
}

/** Snapshots and results of runs that are there no more keep nothing alive. */
async function forgetRefs(call: Call): Promise<void> {
  const { root } = call.workspace
  const { stdout } = await runGit(root, ['for-each-ref', '--format=%(refname)', SNAPSHOTS, RESULTS], {
    env: call.env,
  })
  for (const ref of stdout.split('\n').filter(name => name !== '')) {
    const [id = ''] = (ref.split('/').at(-1) ?? '').split('.')
    if (findRun(call, id) === undefined) await runGit(root, ['update-ref', '-d', ref], { env: call.env })
  }
}
