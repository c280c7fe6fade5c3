import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import { gitHeadOf } from '../../store/git/git-head.ts'
import { runGit } from '../../store/git/git-run.ts'
import { folderStamp } from '../../store/git/repository.ts'
import type { Call } from '../../workspace/call.ts'
import { type ResolvedProject, remoteOf, resolveProject } from '../../workspace/identity.ts'
import type { Memory } from '../port.ts'
import type { CallOrigin, HistoryRoot, KnownPlace } from './port.ts'

/** What tells this workspace from others. Git is asked only where the place looks other than it did before. */
export async function callOriginOf(
  call: Call,
  memory: Memory,
  { name, resolved_by }: ResolvedProject = resolveProject(call),
): Promise<{ place: CallOrigin; here: KnownPlace | undefined }> {
  const { repository } = call.workspace
  const folder = repository.mainWorktree ?? repository.commonDir
  const here = await memory.projects.at(folder)
  const stamp = folderStamp(folder)
  const isUnchanged = here?.stamp === stamp && here.root !== undefined
  const root: HistoryRoot = isUnchanged ? { kind: 'commit', commit: here.root } : await rootOf(call)
  const place: CallOrigin = {
    path: folder,
    stamp,
    name,
    isChosen: resolved_by === 'config',
    remote: repository.gitDir === undefined ? undefined : remoteIn(repository.commonDir),
    root,
    hasFormerRoot: isUnchanged || (here?.root !== undefined && (await hasCommit(call, here.root))),
  }
  return { place, here }
}

/** `git@host:team/shop.git` and `https://user:token@host/team/shop` are the same address; who asks is no part of it. */
function remoteIn(commonDir: string): string | undefined {
  return remoteOf(commonDir)
    ?.replace(/^[a-z+]+:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .replace(/^([^/:]+):(?!\d+\/)/, '$1/')
    .replace(/(?:\.git)?\/*$/, '')
}

/** By first parents there is exactly one, however many histories were merged in. */
async function rootOf(call: Call): Promise<HistoryRoot> {
  const { gitDir, commonDir, worktree } = call.workspace.repository
  if (gitDir === undefined) return { kind: 'none' }
  const head = gitHeadOf({ gitDir, commonDir })
  if (head.kind === 'branch' && head.commit === undefined) return { kind: 'none' }
  if (fs.existsSync(path.join(commonDir, 'shallow'))) return { kind: 'unknown' }
  const args = ['rev-list', '--first-parent', '--max-parents=0', 'HEAD']
  const commit = await ask(call, worktree, args)
  return commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit) ? { kind: 'unknown' } : { kind: 'commit', commit }
}

async function hasCommit(call: Call, commit: string): Promise<boolean> {
  const { gitDir, worktree } = call.workspace.repository
  return gitDir !== undefined && (await ask(call, worktree, ['rev-parse', '--verify', `${commit}^{commit}`])) === commit
}

/** Without an answer of git the place itself has to do. */
async function ask(call: Call, folder: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return (await runGit(folder, args, { env: call.env, signal: call.signal })).stdout.trim()
  } catch (error) {
    if (!isRefused(error) || call.signal.aborted) throw error
    return undefined
  }
}
