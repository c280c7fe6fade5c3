import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fill, fillTree } from '../../src/shared/follow-ups/fill.ts'
import { conditionHolds } from '../../src/shared/follow-ups/holds.ts'
import { openHttpLab } from '../http.ts'
import { type Lab, openLab } from '../lab.ts'
import { RENDER_KEY, RENDER_SERVICE, type RenderServer, startRender } from '../support/counterparts/render.ts'
import { nobody } from '../support/counterparts/server.ts'
import { addTool } from '../support/shipped.ts'
import { runToEnd, trust } from '../support/tools.ts'

interface Deployed {
  status: string
  deploy_id: string
  previous?: string
  rollback?: Record<string, unknown>
}

const FAST = { poll_seconds: 0.05 }

async function addDeploy(lab: Lab, render: RenderServer, key = RENDER_KEY): Promise<void> {
  await addTool(lab, 'deploy', { RENDER_API_KEY: key, RENDER_API_URL: `${render.address}/v1` })
  await lab.call('secrets.set', { name: 'RENDER_SERVICE_ID', value: RENDER_SERVICE, scope: 'production' })
  await lab.call('secrets.grant', { name: 'RENDER_SERVICE_ID', tool: 'deploy' })
}

function commit(lab: Lab, text: string): string {
  lab.write('site.txt', text)
  const git = (...args: string[]) => execFileSync('git', ['-C', lab.root, ...args], { encoding: 'utf8' }).trim()
  git('add', 'site.txt')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', text)
  return git('rev-parse', 'HEAD')
}

test('Render: a deploy is watched until it is live, and rolled back by the very input that it names', async () => {
  await using render = await startRender({ deploys: [{ id: 'dep-old', status: 'live' }] })
  await using lab = await openLab()
  await addDeploy(lab, render)
  const sha = commit(lab, 'one')
  render.steps = ['build_in_progress', 'away', 'update_in_progress', 'live']
  const record = await runToEnd(lab, 'deploy', { environment: 'production', ref: 'main', milestone: 'first', ...FAST })
  expect(record).toMatchObject({
    status: 'succeeded',
    result: {
      ok: true,
      data: { status: 'live', deploy_id: 'dep-2', commit: sha, previous: 'dep-old', url: 'https://shop.onrender.com' },
    },
  })
  const data = record.result?.data as Deployed
  expect(data).toMatchObject({ interaction: record.id })
  const { log } = await lab.call('tool.interaction', { name: 'deploy', id: record.id })
  expect(log.map(({ text }) => text).join('\n')).toMatch(/build in progress[\s\S]*502[\s\S]*live/)
  const back = await runToEnd(lab, 'deploy', data.rollback)
  expect(back.result).toMatchObject({ ok: true, data: { action: 'rollback', status: 'live', deploy_id: 'dep-3' } })
  expect(render.asked.find(({ path: at }) => at.endsWith('/rollback'))?.text).toBe('{"deployId":"dep-old"}')
  const again = await runToEnd(lab, 'deploy', { environment: 'production', action: 'rollback', ...FAST })
  expect(again.result).toMatchObject({ ok: true, data: { deploy_id: 'dep-4' } })
  expect(render.complaints).toEqual([])
})

test('the follow-ups of a deploy: what each asks, and the operation it would run', async () => {
  await using render = await startRender({ deploys: [{ id: 'dep-old', status: 'live' }] })
  await using lab = await openLab()
  await addDeploy(lab, render)
  const { input = {}, result } = await runToEnd(lab, 'deploy', { environment: 'production', milestone: 'm-1', ...FAST })
  const { result_actions: actions = [] } = await lab.call('tool.info', { name: 'deploy' })
  const offered = actions.filter(({ condition }) => conditionHolds(condition, result))
  expect(offered.map(({ label }) => label)).toEqual(['Roll back', 'Start UAT'])
  const values = { result, input, tool: 'deploy', project: 'shop' }
  expect(fill(offered[0]?.confirm ?? '', values)).toEqual({
    text: 'Roll production back from dep-2 to dep-old?',
    missing: [],
  })
  expect(fillTree(offered[0]?.operation, values)).toEqual({
    name: 'tool.run',
    input: { name: 'deploy', input: expect.objectContaining({ action: 'rollback', deploy_id: 'dep-old' }) },
  })
  expect(fillTree(offered[1]?.operation, values)).toMatchObject({ name: 'milestone.uat', input: { id: 'm-1' } })
  expect((await lab.call('tool.sync', {})).problems).toEqual([])
})

