import { changedFiles, resultOf } from '../../agents/worktree/result.ts'
import { verifyObjects } from '../../agents/worktree/verify-objects.ts'
import type { ProjectState } from '../../explorations/model.ts'
import { PROJECT, readState } from '../../explorations/record/project-files.ts'
import { isRefused } from '../../operation/errors.ts'
import type { AgentRun } from '../../runs/model.ts'
import { runGit } from '../../store/git/git-run.ts'
import type { Call } from '../../workspace/call.ts'
import type { Files } from '../../workspace/workspace-files.ts'

/** What a research run left in the working folder of its own worktree. */
export interface ResearchResult {
  /** Files of the working folder that it wrote, by their path in it; Furrow's own are left out. */
  readonly files: ReadonlyMap<string, Buffer>
  /** The same files as they were when it began. */
  readonly before: ReadonlyMap<string, Buffer>
  /** What it changed elsewhere, which is not taken over. */
  readonly outside: readonly string[]
  readonly base: ProjectState | undefined
  readonly theirs: ProjectState | undefined
}

const OURS: readonly string[] = [`${PROJECT}/state.yaml`, `${PROJECT}/events.jsonl`]
const PLAIN: readonly string[] = ['100644', '100755']
const MOST_FILES = 200

export async function readResult(call: Call, run: AgentRun): Promise<ResearchResult> {
  const { base, commit } = await resultOf(call, run)
  await verifyObjects(call, [[base, commit]])
  const changed = await changedFiles(call, base, commit)
  const inside = changed.filter(({ path }) => path.startsWith(`${PROJECT}/`))
  const written = inside.filter(
    ({ path, change, mode }) => change !== 'removed' && PLAIN.includes(mode) && !OURS.includes(path),
  )
  const paths = written.slice(0, MOST_FILES).map(({ path }) => path)
  return {
    files: await filesAt(call, commit, paths),
    before: await filesAt(call, base, paths),
    outside: changed.filter(({ path }) => !path.startsWith('.sow/')).map(({ path }) => path),
    base: await stateAt(call, base),
    theirs: await stateAt(call, commit),
  }
}

async function filesAt(call: Call, commit: string, paths: readonly string[]): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const path of paths) {
    const bytes = await blobAt(call, commit, path)
    if (bytes !== undefined) files.set(path.slice(PROJECT.length + 1), bytes)
  }
  return files
}

/** A state file that an agent damaged proposes nothing. */
async function stateAt(call: Call, commit: string): Promise<ProjectState | undefined> {
  const path = OURS[0] ?? ''
  const bytes = await blobAt(call, commit, path)
  const files: Files = { read: file => (file === path && bytes !== undefined ? { bytes } : undefined), list: () => [] }
  try {
    return readState(files)
  } catch (error) {
    if (!isRefused(error)) throw error
    return undefined
  }
}

const MISSING = 128

async function blobAt({ workspace: { root }, env }: Call, commit: string, path: string): Promise<Buffer | undefined> {
  const args = ['cat-file', 'blob', `${commit}:${path}`]
  const { code, stdout } = await runGit(root, args, { env, encoding: 'latin1', answers: [MISSING] })
  return code === MISSING ? undefined : Buffer.from(stdout, 'latin1')
}
