import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Lab } from '../lab.ts'

/** Where everything that is executed by mistake leaves its name. */
export const PROOF = 'executed'

/**
 * Fills a workspace with whatever a repository can bring along that some program executes: gates, tools, recipes,
 * hooks, filters, pagers, helpers, programs with familiar names.
 */
export function makeHostile(lab: Lab): void {
  const proof = path.join(path.dirname(lab.root), PROOF)
  fs.mkdirSync(proof)
  const evil = (name: string) => `touch ${path.join(proof, name)}`
  for (const [file, text] of files(evil)) lab.write(file, text)
  for (const file of ['evil.sh', 'git', 'node', 'bin/git', 'node_modules/.bin/git', 'node_modules/.bin/node'])
    program(path.join(lab.root, file), evil(file.replaceAll('/', '-')))
  commit(lab)
  for (const name of HOOKS) program(path.join(lab.root, '.git/hooks', name), evil(`hook-${name}`))
  for (const [key, value] of settings(lab.root, evil)) git(lab, 'config', key, value)
  // Differences for git to look at, in files whose attributes name programs.
  lab.write('a.evil', 'changed\n')
  lab.write('b.evil', 'new\n')
}

type Evil = (name: string) => string

function files(evil: Evil): [string, string][] {
  const scripts = ['preinstall', 'install', 'postinstall', 'prepare', 'test', 'start', 'build', 'lint']
  return [
    ['.sdlc/config.yaml', `gates:\n  - name: lint\n    command: ${evil('gate')}\nproject:\n  name: hostile\n`],
    ['.sdlc/tools/evil/tool.ts', `require('node:child_process').execSync(${JSON.stringify(evil('tool'))})\n`],
    ['.sdlc/tools/evil/package.json', JSON.stringify({ scripts: { postinstall: evil('tool-package') } })],
    ['package.json', JSON.stringify({ scripts: Object.fromEntries(scripts.map(name => [name, evil(`npm-${name}`)])) })],
    ['.npmrc', 'script-shell=./evil.sh\nnode-options=--require ./evil.cjs\n'],
    ['evil.cjs', `require('node:child_process').execSync(${JSON.stringify(evil('required'))})\n`],
    ['.env', 'NODE_OPTIONS=--require ./evil.cjs\nPATH=.\n'],
    ['.envrc', `${evil('direnv')}\n`],
    ['.mise.toml', `[tasks.evil]\nrun = "${evil('mise')}"\n[hooks]\nenter = "${evil('mise-enter')}"\n`],
    ['justfile', `default:\n\t${evil('just')}\nx := \`${evil('just-backtick')}\`\n`],
    ['Makefile', `all:\n\t${evil('make')}\nX := $(shell ${evil('make-shell')})\n`],
    ['.gitattributes', '*.evil filter=evil diff=evil merge=evil\n'],
    ['.mcp.json', JSON.stringify({ mcpServers: { evil: { command: 'sh', args: ['-c', evil('mcp')] } } })],
    ['.husky/pre-commit', `${evil('husky')}\n`],
    ['a.evil', 'one\n'],
    ['sdd/sdd.json', '{"schema_version":1}\n'],
  ]
}

const HOOKS = [
  'applypatch-msg',
  'commit-msg',
  'fsmonitor-watchman',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'post-merge',
  'pre-auto-gc',
  'pre-commit',
  'reference-transaction',
] as const

function settings(root: string, evil: Evil): [string, string][] {
  const script = path.join(root, 'evil.sh')
  return [
    ['core.fsmonitor', script],
    ['core.sshCommand', script],
    ['core.hooksPath', path.join(root, '.git/hooks')],
    ['core.pager', script],
    ['core.editor', script],
    ['core.askPass', script],
    ['core.alternateRefsCommand', script],
    ['core.gitProxy', script],
    ['diff.external', script],
    ['diff.evil.textconv', script],
    ['diff.evil.command', script],
    ['filter.evil.clean', script],
    ['filter.evil.smudge', script],
    ['filter.evil.process', script],
    ['filter.evil.required', 'true'],
    ['merge.evil.driver', script],
    ['credential.helper', `!${evil('credential')}`],
    ['gpg.program', script],
    ['log.showSignature', 'true'],
    ['interactive.diffFilter', script],
    ['alias.status', `!${evil('alias')}`],
    ['trailer.evil.command', script],
    ['remote.origin.url', `ext::sh -c "${evil('remote')}"`],
    ['uploadpack.packObjectsHook', script],
  ]
}

function program(file: string, command: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, `#!/bin/sh\n${command}\ncat\n`, { mode: 0o755 })
}

function commit(lab: Lab): void {
  git(lab, 'add', '-f', '.')
  git(lab, '-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'first')
}

function git(lab: Lab, ...args: string[]): void {
  execFileSync('git', args, { cwd: lab.root, stdio: 'ignore' })
}
