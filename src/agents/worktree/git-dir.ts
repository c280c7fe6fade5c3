import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { runsFolder } from '../../runs/record/record-folders.ts'
import { AGENT_WORKTREES } from '../../runs/record/retention.ts'
import { shell } from '../../shared/shell/shell.ts'
import { readBytes } from '../../store/files/read-file.ts'
import { GIT_FOLDER } from '../../store/git/config/config-files.ts'
import type { OwnGitDir } from '../../store/git/config/prepare.ts'
import { copyIndex } from '../../store/git/git-index.ts'
import { runGit } from '../../store/git/git-run.ts'
import type { Call } from '../../workspace/call.ts'

/** A worktree of an agent, as Furrow knows it: not by what the agent may have left in it. */
export interface AgentWorktree {
  readonly root: string
  /** Furrow's own, out of the agent's reach: head and index of what it began with. */
  readonly own: OwnGitDir
  /** The repository's, which the agent's git uses. */
  readonly gitDir: string
}

/** By the path in the record of its run, which must be where Furrow puts worktrees. */
export function agentWorktree(call: Pick<Call, 'workspace' | 'home'>, root: string): AgentWorktree {
  const { repository } = call.workspace
  const name = path.basename(root)
  const folder = path.join(runsFolder(call), AGENT_WORKTREES)
  if (path.join(folder, name) !== root || (fs.existsSync(folder) && fs.realpathSync(folder) !== folder))
    throw refuse('damaged', `${root} is not where the worktrees of agents are (${folder}).`, {
      target: root,
      fix: shell`furrow doctor`,
    })
  const { id, commonDir } = repository
  return {
    root,
    own: { gitDir: path.join(call.home.dir, GIT_FOLDER, id, 'worktrees', name), commonDir },
    gitDir: path.join(commonDir, 'worktrees', name),
  }
}

/** Makes it with the files of a commit, byte by byte as they are in the repository. */
export async function makeWorktree(call: Call, worktree: AgentWorktree, commit: string): Promise<void> {
  const { root, own, gitDir } = worktree
  for (const folder of [own.gitDir, gitDir, root]) {
    fs.rmSync(folder, { recursive: true, force: true })
    fs.mkdirSync(folder, { recursive: true, mode: folder === own.gitDir ? 0o700 : 0o777 })
  }
  pointTo(own.gitDir, { commit, commonDir: own.commonDir })
  pointTo(gitDir, { commit, commonDir: '../..' })
  for (const folder of [own.gitDir, gitDir]) copySparse(call.workspace.repository.gitDir ?? own.commonDir, folder)
  fs.writeFileSync(path.join(gitDir, 'gitdir'), `${path.join(root, '.git')}\n`)
  fs.writeFileSync(path.join(root, '.git'), `gitdir: ${gitDir}\n`)
  await runGit(root, ['read-tree', '--reset', '-u', commit], { own, timeoutMs: 300_000, env: call.env })
  copyIndex(path.join(own.gitDir, 'index'), path.join(gitDir, 'index'))
}

/** A sparse checkout stays one. */
function copySparse(from: string, to: string): void {
  for (const name of ['info/sparse-checkout', 'config.worktree']) {
    const file = path.join(from, name)
    const bytes = readBytes(file)
    if (bytes === undefined) continue
    fs.mkdirSync(path.dirname(path.join(to, name)), { recursive: true })
    fs.writeFileSync(path.join(to, name), bytes)
  }
}

/** What an earlier Furrow made has no directory of ours yet; without an index every file is read. */
export function ensureOwnGitDir({ own }: AgentWorktree, commit: string): void {
  const pointers = { commit, commonDir: own.commonDir }
  // Asking for a difference only reads, also from a home that cannot be written.
  if (pointsTo(own.gitDir, pointers)) return
  fs.mkdirSync(own.gitDir, { recursive: true, mode: 0o700 })
  pointTo(own.gitDir, pointers)
}

interface Pointers {
  readonly commit: string
  readonly commonDir: string
}

/** For refs git goes by the file `commondir`, whatever `GIT_COMMON_DIR` says. */
function pointTo(gitDir: string, { commit, commonDir }: Pointers): void {
  fs.writeFileSync(path.join(gitDir, 'HEAD'), `${commit}\n`)
  fs.writeFileSync(path.join(gitDir, 'commondir'), `${commonDir}\n`)
}

function pointsTo(gitDir: string, { commit, commonDir }: Pointers): boolean {
  const says = (name: string, text: string) =>
    fs.existsSync(path.join(gitDir, name)) && fs.readFileSync(path.join(gitDir, name), 'utf8') === `${text}\n`
  return says('HEAD', commit) && says('commondir', commonDir)
}

export function removeWorktree({ root, own, gitDir }: AgentWorktree): void {
  for (const folder of [root, gitDir, own.gitDir]) fs.rmSync(folder, { recursive: true, force: true })
}
