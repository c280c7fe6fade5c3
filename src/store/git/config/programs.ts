import fs from 'node:fs'
import path from 'node:path'
import { isInside } from '../../files/contain.ts'
import { isTrue } from './allowed.ts'
import { type GitSetting, nameOf, sectionOf, subsectionOf } from './config-text.ts'

/** Where a remote is, as git understands its address. */
export type RemoteKind =
  | { readonly kind: 'ssh' }
  | { readonly kind: 'http' }
  | { readonly kind: 'folder'; readonly path: string; readonly inside: boolean }
  | { readonly kind: 'other' }

/** What a commit starts besides git. */
export function signingProgram(settings: readonly GitSetting[]): string | undefined {
  if (!isTrue(lastOf(settings, 'commit.gpgsign'))) return undefined
  const format = lastOf(settings, 'gpg.format') ?? 'openpgp'
  const named =
    lastOf(settings, `gpg.${format}.program`) ?? (format === 'openpgp' ? lastOf(settings, 'gpg.program') : undefined)
  return named ?? { openpgp: 'gpg', x509: 'gpgsm', ssh: 'ssh-keygen' }[format]
}

/** What a push to an address over ssh starts. */
export function sshProgram(settings: readonly GitSetting[]): string {
  return lastOf(settings, 'core.sshcommand') ?? 'ssh'
}

/** Those for every address and for this one; an empty name forgets those before it. */
export function credentialHelpers(settings: readonly GitSetting[], address: string): string[] {
  const helpers: string[] = []
  for (const { key, value } of settings) {
    if (sectionOf(key) !== 'credential' || nameOf(key) !== 'helper' || !isFor(subsectionOf(key), address)) continue
    if (value === '') helpers.length = 0
    else helpers.push(value)
  }
  return [...new Set(helpers)]
}

function isFor(pattern: string | undefined, address: string): boolean {
  if (pattern === undefined) return true
  const [wanted, given] = [pattern, address].map(url => (URL.canParse(url) ? new URL(url) : undefined))
  if (wanted === undefined || given === undefined) return false
  const host = wanted.host.split('*').map(part => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return (
    wanted.protocol === given.protocol &&
    new RegExp(`^${host.join('[^.]*')}$`).test(given.host) &&
    `${given.pathname}/`.startsWith(wanted.pathname)
  )
}

/** The address that a push goes to, after the person's own `url.<base>.insteadOf`. */
export function pushAddress(
  repository: readonly GitSetting[],
  person: readonly GitSetting[],
  remote: string,
): string | undefined {
  const own = lastOf(repository, `remote.${remote}.pushurl`)
  const url = own ?? lastOf(repository, `remote.${remote}.url`)
  if (url === undefined) return undefined
  const pushed = own === undefined ? replaced(url, person, 'pushinsteadof') : undefined
  return pushed ?? replaced(url, person, 'insteadof') ?? url
}

/** The longest beginning that fits decides. */
function replaced(url: string, settings: readonly GitSetting[], name: string): string | undefined {
  const [best] = settings
    .filter(({ key, value }) => sectionOf(key) === 'url' && nameOf(key) === name && url.startsWith(value))
    .sort((a, b) => b.value.length - a.value.length)
  return best === undefined ? undefined : `${subsectionOf(best.key) ?? ''}${url.slice(best.value.length)}`
}

export function remoteKind(root: string, address: string): RemoteKind {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address) ?? []
  if (scheme === 'file') return folderAt(root, decoded(address.slice('file://'.length)))
  if (scheme !== undefined) return { kind: KINDS[scheme.toLowerCase()] ?? 'other' }
  if (/^[^/]*::/.test(address)) return { kind: 'other' }
  return /^[^/:]*:/.test(address) ? { kind: 'ssh' } : folderAt(root, address)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const KINDS: Readonly<Record<string, 'ssh' | 'http'>> = {
  ssh: 'ssh',
  'git+ssh': 'ssh',
  'ssh+git': 'ssh',
  http: 'http',
  https: 'http',
}

function folderAt(root: string, address: string): RemoteKind {
  const at = path.resolve(root, address)
  const real = fs.existsSync(at) ? fs.realpathSync(at) : at
  return { kind: 'folder', path: real, inside: isInside(root, real) }
}

const RECEIVING = [
  'pre-receive',
  'update',
  'proc-receive',
  'post-receive',
  'post-update',
  'push-to-checkout',
  'reference-transaction',
]

/** The hooks that the repository in a folder has for what is pushed to it. */
export function hooksAt(folder: string): string[] {
  const gitDir = [path.join(folder, '.git'), folder].find(place => fs.existsSync(path.join(place, 'hooks')))
  return gitDir === undefined ? [] : RECEIVING.filter(hook => fs.existsSync(path.join(gitDir, 'hooks', hook)))
}

function lastOf(settings: readonly GitSetting[], key: string): string | undefined {
  return settings.findLast(setting => setting.key === key)?.value
}
