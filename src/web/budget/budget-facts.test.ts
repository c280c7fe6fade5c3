import { expect, test } from 'vitest'
import { budgetFacts } from './budget-facts.ts'

test('each use is shown with its limit, and what nobody reported as such', () => {
  const used = { turns: 3, minutes: 1.234, tokens: 12_000, costs: [{ amount: 0.5, currency: 'USD' }] }
  expect(budgetFacts({ limits: { turns: 50, minutes: 30, cost: 5 }, used })).toEqual([
    ['Turns', '3 of 50'],
    ['Minutes', '1.23 of 30'],
    ['Tokens', '12,000'],
    ['Cost', '0.5 of 5 USD'],
  ])
  expect(budgetFacts({ limits: { tokens: 100, cost: 2 }, used: { turns: 0, minutes: 0 } })).toEqual([
    ['Turns', '0'],
    ['Minutes', '0'],
    ['Tokens', 'not reported, at most 100'],
    ['Cost', 'not reported, at most 2 USD'],
  ])
})
