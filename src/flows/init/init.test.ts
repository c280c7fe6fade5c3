import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'
import { installedBin } from './client-files.ts'
import { CLIENT_IDS, CLIENTS, type ClientId } from './clients.ts'
import { readJsonc } from './edit/jsonc.ts'
import { sealOf } from './edit/marked.ts'

const REAL = CLIENT_IDS.filter(id => id !== 'agents')

/** Every file of the workspace but those of git. */
function treeOf(lab: Lab, folder = lab.root): Record<string, string> {
  const files = fs.readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== '.git')
  return Object.assign(
    {},
    ...files.map(entry => {
      const place = path.join(folder, entry.name)
      if (entry.isDirectory()) return treeOf(lab, place)
      return { [path.relative(lab.root, place)]: fs.readFileSync(place, 'utf8') }
    }),
  )
}

function inHome(lab: Lab, file: string): string {
  return path.join(path.dirname(lab.home), file)
}

test.each(REAL)('%s is set up, once, and taken back without a trace', async id => {
  await using lab = await openLab()
  const first = await lab.call('workspace.init', { clients: [id], hooks: true, user: true })
  expect(first).toMatchObject({ clients: [id], applied: true })
  const tree = treeOf(lab)
  const again = await lab.call('workspace.init', { clients: [id], hooks: true, user: true })
  expect(again.applied).toBe(false)
  expect(treeOf(lab)).toEqual(tree)
  await lab.call('workspace.init', { clients: [id], user: true, uninstall: true })
  expect(treeOf(lab)).toEqual({})
  expect(fs.readdirSync(lab.root)).toEqual(['.git'])
  const mine = CLIENTS.flatMap(({ registrations }) => registrations.filter(({ scope }) => scope === 'user'))
  expect(mine.flatMap(({ files }) => files).filter(file => fs.existsSync(inHome(lab, file)))).toEqual([])
})

test('all clients at once, and none of them disturbs another', async () => {
  await using lab = await openLab()
  await lab.call('workspace.init', { clients: [...CLIENT_IDS], hooks: true, user: true })
  const { clients } = await lab.call('client.list', {})
  expect(clients.filter(({ set_up }) => !set_up).map(({ id }) => id)).toEqual([])
  await lab.call('workspace.init', { clients: ['codex'], uninstall: true })
  expect(lab.read('AGENTS.md')).toContain('furrow:begin agents')
  expect(fs.existsSync(path.join(lab.root, '.codex'))).toBe(false)
  await lab.call('workspace.init', { uninstall: true, user: true })
  expect(treeOf(lab)).toEqual({})
})

test('what a person wrote in the same files survives set-up and removal to the byte', async () => {
  await using lab = await openLab()
  const own: Record<string, string> = {
    'CLAUDE.md': '# Ours\n\nSpeak plainly.\n',
    'AGENTS.md': 'No newline at the end',
    '.mcp.json': '{\n  "mcpServers": {\n    "other": { "command": "other" }\n  }\n}\n',
    '.vscode/mcp.json': '{\n\t// our servers\n\t"servers": { "a": { "command": "a" } },\n}\n',
    '.zed/settings.json': '// Zed\n{ "theme": "One", /* light */ }\n',
    '.gemini/settings.json': '{"ui":{"theme":"x"}}\n',
    '.claude/settings.json':
      '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [{ "type": "command", "command": "say done" }] } // loud\n    ]\n  }\n}\n',
    '.codex/config.toml': '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "other" # keep\n',
    '.clinerules/ours.md': 'Be brief.\n',
  }
  for (const [file, text] of Object.entries(own)) lab.write(file, text)
  await lab.call('workspace.init', { clients: [...CLIENT_IDS], hooks: true })
  const there = treeOf(lab)
  expect(there['.vscode/mcp.json']).toContain('// our servers')
  expect(there['.codex/config.toml']).toContain('command = "other" # keep')
  await lab.call('workspace.init', { uninstall: true })
  expect(treeOf(lab)).toEqual(own)
})

