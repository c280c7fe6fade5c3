import { type GitOptions, runGit } from './git-run.ts'

export interface BlameCommit {
  readonly hash: string
  readonly author: string
  readonly date: string
  readonly message: string
}

const NOT_COMMITTED = /^0+$/

/** The commit that wrote a line as it is in the worktree; nothing when it is in no commit yet. */
export async function blame(root: string, file: string, line: number, options: GitOptions = {}) {
  const args = ['blame', '--porcelain', '--no-textconv', '--ignore-revs-file=', '-L', `${line},${line}`, '--', file]
  const { code, stdout } = await runGit(root, args, { ...options, answers: [128] })
  const [, hash = ''] = /^([0-9a-f]{40,64}) /.exec(stdout) ?? []
  return code !== 0 || hash === '' || NOT_COMMITTED.test(hash) ? undefined : commit(root, hash, options)
}

interface BlamedLines {
  readonly file: string
  readonly lines: readonly [first: number, last: number]
  readonly most: number
}

/** The newest commits that wrote some lines as they are in the worktree. */
export async function commitsBehind(
  root: string,
  { file, lines, most }: BlamedLines,
  options: GitOptions = {},
): Promise<BlameCommit[]> {
  const args = ['blame', '--porcelain', '--no-textconv', '--ignore-revs-file=', '-L', lines.join(','), '--', file]
  const { code, stdout } = await runGit(root, args, { ...options, answers: [128] })
  if (code !== 0) return []
  const newest = blamedCommits(stdout)
    .sort((a, b) => b.at - a.at)
    .slice(0, most)
  return newest.length === 0 ? [] : readAll(root, [...newest.map(({ hash }) => hash), '--'], options)
}

/** A commit has its facts where it is named first; a line of the file begins with a tab. */
function blamedCommits(porcelain: string): { hash: string; at: number }[] {
  const times = new Map<string, number>()
  let hash = ''
  for (const line of porcelain.split('\n')) {
    const [, named] = /^([0-9a-f]{40,64}) \d+ \d+/.exec(line) ?? []
    if (named !== undefined) hash = named
    const [, time] = /^committer-time (\d+)/.exec(line) ?? []
    if (time !== undefined && !NOT_COMMITTED.test(hash)) times.set(hash, Number(time))
  }
  return [...times].map(([found, at]) => ({ hash: found, at }))
}

/** The newest commit that touched a file. */
export async function lastCommitOf(
  root: string,
  file: string,
  options: GitOptions = {},
): Promise<BlameCommit | undefined> {
  return read(root, ['HEAD', '--', file], options)
}

function commit(root: string, hash: string, options: GitOptions): Promise<BlameCommit | undefined> {
  return read(root, [hash, '--'], options)
}

async function read(root: string, what: readonly string[], options: GitOptions): Promise<BlameCommit | undefined> {
  const [found] = await readAll(root, what, options, '--max-count=1')
  return found
}

async function readAll(
  root: string,
  what: readonly string[],
  options: GitOptions,
  which = '--no-walk=unsorted',
): Promise<BlameCommit[]> {
  const format = '--format=%H%x1f%an%x1f%aI%x1f%B'
  const quiet = ['--no-show-signature', '--no-notes', '--no-decorate', '--no-color', '--no-patch', '--no-mailmap']
  const args = ['log', '-z', which, format, ...quiet, '--end-of-options', ...what]
  const { code, stdout } = await runGit(root, args, { ...options, answers: [128] })
  if (code !== 0) return []
  return stdout.split('\0').flatMap(text => {
    const [hash = '', author = '', date = '', message = ''] = text.split('\x1f')
    return hash === '' ? [] : [{ hash, author, date, message: message.trim() }]
  })
}
