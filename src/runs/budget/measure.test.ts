import { expect, test } from 'vitest'
import { renderUse, stricterLimits, whyOverBudget } from './measure.ts'

const used = { turns: 5, minutes: 2, tokens: 900, costs: [{ amount: 0.4, currency: 'USD' }] }

test.each([
  ['nothing set', {}, undefined],
  ['everything within', { turns: 6, minutes: 3, tokens: 1000, cost: 1 }, undefined],
  ['turns', { turns: 5 }, '5 of 5 turns'],
  ['minutes', { minutes: 2 }, '2 of 2 minutes'],
  ['tokens', { tokens: 900 }, '900 of 900 tokens'],
  ['money', { cost: 0.4 }, '0.4 of 0.4 USD'],
  ['money of another currency', { cost: 10, currency: 'EUR' }, 'reported in USD'],
])('before the next turn: %s', (_, limits, why) => {
  const says = whyOverBudget(limits, used, 'turn')
  if (why === undefined) expect(says).toBeUndefined()
  else expect(says).toContain(why)
})

test('what the last turn asked for is still done, and nothing after it', () => {
  expect(whyOverBudget({ turns: 5 }, used, 'work')).toBeUndefined()
  expect(whyOverBudget({ turns: 4 }, used, 'work')).toContain('5 of 4 turns')
})

test('what nobody reports is not over, and is shown as not reported', () => {
  const silent = { turns: 1, minutes: 0.5 }
  expect(whyOverBudget({ tokens: 10, cost: 1 }, silent, 'turn')).toBeUndefined()
  expect(renderUse({ limits: { tokens: 10, cost: 1 }, used: silent })).toBe(
    '1 turns, 0.5 minutes, tokens not reported (at most 10), cost not reported (at most 1 USD)',
  )
})

test('of two budgets the stricter counts in every respect', () => {
  expect(stricterLimits({ turns: 5, minutes: 10, currency: 'USD' }, { turns: 9, minutes: 2, cost: 3 })).toEqual({
    turns: 5,
    minutes: 2,
    cost: 3,
    currency: 'USD',
  })
})