test('what a person edited in our own files is kept and named, at set-up and at removal', async () => {
  await using lab = await openLab()
  await lab.call('workspace.init', { clients: ['claude-code'], hooks: true })
  const skill = '.claude/skills/furrow-start/SKILL.md'
  lab.write(skill, lab.read(skill).replace('Begin a change', 'Kindly begin a change'))
  lab.write('CLAUDE.md', lab.read('CLAUDE.md').replace('## Furrow', '## Our Furrow'))
  lab.write('.mcp.json', lab.read('.mcp.json').replace('"mcp"', '"mcp", "--tools", "all"'))
  lab.write('.claude/settings.json', lab.read('.claude/settings.json').replace('Edit|', 'Edit|Bash|'))
  const edited = treeOf(lab)
  const again = await lab.call('workspace.init', { clients: ['claude-code'], hooks: true })
  expect(kept(again)).toEqual(['.mcp.json', 'CLAUDE.md', skill, '.claude/settings.json'])
  expect(treeOf(lab)).toEqual(edited)
  const gone = await lab.call('workspace.init', { uninstall: true })
  expect(kept(gone).sort()).toEqual(['.claude/settings.json', '.mcp.json', 'CLAUDE.md', skill].sort())
  expect(Object.keys(treeOf(lab)).sort()).toEqual(['.claude/settings.json', '.mcp.json', 'CLAUDE.md', skill].sort())
})

function kept({ changes }: { changes: readonly { path: string; change: string }[] }): string[] {
  return changes.filter(({ change }) => change === 'kept').map(({ path: file }) => file)
}

test('a context file that is a link to another one is written once, behind the link', async () => {
  await using lab = await openLab()
  lab.write('AGENTS.md', '# Ours\n')
  fs.symlinkSync('AGENTS.md', path.join(lab.root, 'CLAUDE.md'))
  const { changes } = await lab.call('workspace.init', { clients: ['claude-code', 'codex'] })
  expect(changes.filter(({ note }) => note.startsWith('tells')).map(({ path: file }) => file)).toEqual(['AGENTS.md'])
  expect(fs.lstatSync(path.join(lab.root, 'CLAUDE.md')).isSymbolicLink()).toBe(true)
  expect(lab.read('AGENTS.md').match(/furrow:begin/g)).toHaveLength(1)
  await lab.call('workspace.init', { uninstall: true })
  expect(lab.read('AGENTS.md')).toBe('# Ours\n')
})

test('a link that leads out of the repository is not written through', async () => {
  await using lab = await openLab()
  const outside = inHome(lab, 'shared.md')
  fs.writeFileSync(outside, 'shared\n')
  fs.symlinkSync(outside, path.join(lab.root, 'CLAUDE.md'))
  expect(await lab.refusal('workspace.init', { clients: ['claude-code'] })).toMatchObject({ target: 'CLAUDE.md' })
  expect(fs.readFileSync(outside, 'utf8')).toBe('shared\n')
})

test('a file of the same name that was never ours is left alone', async () => {
  await using lab = await openLab()
  lab.write('.cursor/rules/furrow.mdc', 'my own rule\n')
  const { changes } = await lab.call('workspace.init', { clients: ['cursor'] })
  expect(changes.find(({ path: file }) => file === '.cursor/rules/furrow.mdc')).toMatchObject({ change: 'kept' })
  expect(lab.read('.cursor/rules/furrow.mdc')).toBe('my own rule\n')
})

test('an older version of our text is brought up to date, in any clone', async () => {
  await using lab = await openLab()
  await lab.call('workspace.init', { clients: ['codex'] })
  const skill = '.agents/skills/furrow-next/SKILL.md'
  const today = lab.read(skill)
  const { sealed } = await import('./edit/marked.ts')
  lab.write(skill, sealed('---\nname: "furrow-next"\n---\nOlder words.', 'markdown'))
  await lab.call('workspace.init', { clients: ['codex'] })
  expect(lab.read(skill)).toBe(today)
})

test.each([
  ['.mcp.json', '{ "mcpServers": ', 'claude-code'],
  ['.codex/config.toml', 'model = \n', 'codex'],
  ['CLAUDE.md', '<!-- furrow:begin agents -->\nnever ended\n', 'claude-code'],
  ['.gemini/settings.json', '[]', 'gemini'],
] as const)('a damaged %s is refused with its path, and nothing is written', async (file, text, client) => {
  await using lab = await openLab()
  lab.write(file, text)
  const refusal = await lab.refusal('workspace.init', { clients: [client] })
  expect(refusal).toMatchObject({ code: 'damaged', target: file, fix: 'furrow doctor' })
  expect(treeOf(lab)).toEqual({ [file]: text })
})

