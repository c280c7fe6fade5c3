import { type GitSetting, nameOf, sectionOf, subsectionOf } from './config-text.ts'

/**
 * Whose file a setting is read from. `programs` are the person's own, for a commit and a push only; `noted` is what Furrow
 * itself wants to know of the person's, and git is not given.
 */
export type SettingSource = 'repository' | 'person' | 'programs' | 'noted'

interface SettingRule {
  readonly from: readonly SettingSource[]
  readonly value: RegExp
}

const FLAG = /^(?:true|false|yes|no|on|off|1|0|)$/i
const TEXT = /^[^\0]*$/
const LINE = /^[^\0\n\r]*$/
const NUMBER = /^\d{1,9}$/
const BOTH = ['repository', 'person'] as const
const REPOSITORY = ['repository'] as const
const PROGRAMS = ['programs'] as const

/**
 * Everything that git gets to know of anybody's configuration; `*` is for any name between section and key. What is not
 * listed does not reach git. Nothing that a repository may set names a program or a folder for git to write to.
 */
const ALLOWED: Readonly<Record<string, SettingRule>> = {
  'core.repositoryformatversion': { from: REPOSITORY, value: /^[01]$/ },
  'extensions.objectformat': { from: REPOSITORY, value: /^sha(?:1|256)$/ },
  'extensions.compatobjectformat': { from: REPOSITORY, value: /^sha(?:1|256)$/ },
  'extensions.refstorage': { from: REPOSITORY, value: /^(?:files|reftable)$/ },
  'extensions.relativeworktrees': { from: REPOSITORY, value: FLAG },
  'core.filemode': { from: BOTH, value: FLAG },
  'core.symlinks': { from: BOTH, value: FLAG },
  'core.ignorecase': { from: BOTH, value: FLAG },
  'core.precomposeunicode': { from: BOTH, value: FLAG },
  'core.trustctime': { from: BOTH, value: FLAG },
  'core.checkstat': { from: BOTH, value: /^(?:default|minimal)$/i },
  'core.autocrlf': { from: BOTH, value: /^(?:true|false|yes|no|on|off|1|0||input)$/i },
  'core.eol': { from: BOTH, value: /^(?:lf|crlf|native)$/i },
  'core.safecrlf': { from: BOTH, value: /^(?:true|false|yes|no|on|off|1|0||warn)$/i },
  'core.sharedrepository': {
    from: REPOSITORY,
    value: /^(?:true|false|yes|no|on|off|umask|group|all|world|everybody|[0-7]{1,4})$/i,
  },
  'core.sparsecheckout': { from: REPOSITORY, value: FLAG },
  'core.sparsecheckoutcone': { from: REPOSITORY, value: FLAG },
  'index.sparse': { from: REPOSITORY, value: FLAG },
  'core.excludesfile': { from: BOTH, value: LINE },
  'core.attributesfile': { from: BOTH, value: LINE },
  'core.logallrefupdates': { from: BOTH, value: /^(?:true|false|yes|no|on|off|1|0||always)$/i },
  'user.name': { from: BOTH, value: LINE },
  'user.email': { from: BOTH, value: LINE },
  'user.useconfigonly': { from: BOTH, value: FLAG },
  'author.name': { from: BOTH, value: LINE },
  'author.email': { from: BOTH, value: LINE },
  'committer.name': { from: BOTH, value: LINE },
  'committer.email': { from: BOTH, value: LINE },
  'remote.*.url': { from: REPOSITORY, value: LINE },
  'remote.*.pushurl': { from: REPOSITORY, value: LINE },
  'remote.*.fetch': { from: REPOSITORY, value: LINE },
  'branch.*.remote': { from: REPOSITORY, value: LINE },
  'branch.*.merge': { from: REPOSITORY, value: LINE },
  'merge.renames': { from: BOTH, value: FLAG },
  'merge.renamelimit': { from: BOTH, value: NUMBER },
  'merge.directoryrenames': { from: BOTH, value: /^(?:true|false|yes|no|on|off|1|0||conflict)$/i },
  'commit.gpgsign': { from: PROGRAMS, value: FLAG },
  'user.signingkey': { from: PROGRAMS, value: LINE },
  'gpg.format': { from: PROGRAMS, value: /^(?:openpgp|x509|ssh)$/ },
  'gpg.program': { from: PROGRAMS, value: TEXT },
  'gpg.*.program': { from: PROGRAMS, value: TEXT },
  'gpg.ssh.defaultkeycommand': { from: PROGRAMS, value: TEXT },
  'core.sshcommand': { from: PROGRAMS, value: TEXT },
  'ssh.variant': { from: PROGRAMS, value: LINE },
  'core.askpass': { from: PROGRAMS, value: TEXT },
  'core.gitproxy': { from: PROGRAMS, value: TEXT },
  'credential.helper': { from: PROGRAMS, value: TEXT },
  'credential.username': { from: PROGRAMS, value: LINE },
  'credential.usehttppath': { from: PROGRAMS, value: FLAG },
  'credential.*.helper': { from: PROGRAMS, value: TEXT },
  'credential.*.username': { from: PROGRAMS, value: LINE },
  'credential.*.usehttppath': { from: PROGRAMS, value: FLAG },
  ...Object.fromEntries(
    [
      'proxy',
      'proxyauthmethod',
      'sslcainfo',
      'sslcapath',
      'sslcert',
      'sslkey',
      'sslbackend',
      'sslverify',
      'extraheader',
    ]
      .flatMap(name => [`http.${name}`, `http.*.${name}`])
      .map(key => [key, { from: PROGRAMS, value: TEXT }]),
  ),
  'core.hookspath': { from: ['noted'], value: LINE },
  'url.*.insteadof': { from: PROGRAMS, value: LINE },
  'url.*.pushinsteadof': { from: PROGRAMS, value: LINE },
}

