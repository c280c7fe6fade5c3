import { expect, test } from 'vitest'
import { full } from '../support/full.ts'
import { figure } from './figures.ts'
import { randomFrom, seedFor, spread } from './seed.ts'
import { appliesAgain, goesBack, openTrial, settledAs, type Trial } from './verdict.ts'
import { startWorker, type Worker } from './worker.ts'
import { agentDecisions } from './writes/agents.ts'
import { type Write, writes } from './writes.ts'

/** The short form stops at so many of the calls that change something. */
const MOST = 12
const random = randomFrom(seedFor('D2'))

/** What SQLite writes is none of our calls: such a write is killed at those that only look. */
const countedBy = ({ counts }: Trial) => (full || (counts['changes'] ?? 0) === 0 ? 'calls' : 'changes')

test.each([...writes, ...agentDecisions])(
  'D2 $name is done wholly or not at all wherever it is killed',
  async write => {
    using trial = await openTrial(write)
    const every = countedBy(trial)
    const calls = trial.counts[every] ?? 0
    const points = full ? await statesOf(trial) : spread(calls, { most: MOST, random })
    const ends = { done: 0, 'not at all': 0 }
    let next = startWorker(trial.lab, { preload: true })
    for (const at of points) {
      trial.lab.restore()
      await killedAt(await next, write, { every, at })
      // Starting a process takes longest: the next one is on its way while this one's remains are looked at.
      next = startWorker(trial.lab, { preload: true })
      const where = `${write.name}, killed before ${every} ${at} of ${calls}`
      const end = await settledAs(trial, where)
      ends[end] += 1
      await appliesAgain(trial, end)
      await goesBack(trial, where)
    }
    await (await next)[Symbol.asyncDispose]()
    figure(
      'D2',
      write.name,
      `killed at ${points.length} of ${calls} ${every}: ${ends.done} done, ${ends['not at all']} not at all`,
    )
    expect(ends['not at all'], 'it was killed in time').toBeGreaterThan(0)
  },
)

/** Whoever dies leaves the disk and nothing else: of calls between which it stays as it is, one stands for all. */
async function statesOf({ lab, write }: Trial): Promise<readonly number[]> {
  lab.restore()
  await using worker = await startWorker(lab, { preload: true })
  const answer = await worker.ask(write.order, { fault: { kind: 'look' } })
  return answer?.places ?? []
}

type Point = { readonly every: 'calls' | 'changes'; readonly at: number }

async function killedAt(worker: Worker, write: Write, { every, at }: Point): Promise<void> {
  expect(await worker.ask(write.order, { fault: { kind: 'kill', every, at } }), `killed at ${at}`).toBeUndefined()
  expect(await worker.ended).toBe('SIGKILL')
}
