import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Actor } from '../../src/operation/actor.ts'
import { isOver, type Run } from '../../src/runs/model.ts'
import { findByMarker } from '../../src/runs/spawn/processes.ts'
import type { RunPlan } from '../../src/runs/start/run-plan.ts'
import { startRun } from '../../src/runs/start/start-run.ts'
import { answerWithRun } from '../../src/runs/watch/answer-with-run.ts'
import { openHttpLab } from '../http.ts'
import { type Lab, openLab, person } from '../lab.ts'
import { furrow } from '../support/furrow.ts'
import { fortySecrets } from '../support/secrets.ts'
import { filesBelow, formsOf, leaksIn, ways } from '../support/sinks.ts'
import { figure } from './figures.ts'

const secrets = fortySecrets()
const agentOverMcp: Actor = { kind: 'agent', id: 'test-agent', door: 'mcp' }

test('X9 forty secrets in every encoding reach no sink of a run', async () => {
  await using http = await openHttpLab()
  const { lab } = http
  const said = secrets.flatMap(({ value }) => formsOf(value).map(({ text }) => text)).join('\n')
  const [first] = secrets
  const plan: RunPlan = {
    kind: 'tool',
    label: `deploy ${first?.value}`,
    argv: ['sh', '-c', 'tee /dev/stderr; exit 1', first?.value ?? ''],
    cwd: lab.root,
    stdin: said,
    secrets,
  }
  const answer = await within(lab, agentOverMcp, async call => answerWithRun(call, await startRun(call, plan)))
  expect(answer.status).toBe('failed')
  const { id } = answer
  const sinks: Record<string, string> = {
    'MCP answer': JSON.stringify(answer),
    'record and tail': JSON.stringify(await lab.call('run.tail', { id, count: 10_000 })),
    'list of runs': JSON.stringify(await lab.call('run.list', {})),
    'command line': JSON.stringify(await furrow(lab, 'runs', 'watch', id)),
    'command line, JSON': (await furrow(lab, 'runs', 'show', id, '--json')).stdout,
    'event stream': await (await http.ask('GET', `/api/runs/${id}/events`)).text(),
    download: await (await http.ask('GET', `/api/runs/${id}/log`)).text(),
    'server log': http.log.join('\n'),
    ...filesBelow(path.dirname(lab.root)),
  }
  figure(
    'X9',
    'secrets x encodings x sinks, found',
    `${secrets.length} x ${ways.length} x ${Object.keys(sinks).length}, 0`,
  )
  expect(Object.keys(sinks).some(name => name.endsWith('.log'))).toBe(true)
  expect(sinks['record and tail']).toContain('***')
  expect(leaksIn(secrets, sinks)).toEqual([])
  expect(leaksIn(secrets, { planted: said })).not.toEqual([])
})

test('X10 a secret is in the environment of the run and of no other process, on no command line and in no file', async () => {
  await using lab = await openLab()
  const value = 'b7Qx-4-long-and-secret-value-92ZkP'
  const plan: RunPlan = {
    kind: 'tool',
    label: 'hold',
    argv: ['sh', '-c', '[ -n "$DEPLOY_KEY" ] && echo have it; sleep 600'],
    cwd: lab.root,
    secrets: [{ name: 'DEPLOY_KEY', value }],
    detach: true,
  }
  const { id } = await within(lab, person, call => startRun(call, plan))
  await expect
    .poll(async () => (await lab.call('run.tail', { id })).lines[0]?.text, { timeout: 20_000 })
    .toBe('have it')
  const host = lab.app.store.leases.find(id)?.pid ?? 0
  const own = findByMarker(id)
  expect(own.filter(pid => environmentOf(pid).includes(value)).length).toBeGreaterThan(0)
  expect(environmentOf(host)).toContain('FURROW_HOME')
  expect(environmentOf(host)).not.toContain(value)
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(value)
  const others = fs.readdirSync('/proc').filter(name => /^\d+$/.test(name) && !own.includes(Number(name)))
  expect(others.filter(pid => environmentOf(Number(pid)).includes(value))).toEqual([])
  const files = filesBelow(path.dirname(lab.root))
  expect(Object.entries(files).filter(([, text]) => text.includes(value))).toEqual([])
  await lab.call('run.cancel', { id })
})

test('a run knows nothing of the environment of whoever started it', async () => {
  await using lab = await openLab()
  const env = { ...process.env, FURROW_HOME: lab.home, SERVER_TOKEN: 'only-the-server-knows' }
  await using other = await openLab({ root: lab.root, env })
  const started = await other.call('run.exec', { argv: ['env'] })
  await ended(other, started)
  const { lines } = await other.call('run.tail', { id: started.id })
  const names = lines.map(({ text }) => text.split('=')[0] ?? '').sort()
  const allowed = ['FURROW_HOME', 'FURROW_RUN_ID', 'HOME', 'LANG', 'PATH', 'PWD', 'SDLC_ROOT', 'TMPDIR', 'TZ']
  expect(names.filter(name => !allowed.includes(name))).toEqual([])
})

function environmentOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}

async function ended(lab: Lab, { id }: Pick<Run, 'id'>): Promise<Run> {
  for (;;) {
    const run = await lab.call('run.wait', { id })
    if (isOver(run)) return run
  }
}

function within<T>(lab: Lab, actor: Actor, work: Parameters<typeof lab.app.within<T>>[2]): Promise<T> {
  return lab.app.within('test', { actor }, work)
}