/** What of these settings git may know, in their order. */
export function allowedSettings(settings: readonly GitSetting[], source: SettingSource): GitSetting[] {
  return settings.filter(({ key, value }) => {
    const rule = ruleFor(key)
    return rule?.from.includes(source) === true && rule.value.test(value)
  })
}

function ruleFor(key: string): SettingRule | undefined {
  const within = subsectionOf(key)
  const exact = Object.hasOwn(ALLOWED, key) ? ALLOWED[key] : undefined
  if (exact !== undefined || within === undefined || /[\0\n]/.test(within)) return exact
  const pattern = `${sectionOf(key)}.*.${nameOf(key)}`
  return Object.hasOwn(ALLOWED, pattern) ? ALLOWED[pattern] : undefined
}

/** Extensions that change nothing about how a repository is read, or that are not used here. */
const HARMLESS = new Set(['noop', 'noop-v1', 'preciousobjects', 'partialclone', 'worktreeconfig'])

/** An extension that a repository needs and that is not listed: git itself would not open it either. */
export function unknownExtension(settings: readonly GitSetting[]): string | undefined {
  const version = settings.findLast(({ key }) => key === 'core.repositoryformatversion')?.value ?? '0'
  if (version === '0') return undefined
  const named = settings.filter(({ key }) => sectionOf(key) === 'extensions' && !HARMLESS.has(nameOf(key)))
  return named.find(({ key }) => ruleFor(key) === undefined)?.key
}

const IN_COMMITS_AND_PUSHES =
  /^(?:core\.(?:sshcommand|askpass|gitproxy|hookspath)|commit\.gpgsign|user\.signingkey|push\.gpgsign|(?:gpg|credential|http|url|include|includeif|protocol)\..*|remote\..*\.(?:vcs|receivepack|proxy|mirror|push))$/

/** Keys of a repository that would have had a say in a commit or a push, and have none: for the person to know. */
export function ignoredKeys(settings: readonly GitSetting[]): string[] {
  return [...new Set(settings.map(({ key }) => key).filter(key => IN_COMMITS_AND_PUSHES.test(key)))].toSorted()
}

export function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|yes|on|1)$/i.test(value)
}