test('clients are those that the repository or the machine shows; without any, what most agents read', async () => {
  await using lab = await openLab()
  const chosen = async () => (await lab.call('workspace.init', { dry_run: true })).clients
  expect(await chosen()).toEqual(['agents'])
  fs.mkdirSync(inHome(lab, '.codeium/windsurf'), { recursive: true })
  expect(await chosen()).toEqual(['windsurf'])
  lab.write('.cursor/rules/x.mdc', 'x')
  expect(await chosen()).toEqual(['cursor', 'windsurf'])
})

test('a dry run shows every difference and writes nothing', async () => {
  await using lab = await openLab()
  const outcome = await lab.app.call('workspace.init', { clients: ['gemini'], dry_run: true }, { actor: agent })
  if (!outcome.ok) throw new Error(outcome.error.message)
  expect(outcome.text()).toContain('+++ .gemini/settings.json')
  expect(outcome.value).toMatchObject({ applied: false, next: 'furrow init --clients gemini' })
  expect(treeOf(lab)).toEqual({})
})

test('set-up of a workspace can be undone like any other write', async () => {
  await using lab = await openLab()
  lab.write('CLAUDE.md', '# Ours\n')
  await lab.call('workspace.init', { clients: ['claude-code'], hooks: true, git_hooks: true })
  await lab.call('store.undo', {})
  expect(treeOf(lab)).toEqual({ 'CLAUDE.md': '# Ours\n' })
  expect(fs.existsSync(path.join(lab.root, '.git/hooks/prepare-commit-msg'))).toBe(false)
})

test('the home folder is written only when a person says so, with the absolute path of this install', async () => {
  await using lab = await openLab()
  const file = inHome(lab, '.codex/config.toml')
  const printed = await lab.call('workspace.init', { clients: ['windsurf', 'codex'] })
  expect(printed.afterwards[0]).toMatchObject({ client: 'windsurf', command: 'furrow init --clients windsurf --user' })
  expect(fs.existsSync(file)).toBe(false)
  const refusal = await lab.refusal('workspace.init', { clients: ['codex'], user: true }, agent)
  expect(refusal).toMatchObject({ code: 'needs_person', fix: 'furrow init --user' })
  await lab.call('workspace.init', { clients: ['codex'], user: true })
  expect(parseToml(fs.readFileSync(file, 'utf8'))).toEqual({
    mcp_servers: { furrow: { command: installedBin(), args: ['mcp'] } },
  })
  expect(parseToml(lab.read('.codex/config.toml'))).toMatchObject({ mcp_servers: { furrow: { command: 'furrow' } } })
})

test('settings that a person keeps behind a link stay behind it, and stay closed to others', async () => {
  await using lab = await openLab()
  const [real, link] = [inHome(lab, 'dotfiles/mcp.json'), inHome(lab, '.codeium/windsurf/mcp_config.json')]
  fs.mkdirSync(path.dirname(real), { recursive: true })
  fs.mkdirSync(path.dirname(link), { recursive: true })
  fs.writeFileSync(real, '{"mcpServers":{}}\n', { mode: 0o600 })
  fs.symlinkSync(real, link)
  await lab.call('workspace.init', { clients: ['windsurf'], user: true })
  expect(fs.lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readJsonc(fs.readFileSync(real, 'utf8'), 'x')).toMatchObject({ mcpServers: { furrow: { args: ['mcp'] } } })
  expect(fs.statSync(real).mode & 0o777).toBe(0o600)
})

test('git hooks are made only where nobody has their own', async () => {
  await using lab = await openLab()
  const hook = path.join(lab.root, '.git/hooks/prepare-commit-msg')
  fs.mkdirSync(path.dirname(hook), { recursive: true })
  fs.writeFileSync(hook, '#!/bin/sh\necho mine\n', { mode: 0o755 })
  const { changes } = await lab.call('workspace.init', { clients: ['agents'], git_hooks: true })
  expect(kept({ changes })).toEqual(['.git/hooks/prepare-commit-msg'])
  expect(fs.readFileSync(hook, 'utf8')).toBe('#!/bin/sh\necho mine\n')
  expect(fs.statSync(path.join(lab.root, '.git/hooks/commit-msg')).mode & 0o111).not.toBe(0)
})

