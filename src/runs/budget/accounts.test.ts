import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { addUse, readAccount } from './accounts.ts'

const ACCOUNT = 'run:one'

async function minutesAfter(...spans: readonly (readonly [from: number, to: number])[]): Promise<number> {
  await using lab = await openLab()
  await lab.call('run.list', {})
  const { state } = lab.app.store
  for (const [from, to] of spans) addUse(state, [ACCOUNT], { worked: { from, to } })
  return readAccount(state, ACCOUNT).used.minutes
}

test('time in which two runs work counts once', async () => {
  expect(await minutesAfter([0, 60_000], [30_000, 90_000], [60_000, 90_000])).toBe(1.5)
})

test('time between two runs does not count', async () => {
  expect(await minutesAfter([0, 60_000], [600_000, 660_000])).toBe(2)
})

test('a machine that was started again counts on from where it was', async () => {
  expect(await minutesAfter([9_000_000, 9_060_000], [1000, 61_000])).toBe(2)
})

test('cost is kept exactly, and per currency', async () => {
  await using lab = await openLab()
  await lab.call('run.list', {})
  const { state } = lab.app.store
  for (let n = 0; n < 10; n += 1) addUse(state, [ACCOUNT], { cost: { amount: 0.1, currency: 'USD' } })
  addUse(state, [ACCOUNT], { cost: { amount: 2, currency: 'EUR' }, tokens: 7, turns: 1 })
  expect(readAccount(state, ACCOUNT).used).toEqual({
    turns: 1,
    minutes: 0,
    tokens: 7,
    costs: [
      { amount: 1, currency: 'USD' },
      { amount: 2, currency: 'EUR' },
    ],
  })
})
