import fs from 'node:fs'
import path from 'node:path'
import type { Lab } from '../lab.ts'
import { git } from './explorations.ts'

/** Keys of git 2.39, and of later versions, whose value is a program or a command. */
const PROGRAMS = [
  ...['core.fsmonitor', 'core.sshCommand', 'core.pager', 'core.editor', 'core.askPass', 'core.gitProxy'],
  ...['core.alternateRefsCommand', 'pager.log', 'pager.status', 'pager.diff', 'pager.show', 'sequence.editor'],
  ...['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'diff..textconv', 'diff.default.textconv'],
  ...['filter.evil.clean', 'filter.evil.smudge', 'filter.evil.process', 'filter..clean', 'filter..smudge'],
  ...['filter..process', 'filter.a=b.clean', 'merge.evil.driver', 'merge.default.driver', 'difftool.evil.cmd'],
  ...['difftool.evil.path', 'mergetool.evil.cmd', 'mergetool.evil.path', 'gpg.program', 'gpg.openpgp.program'],
  ...['gpg.x509.program', 'gpg.ssh.program', 'gpg.ssh.defaultKeyCommand', 'interactive.diffFilter'],
  ...['browser.evil.cmd', 'browser.evil.path', 'man.evil.cmd', 'man.evil.path', 'instaweb.httpd'],
  ...['instaweb.browser', 'sendemail.smtpServer', 'sendemail.sendmailCmd', 'sendemail.toCmd', 'sendemail.ccCmd'],
  ...['sendemail.headerCmd', 'uploadpack.packObjectsHook', 'remote.origin.receivepack', 'remote.origin.uploadpack'],
  ...['remote.evil.receivepack', 'remote.evil.uploadpack', 'guitool.evil.cmd', 'tar.tgz.command', 'tar.evil.command'],
  ...['imap.tunnel', 'trailer.evil.command', 'trailer.evil.cmd', 'hook.evil.command', 'credential.helper'],
  ...['credential.https://forge.test.helper', 'help.browser', 'web.browser'],
] as const

/** The same behind a `!`, where git wants one to start a command. */
const COMMANDS = [
  ...['alias.status', 'alias.log', 'alias.diff', 'alias.commit', 'alias.push', 'alias.rev-parse', 'alias.evil'],
  ...['submodule.lib.update', 'credential.http://x.helper'],
] as const

/** What makes git use the others, or leads it to another place. */
const SWITCHES: readonly (readonly [string, string])[] = [
  ['log.showSignature', 'true'],
  ['commit.gpgSign', 'true'],
  ['tag.gpgSign', 'true'],
  ['push.gpgSign', 'if-asked'],
  ['filter.evil.required', 'true'],
  ['diff.tool', 'evil'],
  ['merge.tool', 'evil'],
  ['man.viewer', 'evil'],
  ['submodule.recurse', 'true'],
  ['diff.submodule', 'diff'],
  ['status.submoduleSummary', 'true'],
  ['protocol.allow', 'always'],
  ['protocol.ext.allow', 'always'],
  ['remote.origin.promisor', 'true'],
  ['remote.origin.proxy', 'http://127.0.0.1:9'],
  ['trailer.evil.key', 'evil'],
  ['hook.evil.event', 'pre-commit'],
  ['gc.auto', '1'],
  ['maintenance.auto', 'true'],
]

const HOOKS = [
  ...['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'pre-commit', 'pre-merge-commit', 'prepare-commit-msg'],
  ...['commit-msg', 'post-commit', 'pre-rebase', 'post-checkout', 'post-merge', 'pre-push', 'pre-receive', 'update'],
  ...['proc-receive', 'post-receive', 'post-update', 'reference-transaction', 'push-to-checkout', 'pre-auto-gc'],
  ...['post-rewrite', 'sendemail-validate', 'fsmonitor-watchman', 'p4-changelist', 'p4-prepare-changelist'],
  ...['p4-post-changelist', 'p4-pre-submit', 'post-index-change'],
]

/** How a configuration comes into force; each is a repository of its own. */
export const SCOPES = [
  ...['local', 'include', 'worktree', 'gitdir', 'onbranch', 'hasconfig'],
  ...['linked worktree', 'separate git folder', 'submodule'],
] as const
type Scope = (typeof SCOPES)[number]

export interface Trap {
  /** How many keys, hooks and addresses would start something. */
  readonly count: number
  /** What was started, each by its name. */
  started(): string[]
}

/**
 * Brings a repository with commits into a state in which every key, hook and address starts a program that leaves its
 * name behind. The files it works on name the drivers, and one of them is changed.
 */
export function setTraps(lab: Pick<Lab, 'root' | 'write'>, scope: Scope): Trap {
  const base = path.dirname(lab.root)
  const [traps, proof] = ['traps', 'proof'].map(name => path.join(base, name)) as [string, string]
  for (const folder of [traps, proof]) fs.mkdirSync(folder)
  const trap = (name: string) => {
    const file = path.join(traps, name.replaceAll(/[^\w.=-]/g, '-'))
    fs.writeFileSync(file, `#!/bin/sh\n: > '${path.join(proof, path.basename(file))}'\nexec cat\n`, { mode: 0o755 })
    return file
  }
  const settings: [string, string][] = [
    ...SWITCHES.map(([key, value]): [string, string] => [key, value]),
    ...PROGRAMS.map((key): [string, string] => [key, trap(key)]),
    ...COMMANDS.map((key): [string, string] => [key, `!${trap(key)}`]),
    ['url.ext::sh.insteadOf', 'https://'],
    [`url.ext::${trap('insteadOf')} .pushInsteadOf`, 'https://'],
    ['remote.evil.url', `ext::${trap('ext')}`],
    ['remote.evil.vcs', 'ext'],
    ['core.hooksPath', hooksIn(path.join(base, 'hooks'), trap, 'hooksPath')],
    ['init.templateDir', path.join(base, 'hooks')],
  ]
  const gitDir = placeOf(lab.root)
  lab.write('.gitattributes', '* filter=evil diff=evil merge=evil\n*.empty filter= diff=\n*.odd filter=a=b\n')
  lab.write('a.empty', 'changed\n')
  lab.write('a.odd', 'changed\n')
  lab.write('readme.md', '# Changed\n')
  fs.mkdirSync(path.join(gitDir.common, 'info'), { recursive: true })
  fs.writeFileSync(path.join(gitDir.common, 'info/attributes'), '*.txt filter=evil diff=evil\n')
  hooksIn(path.join(gitDir.common, 'hooks'), trap, 'hook')
  write(gitDir, scope, settings, base)
  return { count: settings.length + HOOKS.length * 2, started: () => fs.readdirSync(proof).sort() }
}

interface GitDir {
  readonly own: string
  readonly common: string
}

function placeOf(root: string): GitDir {
  const ask = (what: string) => path.resolve(root, git({ root }, 'rev-parse', what).trim())
  return { own: ask('--git-dir'), common: ask('--git-common-dir') }
}

/** Puts the settings where the scope says that git finds them. */
function write({ own, common }: GitDir, scope: Scope, settings: readonly [string, string][], base: string): void {
  // Git refuses addresses in a file that it includes because of an address.
  const kept = scope === 'hasconfig' ? settings.filter(([key]) => !/^remote\..*\.url$/.test(key)) : settings
  const text = kept.map(asConfig).join('')
  const config = path.join(common, 'config')
  const included = path.join(base, 'included')
  fs.writeFileSync(included, text)
  const include = (section: string) => fs.appendFileSync(config, `\n[${section}]\n\tpath = ${included}\n`)
  if (scope === 'include') include('include')
  else if (scope === 'gitdir') include(`includeIf "gitdir:${path.dirname(base)}/"`)
  else if (scope === 'onbranch') include('includeIf "onbranch:**"')
  else if (scope === 'hasconfig') include('includeIf "hasconfig:remote.*.url:https://**"')
  else if (scope === 'worktree') {
    fs.appendFileSync(config, '\n[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n')
    fs.writeFileSync(path.join(own, 'config.worktree'), text)
  } else fs.appendFileSync(config, `\n${text}`)
}

function asConfig([key, value]: readonly [string, string]): string {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')]
  const middle = first === last ? '' : ` "${key.slice(first + 1, last)}"`
  return `[${key.slice(0, first)}${middle}]\n\t${key.slice(last + 1)} = "${value}"\n`
}

function hooksIn(folder: string, trap: (name: string) => string, kind: string): string {
  fs.mkdirSync(folder, { recursive: true })
  for (const name of HOOKS) {
    fs.rmSync(path.join(folder, name), { force: true })
    fs.copyFileSync(trap(`${kind}-${name}`), path.join(folder, name))
  }
  return folder
}
