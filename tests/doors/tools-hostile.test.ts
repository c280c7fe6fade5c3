import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findByMarker } from '../../src/runs/spawn/processes.ts'
import type { Interaction } from '../../src/tools/model.ts'
import { openHttpLab } from '../http.ts'
import { bareTool, type TestMeta, trust, writeTool } from '../support/tools.ts'

const SECRET = 'a-long-secret-value-of-the-tool-42'

/** Each does one thing that no tool should; all are streamed, so that the server answers at once. */
const HOSTILE: Readonly<Record<string, { meta?: object; run: string; record: object }>> = {
  hangs: {
    meta: { timeout_seconds: 1 },
    run: 'setInterval(() => undefined, 1000)',
    record: { status: 'timed_out', result: { ok: false, error: 'It took too long and was ended.' } },
  },
  floods: {
    run: `for (let n = 0; n < 20000; n++) fs.writeSync(1, 'x'.repeat(999) + '\\n')
      print({ type: 'result', ok: true })`,
    record: { status: 'succeeded', lines: 20000 },
  },
  forks: {
    run: `for (let n = 0; n < 40; n++) require('node:child_process').spawn('setsid', ['sleep', '600'], { detached: true, stdio: 'inherit' })
      print({ type: 'result', ok: true }); setTimeout(() => process.exit(0), 100)`,
    record: { status: 'succeeded' },
  },
  garbles: {
    run: `fs.writeSync(1, Buffer.from([0xff, 0xfe, 0, 0x7b, 0x0a])); console.log('{{{'); process.exit(4)`,
    record: { status: 'failed', exit_code: 4, reason: 'It ended without a result, with exit code 4.' },
  },
  tells: {
    meta: { secrets: [{ env_var: 'API_KEY', description: 'k', required: true }] },
    run: `console.log(process.env.API_KEY); print({ type: 'result', ok: true, data: process.env.API_KEY })`,
    record: { status: 'succeeded', result: { ok: true, data: '***' } },
  },
  'says-nothing': {
    run: `console.error('the cause'); process.exit(3)`,
    record: { status: 'failed', exit_code: 3, result: { error: expect.stringContaining('the cause') } },
  },
  lies: {
    meta: { name: 42, version: 'newest', timeout_seconds: 'long', form_layout: [{ key: 7 }] },
    run: `print({ type: 'result', ok: true }); process.exitCode = 9`,
    record: { status: 'failed', exit_code: 9, reason: 'It said ok, and ended with exit code 9.' },
  },
  vanishes: {
    run: `fs.rmSync('.sdlc/tools/vanishes', { recursive: true }); print({ type: 'result', ok: true, data: 'gone' })`,
    record: { status: 'succeeded', result: { ok: true, data: 'gone' } },
  },
}

test('eight tools misbehave at once through a server: each has a clear record, and the others work on', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  lab.write('.sdlc/config.yaml', 'runs:\n  concurrency: 12\n')
  for (const [name, { meta = {}, run }] of Object.entries(HOSTILE))
    writeTool(lab, name, bareTool({ ...(meta as TestMeta), streaming: true }, run))
  writeTool(lab, 'works', bareTool({}, 'print({ ok: true, data: input.n })'))
  await trust(lab)
  await lab.call('secrets.set', { name: 'API_KEY', value: SECRET })
  await lab.call('secrets.grant', { name: 'API_KEY', tool: 'tells' })
  const ids = await Promise.all(
    Object.keys(HOSTILE).map(async name => {
      const started = await http.ask('POST', `/api/tools/${name}/run`, { input: {} })
      expect(started.status, name).toBe(202)
      return [name, ((await started.json()) as { interaction_id: string }).interaction_id] as const
    }),
  )
  for (let n = 1; n <= 5; n += 1) {
    const answer = await http.ask('POST', '/api/tools/works/run', { input: { n }, wait: 300 })
    expect(await answer.json()).toMatchObject({ ok: true, data: n })
    expect(((await (await http.ask('GET', '/api/tools')).json()) as { tools: unknown[] }).tools.length).toBeGreaterThan(
      8,
    )
  }
  for (const [name, id] of ids) {
    await (await http.ask('GET', `/api/interactions/${id}/events`)).text()
    const record = (await (await http.ask('GET', `/api/tools/${name}/interactions/${id}`)).json()) as Interaction
    expect(record, `${name}: ${JSON.stringify(record).slice(0, 2000)}`).toMatchObject(HOSTILE[name]?.record ?? {})
    expect(findByMarker(id), name).toEqual([])
    expect(JSON.stringify(record)).not.toContain(SECRET)
  }
  expect(fs.existsSync(path.join(lab.root, '.sdlc/tools/vanishes'))).toBe(false)
  const gone = await http.ask('POST', '/api/tools/vanishes/run', { input: {} })
  expect(gone.status).toBe(404)
  expect(http.log).toEqual([])
})
