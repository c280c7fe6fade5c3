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
  expect(JSON.stringify(called.content)).toMatch(/bytes; all of it: furrow tool result/)
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

/** The most memory that `furrow run` ever had, and what it printed. */
async function peakOf(lab: { root: string; env: NodeJS.ProcessEnv }, tool: string) {
  const child = spawn(process.execPath, [BIN, 'run', tool], {
    cwd: lab.root,
    env: lab.env,
    stdio: ['ignore', 'pipe', 'inherit'],
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
