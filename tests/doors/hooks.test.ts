import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../lab.ts'
import { runCli } from '../support/cli.ts'

const FIX = { type: 'fix', size: 'small', description: 'Login redirect' }
const ID = 'login-redirect'

interface Asked {
  readonly client?: string
  readonly payload?: unknown
  readonly cwd?: string
}

function hook(lab: Lab, event: string, { client, payload, cwd }: Asked = {}) {
  const flags = client === undefined ? [] : ['--client', client]
  const input = payload === undefined ? '' : typeof payload === 'string' ? payload : JSON.stringify(payload)
  return runCli(lab, ['hook', event, ...flags], { input, ...(cwd !== undefined && { cwd }) })
}

test('Claude Code is told of the open work when a session starts', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  const payload = { session_id: 's', hook_event_name: 'SessionStart', source: 'startup', cwd: lab.root }
  const { code, stdout, stderr } = await hook(lab, 'session-start', { client: 'claude-code', payload, cwd: '/' })
  expect([code, stderr]).toEqual([0, ''])
  const { hookSpecificOutput } = JSON.parse(stdout)
  expect(hookSpecificOutput.hookEventName).toBe('SessionStart')
  expect(hookSpecificOutput.additionalContext).toContain(ID)
})

test.each([
  ['claude-code', { tool_name: 'Edit', tool_input: { file_path: 'src/a.ts' } }],
  ['codex', { tool_name: 'apply_patch', tool_input: { command: '*** Update File: src/a.ts\n' } }],
  ['gemini', { tool_name: 'write_file', tool_input: { file_path: 'src/a.ts' } }],
  ['cursor', { tool_name: 'Write', tool_input: { file_path: 'src/a.ts' } }],
])('%s is blocked with 2 and the reason on stderr, and not with a change', async (client, payload) => {
  await using lab = await openLab()
  await lab.call('config.set', { key: 'hooks.edit', value: 'block' })
  const blocked = await hook(lab, 'before-edit', { client, payload })
  expect([blocked.code, blocked.stdout]).toEqual([2, ''])
  expect(blocked.stderr).toContain('No change is active here')
  await lab.call('change.start', FIX)
  expect(await hook(lab, 'before-edit', { client, payload })).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('Copilot asks before every tool, and is answered about those that edit', async () => {
  await using lab = await openLab()
  await lab.call('config.set', { key: 'hooks.edit', value: 'block' })
  const ask = (toolName: string) =>
    hook(lab, 'before-edit', { client: 'copilot', payload: { toolName, toolArgs: '{"path":"a.ts"}' } })
  expect(await ask('view')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(JSON.parse((await ask('edit')).stdout)).toMatchObject({ permissionDecision: 'deny' })
})

test('before compaction the record of the session goes to memory', async () => {
  await using lab = await openLab()
  const transcript = path.join(path.dirname(lab.home), 'session.jsonl')
  const text = '## Key Learnings\n1. The cache is cleared by the deploy script.\n'
  fs.writeFileSync(
    transcript,
    `${JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text }] } })}\n`,
  )
  const payload = { session_id: 'abc', transcript_path: transcript, trigger: 'auto' }
  const { code, stdout } = await hook(lab, 'before-compact', { client: 'claude-code', payload })
  expect([code, JSON.parse(stdout)]).toEqual([0, { systemMessage: 'Furrow kept 2 records of this session.' }])
  const { hits } = await lab.call('memory.search', { query: 'deploy script cache' })
  expect(hits.map(({ title }) => title)).toContain('The cache is cleared by the deploy script.')
})

test('done is refused with what is missing, and a second time let through', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n    command: "true"\n')
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
  const payload = { last_assistant_message: 'All done.', stop_hook_active: false }
  const { code, stderr } = await hook(lab, 'stop', { client: 'claude-code', payload })
  expect([code, stderr]).toEqual([2, expect.stringContaining('has no proof yet')])
  const again = await hook(lab, 'stop', { client: 'claude-code', payload: { ...payload, stop_hook_active: true } })
  expect(again).toEqual({ code: 0, stdout: '', stderr: '' })
})

test.each([
  ['an event that there is not', 'before-lunch', '{}'],
  ['a payload that is not JSON', 'stop', '{ not json'],
  ['a folder that is gone', 'session-start', '{"cwd":"relative"}'],
])('%s stops nobody', async (_, event, payload) => {
  await using lab = await openLab()
  const { code } = await hook(lab, event, { client: 'claude-code', payload })
  expect(code).toBe(0)
})

test('a failure of its own is a warning and exit code 0', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'hooks: [')
  const { code, stderr } = await hook(lab, 'before-edit', { client: 'claude-code', payload: {} })
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^furrow hook: .*config\.yaml/)])
})

function git(lab: Lab, ...args: string[]): string {
  const env = { ...lab.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_EDITOR: 'true' }
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
  return execFileSync('git', [...who, ...args], { cwd: lab.root, env, encoding: 'utf8' })
}

function commit(lab: Lab, file: string, ...args: string[]): string {
  lab.write(file, file)
  git(lab, 'add', file)
  git(lab, 'commit', '-q', ...args)
  return git(lab, 'log', '-1', '--format=%(trailers:key=Furrow-Change,valueonly)').trim()
}

test('commits made during a change carry its trailer, others do not', async () => {
  await using lab = await openLab()
  await lab.call('workspace.init', { clients: ['agents'], git_hooks: true })
  expect(commit(lab, 'a.txt', '-m', 'before')).toBe('')
  await lab.call('change.start', FIX)
  expect(commit(lab, 'b.txt', '-m', 'fix: the page', '-m', 'Signed-off-by: Test <test@example.com>')).toBe(ID)
  expect(git(lab, 'log', '-1', '--format=%B').trim()).toBe(
    `fix: the page\n\nSigned-off-by: Test <test@example.com>\nFurrow-Change: ${ID}`,
  )
  await lab.call('change.pause', { id: ID })
  expect(commit(lab, 'c.txt', '-m', 'after')).toBe('')
})

test('older commits keep what they say when they are put elsewhere', async () => {
  await using lab = await openLab()
  await lab.call('workspace.init', { clients: ['agents'], git_hooks: true })
  commit(lab, 'a.txt', '-m', 'first')
  git(lab, 'checkout', '-q', '-b', 'side')
  commit(lab, 'b.txt', '-m', 'on the side')
  git(lab, 'checkout', '-q', 'main')
  commit(lab, 'c.txt', '-m', 'on main')
  await lab.call('change.start', FIX)
  git(lab, 'cherry-pick', 'side')
  expect(git(lab, 'log', '-1', '--format=%B').trim()).toBe('on the side')
})

test('leaving the editor without a message makes no commit', async () => {
  await using lab = await openLab()
  await lab.call('workspace.init', { clients: ['agents'], git_hooks: true })
  await lab.call('change.start', FIX)
  lab.write('a.txt', 'a')
  git(lab, 'add', 'a.txt')
  expect(() => git(lab, 'commit', '-q')).toThrow(/empty commit message/)
  const env = { ...lab.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_EDITOR: `sed -i '1s/^/fix: typed/'` }
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@e.com', 'commit', '-q'], { cwd: lab.root, env })
  expect(git(lab, 'log', '-1', '--format=%B').trim()).toBe(`fix: typed\n\nFurrow-Change: ${ID}`)
})
