import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type App, createApp } from '../../src/app/app.ts'
import { full } from '../support/full.ts'
import { type Door, httpDoor, mcpDoor } from './doors.ts'
import { type FaultLab, manifest, openFaultLab } from './fault-lab.ts'
import { figure } from './figures.ts'
import { perform, type Reply } from './orders.ts'
import { seedFor } from './seed.ts'
import { startWorker } from './worker.ts'

const EACH = 500

test('D6 four processes that count together through the store count to 2,000', async () => {
  using lab = openFaultLab()
  const workers = await Promise.all(Array.from({ length: 4 }, () => startWorker(lab)))
  const counting = workers.map(async (worker, index) => {
    for (let n = 0; n < EACH; n += 1) {
      const answer = await worker.ask({ steps: [{ count: 'counter.txt' }], id: `count-${index}-${n}` })
      expect(answer?.reply).toMatchObject({ ok: true })
    }
    await worker[Symbol.asyncDispose]()
  })
  await Promise.all(counting)
  const counted = Number(lab.tree()['workspace/counter.txt']?.replace(/^644 /, ''))
  figure('D6', '4 processes x 500 read-modify-writes through the store', `${counted} of ${4 * EACH}`)
  expect(counted).toBe(4 * EACH)
})

test('D6 two MCP servers, a web server and an app that count together count to 2,000', async () => {
  using lab = openFaultLab()
  lab.write('.sdlc/config.yaml', 'runs:\n  retention: 1\n')
  const doors = [...(await Promise.all([mcpDoor(lab), mcpDoor(lab), httpDoor(lab)])), await workerDoor(lab)]
  const tries = await Promise.all(doors.map(door => countThrough(door)))
  await Promise.all(doors.map(door => door[Symbol.asyncDispose]()))
  const refused = tries.reduce((sum, count) => sum + count, 0) - 4 * EACH
  figure(
    'D6',
    '4 processes x 500 read-modify-writes through the doors',
    `2000, ${refused} refused as stale and repeated`,
  )
  expect(lab.tree()['workspace/.sdlc/config.yaml']).toBe('644 runs:\n  retention: 2001\n')
  expect(refused).toBeGreaterThan(0)
})

/** Reads, adds one, writes what it read plus one; again when somebody was faster. Returns how often it tried. */
async function countThrough(door: Pick<Door, 'call'>): Promise<number> {
  let tries = 0
  for (let n = 0; n < EACH; ) {
    const { value, revision } = answered(await door.call('config.get', { key: 'runs.retention' }))
    const next = { key: 'runs.retention', value: String(value + 1), expected_revision: revision }
    const reply = await door.call('config.set', next)
    tries += 1
    if (reply?.ok === true) n += 1
    else expect(reply).toMatchObject({ error: { code: 'stale_revision' } })
  }
  return tries
}

function answered(reply: Reply | undefined): { value: number; revision: string } {
  if (reply?.ok !== true) throw new Error(JSON.stringify(reply))
  return reply.value as { value: number; revision: string }
}

async function workerDoor(lab: FaultLab): Promise<Pick<Door, 'call'> & AsyncDisposable> {
  const worker = await startWorker(lab, { now: undefined })
  let n = 0
  return {
    async call(operation, input) {
      n += 1
      return (await worker.ask({ call: operation, input, id: `worker-${n}` }))?.reply
    },
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  }
}

test('D6 of writers that start from one revision, one succeeds and the others are told', async () => {
  const seed = seedFor('D6 interleavings')
  using lab = openFaultLab()
  const apps = Array.from({ length: 4 }, () => createApp({ manifest, root: lab.root, env: lab.env }))
  const round = fc.array(fc.record({ writer: fc.nat({ max: 3 }), looks: fc.boolean() }), { minLength: 2, maxLength: 8 })
  const seen = apps.map(() => '')
  let [n, succeeded] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async rounds => {
      for (const steps of rounds) {
        for (const { writer, looks } of steps) if (looks) seen[writer] = await revisionIn(lab)
        const current = await revisionIn(lab)
        const writers = [...new Set(steps.map(({ writer }) => writer))]
        const replies = await Promise.all(
          writers.map(writer => {
            n += 1
            return setName(apps[writer], { value: `n${n}`, expected: seen[writer] ?? '', id: `w-${n}` })
          }),
        )
        const entitled = writers.filter(writer => seen[writer] === current).length
        const successes = replies.filter(reply => reply.ok).length
        succeeded += successes
        expect(successes).toBe(Math.min(1, entitled))
        for (const reply of replies) if (!reply.ok) expect(reply).toMatchObject({ error: { code: 'stale_revision' } })
      }
    }),
    { seed, numRuns: full ? 500 : 60 },
  )
  await Promise.all(apps.map(app => app[Symbol.asyncDispose]()))
  figure(
    'D6',
    'interleaved writers with one expected revision',
    `${n} writes, ${succeeded} succeeded, never two at once`,
  )
  expect(succeeded).toBeGreaterThan(0)
})

async function revisionIn(lab: FaultLab): Promise<string> {
  const reply = await lab.perform({ call: 'config.get', input: { key: 'project.name' }, id: 'look' })
  if (!reply.ok) throw new Error(JSON.stringify(reply))
  return (reply.value as { revision?: string }).revision ?? EMPTY
}

/** Of no bytes: what a file that is not there yet has. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

function setName(app: App | undefined, { value, expected, id }: { value: string; expected: string; id: string }) {
  if (app === undefined) throw new Error('no such writer')
  const input = { key: 'project.name', value, expected_revision: expected === '' ? '0'.repeat(64) : expected }
  return perform(app, { call: 'config.set', input, id })
}
