import { expect, test } from 'vitest'
import { full } from '../support/full.ts'
import { auditStore } from './audit.ts'
import { cliDoor, httpDoor, mcpDoor } from './doors.ts'
import { openFaultLab, temporary } from './fault-lab.ts'
import { figure } from './figures.ts'
import { randomFrom, seedFor } from './seed.ts'
import { type Ack, besiege, type Mixed } from './siege.ts'

const set = (key: string, value: (mark: string, n: number) => string): Mixed => ({
  operation: 'config.set',
  input: (mark, n) => ({ key, value: value(mark, n) }),
  summary: (mark, n) => `${key} set to ${value(mark, n)}`,
})

/** Files of their own, which grow in number; so these are rarer than the others. */
const NEW_FILES: readonly Mixed[] = [
  { operation: 'feature.create', input: mark => ({ title: `Feature ${mark}`, spec: `About ${mark}.` }) },
  { operation: 'thread.create', input: mark => ({ title: `Thread ${mark}` }) },
]

/** What every door can do; a domain adds its writes here. */
const OFTEN: readonly Mixed[] = [
  set('project.name', mark => mark),
  set('project.aliases', mark => `${mark},old`),
  set('runs.retention', (mark, n) => String(1_000_000 * (Number(mark[1]) + 1) + n)),
  { operation: 'config.unset', input: () => ({ key: 'runs.log_bytes' }) },
  { operation: 'memory.save', input: mark => ({ title: mark, content: `remember ${mark}`, type: 'decision' }) },
]
const EVERYWHERE = [...OFTEN, ...OFTEN, ...OFTEN, ...NEW_FILES]
const NOT_OVER_MCP: readonly Mixed[] = [
  ...EVERYWHERE,
  { operation: 'workspace.init', input: (_, n) => ({ uninstall: n % 2 === 0 }) },
]

test('D1 nothing acknowledged is lost when one of four doors is killed every 60 to 180 ms', async () => {
  const random = randomFrom(seedFor('D1'))
  using lab = openFaultLab({ base: temporary({ onDisk: true }) })
  lab.write('.sdlc/config.yaml', 'runs:\n  log_bytes: 1\n')
  await lab.perform({ call: 'config.set', input: { key: 'project.name', value: 'first' }, id: 'first' })
  const siege = await besiege({
    lab,
    doors: [mcpDoor, mcpDoor, httpDoor, cliDoor],
    mix: door => (door === 'mcp' ? EVERYWHERE : NOT_OVER_MCP),
    random,
    writes: full ? 10_000 : 1_000,
    between: 50,
    aimed: !full,
  })
  const { acks, kills, between, refusals, bugs } = siege
  figure('D1', 'acknowledged writes', acks.length)
  figure('D1', 'kills, and those between intent and acknowledgement', `${kills}, ${between}`)
  figure('D1', 'refusals', JSON.stringify(refusals))
  expect(bugs).toEqual([])
  expect(Object.keys(refusals).filter(code => code !== 'busy')).toEqual([])
  const audited = await lab.withApp(async app => {
    const audit = await auditStore(app, lab)
    const done = app.store.state.prepare(`SELECT summary FROM operations WHERE state = 'done'`).all()
    const summaries = new Set(done.map(({ summary }) => summary))
    expect(acks.filter(({ summary }) => summary !== undefined && !summaries.has(summary))).toEqual([])
    for (const { operation } of NEW_FILES) {
      const acknowledged = acks.filter(ack => ack.operation === operation).length
      const { n } = app.store.state
        .prepare(`SELECT count(*) AS n FROM operations WHERE state = 'done' AND name = ?`)
        .get(operation) as { n: number }
      expect(n, operation).toBeGreaterThanOrEqual(acknowledged)
    }
    expect(await forgotten(acks, id => app.call('memory.get', { id }, { actor: PERSON }))).toEqual([])
    return audit
  })
  figure(
    'D1',
    'lost',
    `0 of ${acks.length}; ${audited.operations} changes of ${audited.files} files follow one another`,
  )
  expect(between).toBeGreaterThanOrEqual(50)
})

const PERSON = { kind: 'person', id: 'person', door: 'cli' } as const

async function forgotten(acks: readonly Ack[], get: (id: number) => Promise<{ ok: boolean }>): Promise<string[]> {
  const lost: string[] = []
  for (const { mark, operation, value } of acks) {
    if (operation !== 'memory.save') continue
    const { observation } = (value as { value: { observation: { id: number } } }).value
    if (!(await get(observation.id)).ok) lost.push(mark)
  }
  return lost
}
