import { isRefused, type Refused } from '../../operation/errors.ts'
import { ignoredKeys } from '../../store/git/config/allowed.ts'
import type { GitSetting } from '../../store/git/config/config-text.ts'
import { settingsAt } from '../../store/git/config/prepare.ts'
import {
  credentialHelpers,
  hooksAt,
  pushAddress,
  type RemoteKind,
  remoteKind,
  signingProgram,
  sshProgram,
} from '../../store/git/config/programs.ts'
import { gitRemotes } from '../../store/git/git.ts'
import { personalSettings } from '../../store/git/git-run.ts'
import type { Call } from '../../workspace/call.ts'
import { hasGit } from '../rules/branch.ts'

/** What the commit and the push will start besides git, by the person's own settings, and what has no say in them. */
export async function programLines(call: Call, root: string): Promise<string[]> {
  if (!hasGit(call)) return []
  const person = await askPrograms(call, root)
  if (isRefused(person)) return [`It could not be found out what commit and push will start: ${person.message}`]
  const signing = signingProgram(person)
  const ignored = ignoredKeys(settingsAt(root))
  return [
    ...(signing === undefined ? [] : [`The commit is signed with ${signing}.`]),
    ...pushLines(root, person),
    ...(ignored.length === 0
      ? []
      : [`Ignored, because the repository's own git configuration sets it: ${ignored.join(', ')}.`]),
  ]
}

/** A git that cannot be asked is no reason to show no plan. */
async function askPrograms(call: Call, root: string): Promise<readonly GitSetting[] | Refused> {
  try {
    return await personalSettings(root, 'programs', { env: call.env, signal: call.signal })
  } catch (error) {
    if (isRefused(error)) return error
    throw error
  }
}

function pushLines(root: string, person: readonly GitSetting[]): string[] {
  const remote = remoteNamed(root)
  const address = remote === undefined ? undefined : pushAddress(settingsAt(root), person, remote)
  if (remote === undefined || address === undefined) return []
  return linesFor(remoteKind(root, address), address, person).map(line => `The push to ${remote} ${line}.`)
}

function linesFor(to: RemoteKind, address: string, person: readonly GitSetting[]): string[] {
  if (to.kind === 'ssh') return [`starts ${sshProgram(person)}`]
  if (to.kind === 'http') {
    const helpers = credentialHelpers(person, address)
    return helpers.length === 0 ? [] : [`asks the credential helper ${helpers.join(', ')}`]
  }
  if (to.kind === 'other') return ['is not possible: its address needs a program']
  if (to.inside) return [`is left out: ${to.path} is inside this workspace`]
  const hooks = hooksAt(to.path)
  const more = hooks.length === 0 ? '' : ` and its hooks (${hooks.join(', ')})`
  return [`runs git in ${to.path}, with the configuration of that repository${more}`]
}

/** Why a push is not made: a repository must not choose what runs. */
export async function whyNotPush(call: Call, remote: string): Promise<string | undefined> {
  const { root } = call.workspace
  const person = await personalSettings(root, 'programs', { env: call.env, signal: call.signal })
  const address = pushAddress(settingsAt(root), person, remote)
  if (address === undefined) return `the remote ${remote} has no address`
  const to = remoteKind(root, address)
  if (to.kind === 'other') return `the address of ${remote} needs a program`
  if (to.kind === 'folder' && to.inside) return `${remote} is a folder inside this workspace`
  return undefined
}

export function remoteNamed(root: string): string | undefined {
  const names = gitRemotes(root)
  return names.find(name => name === 'origin') ?? names[0]
}
