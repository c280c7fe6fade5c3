import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openHttpLab } from '../http.ts'
import { openLab, packageRoot } from '../lab.ts'
import { runCli, runTty } from '../support/cli.ts'
import { connectStdio } from '../support/mcp.ts'
import { trustedTool } from '../support/tools.ts'

const BIN = path.join(packageRoot, 'dist/furrow.cjs')
const RUN = `print({ ok: true, data: { rows: Array.from({ length: 40000 }, (_, n) => ({ n, text: 'x'.repeat(60) })), failed: 3 } })`

test('the command line prints a large result whole into a pipe, and says on a screen where it is', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'big', {}, RUN)
  const piped = await runCli(lab, ['run', 'big'])
  expect(piped.code).toBe(0)
  expect(JSON.parse(piped.stdout)).toMatchObject({ failed: 3, rows: { length: 40_000 } })
  const asked = JSON.parse((await runCli(lab, ['run', 'big', '--json'])).stdout)
  expect(asked).toMatchObject({ ok: true, cut: true, spooled: 'result.json', bytes: expect.any(Number) })
  expect(asked.more).toBe(`furrow tool result ${asked.interaction_id} data`)
  const part = await runCli(lab, ['tool', 'result', asked.interaction_id, 'data.failed'])
  expect(part.stdout.trim()).toBe('3')
  const { stdout } = await runTty(lab, ['run', 'big'])
  expect(stdout).toMatch(/\{"rows":\[\{"n":0/)
  expect(stdout).toMatch(/\d+ bytes in all, in .*result\.json/)
})

test('HTTP and MCP name a large result, show its beginning, and give all of it', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  await trustedTool(lab, 'big', {}, RUN)
  const answer = (await (await http.ask('POST', '/api/tools/big/run', { wait: 300 })).json()) as Record<string, unknown>
  expect(answer).toMatchObject({ ok: true, spooled: 'result.json', cut: true })
  const id = String(answer['interaction_id'])
  const file = await http.ask('GET', `/api/runs/${id}/attachments/result.json`)
  expect(((await file.json()) as { data: { rows: unknown[] } }).data.rows).toHaveLength(40_000)
  const part = await http.ask('GET', `/api/interactions/${id}/result?at=data.rows[39999].n`)
  expect(await part.json()).toMatchObject({ text: '39999' })
  await using mcp = await connectStdio(lab, { era: '2025-11-25', args: ['--tools', 'all'] })
  const called = await mcp.client.callTool({ name: 'tool_big', arguments: { wait: 300 } })
  expect(called.structuredContent).toMatchObject({ ok: true, cut: true, preview: expect.stringContaining('{"rows":') })
  expect((called.content as { text: string }[]).map(({ text }) => text).join('')).toMatch(
    /bytes; all of it: `tool_records \{"action":"result","id":"[^"]+","at":"data"\}`/,
  )
  const wanted = { action: 'result', id, at: 'data.failed' }
  const read = await mcp.client.callTool({ name: 'tool_records', arguments: wanted })
  expect(read.structuredContent).toMatchObject({ text: '3' })
})

test('P3 a result of 200 MB costs at most 64 MiB of memory, and not a byte of it is lost', async () => {
  await using lab = await openLab()
  const many = `const row = JSON.stringify({ text: 'y'.repeat(1000) })
    const hash = require('node:crypto').createHash('sha256')
    const say = (part: string) => { hash.update(part); for (let at = 0, all = Buffer.from(part); at < all.length; ) try { at += fs.writeSync(1, all, at) } catch { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1) } }
    say('{"ok":true,"data":[' + row)
    const rows = (',' + row).repeat(1000)
    for (let n = 0; n < 200; n++) say(rows)
    say('],"failed":1}\\n')
    fs.writeFileSync('sum', hash.digest('hex'))`
  await trustedTool(lab, 'huge', { timeout_seconds: 300 }, many)
  await trustedTool(lab, 'tiny', {}, 'print({ ok: true, data: [] })')
  const idle = await peakOf(lab, 'tiny')
  const { peak, bytes } = await peakOf(lab, 'huge')
  expect(bytes).toBeGreaterThan(200_000_000)
  expect((peak - idle.peak) / 2 ** 20).toBeLessThanOrEqual(64)
  const folder = path.join(lab.root, '.sdlc/tool-interactions/huge')
  const [record = ''] = fs.readdirSync(folder).filter(name => !name.includes('.'))
  const kept = createHash('sha256')
  for await (const chunk of fs.createReadStream(path.join(folder, record, 'attachments/result.json')))
    kept.update(chunk)
  expect(kept.digest('hex')).toBe(lab.read('sum'))
})

