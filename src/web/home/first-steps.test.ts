import { expect, test } from 'vitest'
import { destination, headline, reasonsOf, startLabel } from './first-steps.ts'

const proposal = {
  kind: 'change',
  type: 'fix',
  size: 'small',
  stages: ['describe', 'context-check'],
  because: [],
} as const

test('a proposal is told by what it is and its stages, and its button says what it starts', () => {
  const change = { ...proposal, stages: [...proposal.stages], because: [] }
  expect(headline(change)).toBe('Small fix: describe → context check')
  expect(startLabel(change)).toBe('Start change')
  expect(headline({ ...change, kind: 'explore' })).toMatch(/^Explore it first/)
  expect(startLabel({ ...change, kind: 'explore' })).toBe('Start exploration')
  expect(headline({ ...change, kind: 'specify' })).toBe('New specification: describe → context check')
})

test('what was started has a page', () => {
  expect(destination({ exploration: 'why' })).toBe('/explorations/why')
  expect(destination({ specification: 'Shelf' })).toBe('/specs')
  expect(destination({})).toBe('/')
})

test('an exploration is proposed without a type and a size', () => {
  const because = [
    '"How could" asks, and nothing is decided yet',
    'type feature: you said so',
    'size small: you said so',
  ]
  expect(reasonsOf({ kind: 'explore', because })).toEqual(because.slice(0, 1))
  expect(reasonsOf({ kind: 'change', because })).toEqual(because)
})
