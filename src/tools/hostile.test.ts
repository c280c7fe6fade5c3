import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab, person } from '../../tests/lab.ts'
import { bareTool, endOf, runToEnd, trust, trustedTool, writeTool } from '../../tests/support/tools.ts'
import { findByMarker } from '../runs/spawn/processes.ts'

test('a tool that hangs is ended after its time, with everything it started', async () => {
  await using lab = await openLab()
  const run = `require('node:child_process').spawn('sh', ['-c', 'trap "" TERM; setsid sleep 600'], { detached: true })
    setInterval(() => undefined, 1000)`
  await trustedTool(lab, 'hang', { timeout_seconds: 1 }, run)
  const record = await runToEnd(lab, 'hang')
  expect(record).toMatchObject({ status: 'timed_out', result: { ok: false, error: 'It took too long and was ended.' } })
  expect(findByMarker(record.id)).toEqual([])
})

test('a tool that floods leaves a log of limited length, its result, and no memory used up', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'runs:\n  log_bytes: 1000000\n')
  const run = `const line = 'x'.repeat(999) + '\\n'
    for (let n = 0; n < 30000; n++) fs.writeSync(1, line)
    print({ type: 'result', ok: true, data: 'done' })`
  await trustedTool(lab, 'flood', { streaming: true }, run)
  const record = await runToEnd(lab, 'flood')
  expect(record).toMatchObject({ status: 'succeeded', result: { ok: true, data: 'done' }, lines: 30000 })
  const log = path.join(lab.root, `.sdlc/tool-interactions/flood/${record.id}.log`)
  expect(fs.statSync(log).size).toBeLessThan(2_000_000)
})

test('a tool that prints garbage fails with it in the log, and the others work on', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'garbage', {}, `fs.writeSync(1, Buffer.from([0xff, 0xfe, 0, 0x7b, 0x0a])); console.log('{{{')`)
  await trustedTool(lab, 'fine', {}, 'print({ ok: true })')
  const [bad, good] = await Promise.all([runToEnd(lab, 'garbage'), runToEnd(lab, 'fine')])
  expect(bad).toMatchObject({ status: 'failed', reason: 'It ended without a result, with exit code 0.' })
  expect(good).toMatchObject({ status: 'succeeded' })
})

test('a tool that ends without a result fails with its exit code and its last lines', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'silent', {}, `console.error('the cause'); process.exit(3)`)
  const record = await runToEnd(lab, 'silent')
  expect(record).toMatchObject({ status: 'failed', exit_code: 3 })
  expect(record.result?.error).toBe('It ended without a result, with exit code 3.\nthe cause')
})

test('a tool that says ok and fails all the same has failed', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'liar', {}, `print({ ok: true }); process.exitCode = 9`)
  expect(await runToEnd(lab, 'liar')).toMatchObject({
    status: 'failed',
    exit_code: 9,
    reason: 'It said ok, and ended with exit code 9.',
  })
})

test('a tool whose meta is no meta is a row with its error; the others are listed', async () => {
  await using lab = await openLab()
  writeTool(lab, 'broken', 'console.log("I am no JSON"); process.exit(1)')
  writeTool(lab, 'syntax', 'const = ;')
  writeTool(lab, 'lies', `console.log(JSON.stringify({ name: 42, version: 'new', form_layout: 'none' }))`)
  writeTool(lab, 'fine', bareTool({}, ''))
  await trust(lab)
  const { tools } = await lab.call('tool.list', {})
  const named = (name: string) => tools.find(tool => tool.name === name)
  expect(named('broken')?.error).toContain('It printed no JSON object for --meta (exit code 1).')
  expect(named('syntax')?.error).toContain('cannot be bundled')
  expect(named('lies')).toMatchObject({ name: 'lies', version: '0.0.0' })
  expect(named('lies')?.problems.map(({ field }) => field)).toContain('form_layout')
  expect(named('fine')).toMatchObject({ trusted: true, problems: [] })
  expect(await lab.refusal('tool.run', { name: 'broken' })).toMatchObject({ code: 'invalid_state' })
})

test('a tool that vanishes while it runs ends as it would have, and its record stays', async () => {
  await using lab = await openLab()
  const run = `setTimeout(() => print({ ok: true, data: fs.existsSync('.sdlc/tools/gone') }), 300)`
  await trustedTool(lab, 'gone', {}, run)
  const { interaction_id: id } = await lab.call('tool.run', { name: 'gone' })
  fs.rmSync(path.join(lab.root, '.sdlc/tools/gone'), { recursive: true })
  expect(await endOf(lab, 'gone', id)).toMatchObject({ status: 'succeeded', result: { ok: true, data: false } })
  expect(await lab.refusal('tool.run', { name: 'gone' })).toMatchObject({ code: 'not_found' })
})

test('a result too large for a record is a file beside it', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'large', {}, `print({ ok: true, data: 'x'.repeat(3000000) })`)
  const record = await runToEnd(lab, 'large')
  expect(record.result).toMatchObject({ ok: true, spooled: 'result.json', preview: 'x'.repeat(3999) })
  const folder = `.sdlc/tool-interactions/large/${record.id}/attachments`
  expect(JSON.parse(lab.read(`${folder}/result.json`)).data).toHaveLength(3_000_000)
})

test('a result that is nested without end is kept as a file, and its record can be read', async () => {
  await using lab = await openLab()
  await trustedTool(
    lab,
    'deep',
    {},
    `fs.writeSync(1, '{"ok":true,"data":' + '['.repeat(5000) + ']'.repeat(5000) + '}\\n')`,
  )
  expect((await runToEnd(lab, 'deep')).result).toMatchObject({ ok: true, spooled: 'result.json' })
})

test('what was left running by an owner that died is told as interrupted', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'long', { streaming: true }, 'setInterval(() => undefined, 1000)')
  const { interaction_id: id } = await lab.call('tool.run', { name: 'long' })
  await lab.app[Symbol.asyncDispose]()
  await using again = await openLab({ root: lab.root, env: lab.env })
  expect(await again.call('tool.interaction', { name: 'long', id })).toMatchObject({ status: 'interrupted' })
})

test('of an exclusive tool one goes at a time', async () => {
  await using lab = await openLab()
  const run = `const busy = 'busy'
    if (fs.existsSync(busy)) fs.writeFileSync('overlap', '')
    fs.mkdirSync(busy, { recursive: true })
    setTimeout(() => { fs.rmdirSync(busy); print({ ok: true }) }, 150)`
  await trustedTool(lab, 'alone', { exclusive: true }, run)
  await Promise.all([1, 2, 3].map(() => runToEnd(lab, 'alone')))
  expect(lab.list('.')).not.toContain('overlap')
})

test('a destructive tool needs a person who says so', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'wipe', { effect: 'destructive' }, 'print({ ok: true })')
  expect(await lab.refusal('tool.run', { name: 'wipe' })).toMatchObject({ code: 'blocked' })
  const agent = { kind: 'agent', id: 'robot', door: 'mcp' } as const
  expect(await lab.refusal('tool.run', { name: 'wipe', confirmed: true }, agent)).toMatchObject({
    code: 'needs_person',
  })
  const { interaction_id: id } = await lab.call('tool.run', { name: 'wipe', confirmed: true }, person)
  expect(await endOf(lab, 'wipe', id)).toMatchObject({ status: 'succeeded' })
})