const ATTACHING = `
  const base64 = Buffer.from('content').toString('base64')
  const all = (value: unknown) => { const bytes = Buffer.from(JSON.stringify(value) + '\\n'); for (let at = 0; at < bytes.length; ) try { at += fs.writeSync(1, bytes, at) } catch { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1) } }
  for (let n = 0; n < input.count; n++) all({ type: 'attachment', kind: 'report', name: 'same.txt', base64 })
  all({ type: 'result', ok: true, data: { count: input.count }, attachments: 'none of ours' })`

test('P3 a thousand attachments are kept within the memory of a run, named at each door, and those beyond are counted', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  await trustedTool(lab, 'attaching', { streaming: true, timeout_seconds: 300 }, ATTACHING)
  const named = { attachments: expect.arrayContaining(['same.txt', 'same-20.txt']), attachments_in_all: 1000 }
  const whole = await lab.call('tool.run', { name: 'attaching', input: { count: 1000 }, wait: 300 })
  expect(whole).toMatchObject({ ok: true, ...named })
  expect(whole).not.toHaveProperty('attachments_dropped', expect.anything())
  const file = await http.ask('GET', `/api/runs/${whole.interaction_id}/attachments/same-1000.txt`)
  expect(await file.text()).toBe('content')
  const more = { ...named, attachments_dropped: 2 }
  const typed = await runCli(lab, ['tool', 'run', 'attaching', '--input', '{"count":1002}', '--json'])
  expect(JSON.parse(typed.stdout)).toMatchObject(more)
  const shown = await runCli(lab, ['tool', 'run', 'attaching', '--input', '{"count":1002}'])
  expect(shown.stderr).toContain('2 attachments were too large or too many to keep.')
  const answer = await http.ask('POST', '/api/tools/attaching/run', { input: { count: 1002 }, wait: 300 })
  expect(await answer.json()).toMatchObject(more)
  await using mcp = await connectStdio(lab, { era: '2025-11-25', args: ['--tools', 'all'] })
  const called = await mcp.client.callTool({ name: 'tool_attaching', arguments: { count: 1002, wait: 300 } })
  expect(called.structuredContent).toMatchObject(more)
  expect(JSON.stringify(called.content)).toMatch(/same-20\.txt and 980 more\..*2 attachments were too large/)
})

test('P3 a million events of progress cost at most 64 MiB of memory, and a log that is cut is said to be', async () => {
  await using lab = await openLab()
  const events = `let part = ''
    const say = () => { const bytes = Buffer.from(part); part = ''; for (let at = 0; at < bytes.length; ) try { at += fs.writeSync(1, bytes, at) } catch { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1) } }
    for (let n = 0; n < 1_000_000; n++) { part += JSON.stringify({ type: 'progress', message: 'step ' + n, percent: n / 10_000 }) + '\\n'; if (part.length > 60_000) say() }
    say()
    print({ type: 'result', ok: true, data: 'all of them' })`
  await trustedTool(lab, 'eventful', { streaming: true, timeout_seconds: 300 }, events)
  await trustedTool(lab, 'tiny', {}, 'print({ ok: true, data: [] })')
  const idle = await peakOf(lab, 'tiny')
  const { peak } = await peakOf(lab, 'eventful')
  expect((peak - idle.peak) / 2 ** 20).toBeLessThanOrEqual(64)
  const { interactions } = await lab.call('tool.interactions', { name: 'eventful' })
  expect(interactions).toMatchObject([{ status: 'succeeded', lines: 1_000_000, cut: true }])
  const asked = await lab.call('tool.interaction', { name: 'eventful', id: interactions[0]?.id ?? '' })
  expect(asked.log.at(-1)).toMatchObject({ text: 'step 999999 (99.9999%)' })
})

/** The most memory that `furrow run` ever had, and what it printed. */
async function peakOf(lab: { root: string; env: NodeJS.ProcessEnv }, tool: string) {
  const child = spawn(process.execPath, [BIN, 'run', tool], {
    cwd: lab.root,
    env: lab.env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const seen = { bytes: 0, peak: 0 }
  child.stdout.on('data', (chunk: Buffer) => {
    seen.bytes += chunk.length
  })
  const timer = setInterval(() => {
    seen.peak = Math.max(seen.peak, highWater(child.pid ?? 0))
  }, 10)
  await once(child, 'close')
  clearInterval(timer)
  return seen
}

function highWater(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
