import type { ToolContext } from '../_shared/tool.ts'
import { type CommandResult, command } from '../_shared/utils.ts'
import type { Input, Provider } from './model.ts'

/** Pushes the commit to the branch that the remote deploys from, and shows what its hooks say. */
export const byGit: Provider = async (input, context) => {
  const remote = await remoteOf(input, context.root)
  const branch = `refs/heads/${plain(input.branch, 'branch')}`
  const previous = await headOf(context.root, { remote, branch })
  const commit = await target(input, context.root)
  context.progress(`Pushing ${commit.slice(0, 12)} to ${input.environment}`, 10)
  const pushed = await push(context, { remote, branch, commit, previous, seconds: input.timeout_seconds })
  const before = previous === undefined || previous === commit ? {} : { previous }
  if (pushed.code === 0) return { ok: true, status: 'pushed', deploy_id: commit, commit, ...before }
  return { ok: false, status: 'rejected', error: whyRejected(pushed), commit, ...before }
}

/** The commit that a branch, a tag or a commit stands for. */
export async function commitOf(root: string, ref: string): Promise<string> {
  const { code, stdout } = await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
  if (code !== 0) throw new Error(`There is no commit ${ref} here.`)
  return stdout.trim()
}

async function target({ action, ref = 'HEAD', deploy_id }: Input, root: string): Promise<string> {
  if (action === 'deploy') return commitOf(root, ref)
  if (deploy_id === undefined) throw new Error('Say to which commit to roll back: --deploy-id <commit>')
  return commitOf(root, deploy_id)
}

async function remoteOf({ remote, environment }: Input, root: string): Promise<string> {
  const { stdout } = await git(root, ['remote'])
  const known = stdout.split('\n').filter(name => name !== '')
  if (remote !== undefined) return plain(remote, 'remote')
  const named = [environment, 'origin'].find(name => known.includes(name))
  if (named === undefined)
    throw new Error(`There is no remote called ${environment}: git remote add ${environment} <address>`)
  return named
}

async function headOf(
  root: string,
  { remote, branch }: { remote: string; branch: string },
): Promise<string | undefined> {
  const { code, stdout, output } = await git(root, ['ls-remote', '--', remote, branch])
  if (code !== 0) throw new Error(`${remote} cannot be reached: ${lastOf(output)}`)
  return /^[0-9a-f]{40,64}/.exec(stdout)?.[0]
}

interface Push {
  remote: string
  branch: string
  commit: string
  previous: string | undefined
  seconds: number
}

/** By force only where nobody has pushed since the look: a rollback goes back in history. */
async function push(context: ToolContext, { remote, branch, commit, previous, seconds }: Push): Promise<CommandResult> {
  const lease = previous === undefined ? [] : [`--force-with-lease=${branch}:${previous}`]
  const line = ['git', '-C', context.root, 'push', '--porcelain', ...lease, '--', remote, `${commit}:${branch}`]
  return command(line, {
    signal: context.signal,
    env: SAFE,
    timeoutSeconds: seconds,
    onLine: (text, level) => context.log(text, level),
  })
}

/** No question at a terminal that is not there, and no transport that is a command. */
const SAFE = { GIT_TERMINAL_PROMPT: '0', GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' }

function git(root: string, args: readonly string[]): Promise<CommandResult> {
  return command(['git', '-C', root, ...args], { env: SAFE, timeoutSeconds: 60 })
}

function plain(word: string, what: string): string {
  if (word.startsWith('-') || /[\0\n]/.test(word)) throw new Error(`${JSON.stringify(word)} can be no ${what}.`)
  return word
}

function whyRejected({ output, timed_out }: CommandResult): string {
  if (timed_out) return 'The push took longer than it may.'
  const said = output.flatMap(line => /^remote: *(?:error: *|fatal: *)?(.+)$/.exec(line)?.[1]?.trim() ?? [])
  return `The push was refused: ${said.at(-1) ?? lastOf(output)}`
}

function lastOf(output: readonly string[]): string {
  return (
    output
      .filter(line => line.trim() !== '')
      .at(-1)
      ?.trim() ?? 'it said nothing'
  )
}
