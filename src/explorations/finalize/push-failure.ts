import fs from 'node:fs'
import path from 'node:path'
import { isRefused, type Reason } from '../../operation/errors.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { revisionOf } from '../../store/files/files.ts'
import { settingsAt } from '../../store/git/config/prepare.ts'
import { commitOf } from '../../store/git/git-head.ts'
import type { Call } from '../../workspace/call.ts'
import type { ProjectTask } from '../model.ts'
import type { LoadedProject } from '../record/project-files.ts'
import { stepsHere } from '../record/project-parts.ts'

export type PushFailure = NonNullable<ProjectTask['failed']>['failure']

/** By what git says, in the order in which one answer may hold several of them. */
const SIGNS: readonly (readonly [PushFailure, RegExp])[] = [
  ['refused', /\[remote rejected\]|pre-receive hook declined/i],
  ['ahead', /\[rejected\]|non-fast-forward|fetch first/i],
  [
    'unreachable',
    /could not resolve host|(?:failed|unable|could ?n.t|could not) (?:to )?connect|timed out|connection (?:refused|reset)|network is unreachable|no route to host/i,
  ],
  ['gone', /does not appear to be a git repository|repository (?:'[^']*' )?not found|does not exist|no such file/i],
]

/** What kept a push from the remote; nothing where the failure was not one of git. */
export function pushFailureIn(error: unknown): PushFailure | undefined {
  if (!isRefused(error) || error.code !== 'failed') return undefined
  const stderr = error.details?.['stderr']
  if (typeof stderr !== 'string') return error.target === 'git' ? 'unreachable' : undefined
  return SIGNS.find(([, sign]) => sign.test(stderr))?.[0] ?? 'refused'
}

interface Pushing {
  readonly remote: string
  readonly branch: string
}

export function sayPushFailure(failure: PushFailure, { remote, branch }: Pushing): string {
  return {
    ahead: `${remote}/${branch} has commits that are not here; merge them, then push again`,
    gone: `${remote} is not a repository any more, or its address is wrong (\`git remote set-url ${remote}\` changes it)`,
    unreachable: `${remote} cannot be reached now`,
    refused: `${remote} refused the push`,
  }[failure]
}

export function pullFrom({ remote, branch }: Pushing): ShellText {
  return shell`git pull --no-rebase --no-edit ${remote} ${branch}`
}

/** What the step keeps of a push that failed, so that the next step is one that helps. */
export function notedFailure(call: Pick<Call, 'workspace'>, { remote, branch }: Pushing, failure: PushFailure) {
  return { failure, remote, under: circumstances(call, { remote, branch }) }
}

/** A commit that was added, an address that was changed and a folder that is there again are reasons to try again. */
function circumstances({ workspace: { root, repository } }: Pick<Call, 'workspace'>, { remote, branch }: Pushing) {
  const address = settingsAt(root).filter(({ key }) => key.startsWith(`remote.${remote}.`))
  const folders = address.flatMap(({ key, value }) => (/\.(?:push)?url$/.test(key) ? folderOf(root, value) : []))
  const there = folders.map(folder => fs.existsSync(folder))
  const head = commitOf(repository.commonDir, `refs/heads/${branch}`)
  return revisionOf(Buffer.from(JSON.stringify([head, address.map(({ key, value }) => [key, value]), there])))
}

/** The folder that an address means; of others only an attempt shows whether they answer. */
function folderOf(root: string, address: string): string[] {
  if (address.startsWith('file://')) return [address.slice('file://'.length)]
  // Before a slash, a colon ends the name of a host.
  return /^[^/]*:/.test(address) ? [] : [path.resolve(root, address)]
}

/** A push that failed, while nothing has changed since that could make it succeed. */
export function whyNotPushed(call: Pick<Call, 'workspace'>, { type, state }: LoadedProject): Reason[] {
  const step = stepsHere(type, state).find(({ action, status }) => action === 'push' && status === 'pending')
  const { failed } = step ?? {}
  if (step === undefined || failed === undefined || call.workspace.repository.gitDir === undefined) return []
  const pushing = { remote: failed.remote, branch: state.project.branch }
  return failed.under === circumstances(call, pushing) ? [pushReason(step, failed.failure, pushing)] : []
}

export function pushReason(
  { id, name }: Pick<ProjectTask, 'id' | 'name'>,
  failure: PushFailure,
  pushing: Pushing,
): Reason {
  const says = `${name}: ${sayPushFailure(failure, pushing)}`
  if (failure === 'ahead') return { code: 'remote_ahead', ids: [id], message: says, fix: pullFrom(pushing) }
  const skip = shell`furrow explore skip ${id} --reason ${sayPushFailure(failure, pushing).split(',')[0] ?? ''}`
  // A remote that was reached may take the same push the next time.
  if (failure === 'refused')
    return {
      code: 'remote_refused',
      ids: [id],
      message: `${says}. Push again; or a person leaves the push out: \`${skip}\``,
      fix: shell`furrow explore finish`,
    }
  const message = `${says}. Push again with \`furrow explore finish\`, or a person leaves the push out`
  return { code: `remote_${failure}`, ids: [id], message, fix: skip }
}
