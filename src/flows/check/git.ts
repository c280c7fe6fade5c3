import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { gitStatus } from '../../store/git/git.ts'
import { checkedRef } from '../../store/git/git-refs.ts'
import { runGit } from '../../store/git/git-run.ts'
import type { Call } from '../../workspace/call.ts'
import type { CheckedCommit } from './check-rules.ts'

const MOST_COMMITS = 1000

export async function editedFiles({ workspace: { root, repository }, env }: Call): Promise<string[]> {
  if (repository.gitDir === undefined) return []
  return (await gitStatus(root, { env })).map(({ path }) => path)
}

export async function stagedFiles(call: Call): Promise<string[]> {
  requireGit(call)
  return names(call, ['diff', '--cached', '--name-only', '--no-ext-diff', '--no-textconv', '--no-renames', '-z'])
}

/** The commits that a branch adds, oldest first; merges bring nothing of their own. */
export async function commitsSince(call: Call, since: string): Promise<CheckedCommit[]> {
  requireGit(call)
  const { root } = call.workspace
  await requireCommit(call, since)
  const range = `${checkedRef(since)}..HEAD`
  const format = '--format=%H%x1f%s%x1f%B%x1e'
  const args = ['log', '--no-merges', '--reverse', `--max-count=${MOST_COMMITS}`, format, range, '--']
  const { stdout } = await runGit(root, args, { env: call.env })
  const records = stdout.split('\x1e').filter(record => record.trim() !== '')
  const commits: CheckedCommit[] = []
  for (const record of records) {
    const [hash = '', subject = '', message = ''] = record.trimStart().split('\x1f')
    commits.push({ hash, subject, message, files: await filesOfCommit(call, hash) })
  }
  return commits
}

function filesOfCommit(call: Call, hash: string): Promise<string[]> {
  return names(call, ['diff-tree', '--no-commit-id', '--name-only', '--root', '--no-renames', '-r', '-z', hash])
}

async function names({ workspace: { root }, env }: Call, args: readonly string[]): Promise<string[]> {
  const { stdout } = await runGit(root, args, { env })
  return stdout.split('\0').filter(name => name !== '')
}

async function requireCommit({ workspace: { root }, env }: Call, since: string): Promise<void> {
  const args = ['rev-parse', '--verify', '--quiet', `${checkedRef(since)}^{commit}`]
  const { code } = await runGit(root, args, { env, answers: [1, 128] })
  if (code === 0) return
  throw refuse('not_found', `There is no commit ${since} here; a shallow clone may lack it.`, {
    target: since,
    fix: shell`git log --oneline --all`,
  })
}

function requireGit({ workspace: { repository } }: Call): void {
  if (repository.gitDir === undefined) throw noGit()
}

function noGit(): Refused {
  return refuse('usage', 'There is no git repository here, so there are no commits to look at.', {
    target: 'git',
    fix: shell`furrow check`,
  })
}