test('a folder of hooks that another tool keeps is named with the line to add', async () => {
  await using lab = await openLab()
  execFileSync('git', ['config', 'core.hooksPath', '.husky'], { cwd: lab.root })
  const { changes } = await lab.call('workspace.init', { clients: ['agents'], git_hooks: true })
  expect(changes.find(({ path: file }) => file === '.husky/prepare-commit-msg')?.note).toContain(
    'furrow hook prepare-commit-msg "$@"',
  )
  expect(fs.existsSync(path.join(lab.root, '.husky'))).toBe(false)
  expect(kept({ changes })).toEqual([])
  lab.write('.husky/commit-msg', '#!/bin/sh\n')
  const again = await lab.call('workspace.init', { clients: ['agents'], git_hooks: true })
  expect(kept(again)).toEqual(['.husky/commit-msg'])
  expect(again.changes.find(({ path: file }) => file === '.husky/prepare-commit-msg')?.change).toBe('skipped')
})

test('every file that init makes is one that its client can read', async () => {
  await using lab = await openLab()
  await lab.call('workspace.init', { clients: [...CLIENT_IDS], hooks: true, user: true })
  const parsers: Readonly<Record<string, (text: string) => unknown>> = {
    json: JSON.parse,
    toml: parseToml,
  }
  for (const [file, text] of Object.entries(treeOf(lab))) {
    const parser = parsers[path.extname(file).slice(1)]
    expect(() => parser?.(text), file).not.toThrow()
    if (file.endsWith('SKILL.md'))
      expect(frontMatterOf(text), file).toMatchObject({ name: path.basename(path.dirname(file)) })
    if (file.endsWith('SKILL.md')) expect(sealOf(text, 'markdown'), file).toBe('ours')
  }
})

function frontMatterOf(text: string): Record<string, unknown> {
  const [, block = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? []
  return Object.fromEntries(
    block.split('\n').map(line => [line.slice(0, line.indexOf(':')), JSON.parse(line.slice(line.indexOf(':') + 1))]),
  ) as Record<string, unknown>
}

test('a command carries the same text as its skill, and says where the person’s words go', async () => {
  await using lab = await openLab()
  await lab.call('workspace.init', { clients: ['gemini', 'opencode'] })
  const { prompt } = parseToml(lab.read('.gemini/commands/furrow/verify.toml')) as { prompt: string }
  expect(prompt).toContain('The person adds: {{args}}')
  const steps = lab.read('.agents/skills/furrow-verify/SKILL.md').split('---\n')[2] ?? ''
  expect(prompt).toContain(steps.split('\n')[1] ?? 'nothing')
  expect(lab.read('.opencode/commands/furrow-verify.md')).toContain('$ARGUMENTS')
})

test('an existing opencode.jsonc is used instead of a second file', async () => {
  await using lab = await openLab()
  lab.write('opencode.jsonc', '{\n  // mine\n  "theme": "x"\n}\n')
  await lab.call('workspace.init', { clients: ['opencode'] })
  expect(lab.list('.')).not.toContain('opencode.json')
  expect(lab.read('opencode.jsonc')).toContain('// mine')
})

test('no two clients claim the same name of a connection, and each is told by its own', () => {
  const names: Readonly<Partial<Record<ClientId, string>>> = {
    'claude-code': 'claude-code',
    codex: 'codex-mcp-client',
    cursor: 'cursor-vscode',
    copilot: 'Visual Studio Code',
    gemini: 'gemini-cli-mcp-client',
    opencode: 'opencode',
    windsurf: 'windsurf-client',
    zed: 'Zed',
    cline: 'Cline',
    roo: 'Roo Code',
    amp: 'amp',
  }
  for (const [id, name] of Object.entries(names))
    expect(CLIENTS.find(({ calls }) => calls.test(name.toLowerCase()))?.id).toBe(id)
})
