import { expect, test } from 'vitest'
import { figure } from './figures.ts'
import { openTrial, settledAs } from './verdict.ts'
import { startWorker } from './worker.ts'
import { writes } from './writes.ts'

/** What only a person may decide, or what changes what others may do. */
const DECISIONS = `trust.grant trust.revoke config.set_person agent.add agent.rule_set secrets.grant secrets.revoke
  artifact.approve request.confirm spec.confirm`.split(/\s+/)

const decisions = writes.filter(({ name }) => DECISIONS.includes(name))

test('X17 decisions are among the writes that are tested', () => {
  expect(decisions.map(({ name }) => name).sort()).toEqual([...DECISIONS].sort())
})

test.each(decisions)('X17 $name is not done when the log cannot be written', async write => {
  using trial = await openTrial(write)
  trial.lab.restore()
  await using worker = await startWorker(trial.lab, { preload: true })
  const fault = { kind: 'error', call: 'commit', at: 1, code: 'EIO', lasting: true } as const
  const answer = await worker.ask(write.order, { fault, fresh: true })
  expect(answer?.reply.ok, JSON.stringify(answer?.reply)).toBe(false)
  expect(await settledAs(trial, write.name)).toBe('not at all')
  figure('X17', write.name, 'refused, 0 done without a log')
})