test('Render: a failed build, a wrong key, a broken answer and a server that is away are told as what they are', async () => {
  await using render = await startRender()
  await using lab = await openLab()
  await addDeploy(lab, render)
  const run = async (more = {}) =>
    (await runToEnd(lab, 'deploy', { environment: 'production', ...FAST, ...more })).result
  render.steps = ['build_in_progress', 'build_failed']
  const failed = await run()
  expect(failed).toMatchObject({
    ok: false,
    error: 'Render ended dep-1 as build failed.',
    data: { status: 'build_failed' },
  })
  expect((await run({ action: 'rollback' }))?.error).toBe('There is no earlier deploy to roll back to.')
  expect((await run({ ref: 'no-such-branch' }))?.error).toBe('There is no commit no-such-branch here.')
  render.steps = Array.from({ length: 9 }, () => 'away')
  expect((await run())?.error).toContain('answered 502: it has a fault of its own')
  await lab.call('secrets.set', { name: 'RENDER_API_KEY', value: 'rnd_wrong_key_of_some_length' })
  expect((await run())?.error).toContain('answered 401: it does not accept the key (Unauthorized)')
  await lab.call('secrets.set', { name: 'RENDER_API_URL', value: `${await nobody()}/v1` })
  expect((await run())?.error).toContain('cannot be reached: nothing listens there')
  expect(render.complaints).toEqual([])
})

test('a git remote with a hook: its words are in the log, what it refuses fails, and a rollback goes back', async () => {
  await using lab = await openLab()
  await addTool(lab, 'deploy')
  const bare = path.join(path.dirname(lab.root), 'live.git')
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare])
  const hook = path.join(bare, 'hooks/pre-receive')
  fs.writeFileSync(
    hook,
    '#!/bin/sh\necho "restarting the shop"\nwhile read old new ref; do\n  git show $new:site.txt | grep -q broken && echo "error: the health check fails" && exit 1\ndone\nexit 0\n',
  )
  fs.chmodSync(hook, 0o755)
  execFileSync('git', ['-C', lab.root, 'remote', 'add', 'staging', bare])
  const live = () => execFileSync('git', ['-C', bare, 'rev-parse', 'main'], { encoding: 'utf8' }).trim()
  const run = (more = {}) => runToEnd(lab, 'deploy', { environment: 'staging', provider: 'git', ...more })
  const first = commit(lab, 'one')
  expect((await run()).result).toMatchObject({ ok: true, data: { status: 'pushed', commit: first } })
  const second = commit(lab, 'two')
  const done = await run({ ref: 'main' })
  expect(done.result).toMatchObject({ ok: true, data: { deploy_id: second, previous: first } })
  const { log } = await lab.call('tool.interaction', { name: 'deploy', id: done.id })
  expect(log.some(({ text }) => text.includes('restarting the shop'))).toBe(true)
  expect(live()).toBe(second)
  commit(lab, 'broken')
  const refused = await run()
  expect(refused.result).toMatchObject({ ok: false, error: 'The push was refused: the health check fails' })
  expect(live()).toBe(second)
  expect((await run((done.result?.data as Deployed | undefined)?.rollback)).result).toMatchObject({ ok: true })
  expect(live()).toBe(first)
  expect((await run({ remote: '--upload-pack=touch x' })).result?.error).toContain('can be no remote')
  expect((await run({ remote: 'ext::sh -c date' })).result).toMatchObject({ ok: false })
  expect((await run({ remote: path.join(bare, 'gone') })).result?.error).toContain('cannot be reached')
})

test('without its secrets Render is refused with 422 and nothing starts; git and a command need none', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  await lab.call('tool.add', { name: 'deploy' })
  await trust(lab)
  const input = { environment: 'production' }
  const refused = await http.ask('POST', '/api/tools/deploy/run', { input })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ missing_secrets: ['RENDER_API_KEY', 'RENDER_SERVICE_ID'] })
  expect(await (await http.ask('GET', '/api/tools/deploy')).json()).toMatchObject({
    missing_secrets: ['RENDER_API_KEY', 'RENDER_SERVICE_ID'],
  })
  await lab.call('secrets.set', { name: 'RENDER_API_KEY', value: RENDER_KEY })
  expect(await lab.refusal('tool.run', { name: 'deploy', input })).toMatchObject({
    code: 'missing_secrets',
    fix: 'furrow secrets set RENDER_SERVICE_ID --scope production',
  })
  expect(await lab.refusal('tool.run', { name: 'deploy', input: {} })).toMatchObject({
    code: 'usage',
    target: 'environment',
  })
  const record = await runToEnd(lab, 'deploy', { ...input, provider: 'command', command: 'echo out; exit 7' })
  expect(record.result).toMatchObject({ ok: false, error: 'The command ended with exit code 7: out' })
  expect(await lab.call('tool.test', { name: 'deploy' })).toMatchObject({ failed: 0, passed: 2 })
})
