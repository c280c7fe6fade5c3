import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'

const FIX = { type: 'fix', size: 'small', description: 'Login redirects to the wrong page' }

async function gated(lab: Lab): Promise<void> {
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n    command: "true"\n')
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
}

test('a session begins with the open change, its stage and the next step', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  await lab.call('memory.progress', { content: 'The redirect is in login.ts.' })
  const { action, text = '' } = await lab.call('hook.answer', { event: 'session-start' }, agent)
  expect(action).toBe('inform')
  expect(text).toContain('login-redirects-to-the-wrong-page')
  expect(text).toContain('at the stage describe')
  expect(text).toContain('sdd_change_advance')
  expect(text).toContain('The redirect is in login.ts.')
})

test('without open work a session is told how to begin', async () => {
  await using lab = await openLab()
  expect((await lab.call('hook.answer', { event: 'session-start' })).text).toContain('furrow_start')
})

test('an edit without a change is warned about once a session, and not at all with one', async () => {
  await using lab = await openLab()
  const edit = (session: string) => lab.call('hook.answer', { event: 'before-edit', session, files: ['src/a.ts'] })
  expect(await edit('one')).toMatchObject({ action: 'warn', text: expect.stringContaining('furrow start') })
  expect(await edit('one')).toEqual({ action: 'none' })
  expect(await edit('two')).toMatchObject({ action: 'warn' })
  await lab.call('change.start', FIX)
  expect(await edit('three')).toEqual({ action: 'none' })
})

test('by config an edit without a change is blocked every time, or nothing is said', async () => {
  await using lab = await openLab()
  const edit = () => lab.call('hook.answer', { event: 'before-edit', session: 's', files: ['src/a.ts'] })
  await lab.call('config.set', { key: 'hooks.edit', value: 'block' })
  expect([await edit(), await edit()]).toMatchObject([{ action: 'block' }, { action: 'block' }])
  await lab.call('config.set', { key: 'hooks.edit', value: 'off' })
  expect(await edit()).toEqual({ action: 'none' })
  expect(await lab.refusal('config.set', { key: 'hooks.edit', value: 'maybe' })).toMatchObject({ code: 'usage' })
})

test.each([
  ['the pipelines themselves', 'sdd/changes/x/spec.md', 'none'],
  ['the config', '.sdlc/config.yaml', 'none'],
  ['a file elsewhere', '/etc/hosts', 'none'],
  ['a folder that only begins like ours', 'sdd-tools/a.ts', 'warn'],
])('editing %s is judged by where it lies', async (_, file, action) => {
  await using lab = await openLab()
  expect((await lab.call('hook.answer', { event: 'before-edit', files: [file] })).action).toBe(action)
})

test('a change that cannot be read is named before an edit', async () => {
  await using lab = await openLab()
  lab.write('sdd/changes/x/change.json', '{ "id": ')
  const { action, text } = await lab.call('hook.answer', { event: 'before-edit', files: ['a.ts'] })
  expect([action, text]).toEqual(['warn', expect.stringContaining('sdd/changes/x/change.json cannot be read')])
})

test('a damaged list of warned sessions costs one more warning and no more', async () => {
  await using lab = await openLab()
  fs.mkdirSync(path.join(lab.home, 'cache'), { recursive: true })
  fs.writeFileSync(path.join(lab.home, 'cache/hook-warnings.json'), '["one", ')
  const edit = () => lab.call('hook.answer', { event: 'before-edit', session: 'one', files: ['a.ts'] })
  expect((await edit()).action).toBe('warn')
  expect((await edit()).action).toBe('none')
})

test('before compaction the learnings and where the session stands go to memory, once', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  const texts = [
    'Looking.\n\n## Key Learnings\n1. The session cookie is set before the redirect.\n2. short\n',
    'Now the tests.\n\n### Learnings:\n- Playwright keeps cookies between tests here.\n',
  ]
  const compact = () => lab.call('hook.answer', { event: 'before-compact', session: 'abc', texts, files: ['login.ts'] })
  expect(await compact()).toMatchObject({ action: 'warn', saved: 3 })
  await compact()
  const { hits } = await lab.call('memory.search', {
    query: 'cookie redirect tests',
    limit: 10,
    detail_level: 'full',
  })
  const titles = hits.map(({ title }) => title)
  expect(titles).toContain('The session cookie is set before the redirect.')
  expect(titles.filter(title => title === 'Session abc before compaction')).toHaveLength(1)
  const summary = hits.find(({ type }) => type === 'session_summary')?.content
  expect(summary).toContain('login-redirects-to-the-wrong-page')
  expect(summary).toContain('login.ts')
})

test('done is refused once while verify has no proof, where gates exist', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  const stop = (input: { said?: string; again?: boolean }) => lab.call('hook.answer', { event: 'stop', ...input })
  expect(await stop({ said: 'All done.' })).toEqual({ action: 'none' })
  await gated(lab)
  expect(await stop({ said: 'All done.' })).toMatchObject({
    action: 'block',
    text: expect.stringContaining('has no proof yet'),
  })
  expect(await stop({ said: 'All done.', again: true })).toEqual({ action: 'none' })
  expect(await stop({ said: 'Which page is the right one?' })).toEqual({ action: 'none' })
  await lab.call('config.set', { key: 'hooks.stop', value: 'off' })
  expect(await stop({ said: 'All done.' })).toEqual({ action: 'none' })
})

test('gates that nobody trusts keep nobody from stopping', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n    command: "true"\n')
  expect(await lab.call('hook.answer', { event: 'stop', said: 'All done.' })).toEqual({ action: 'none' })
})
