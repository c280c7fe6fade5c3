import { expect, test } from 'vitest'
import { needsConsent } from './consent.ts'

const WHEN = "$.action == 'toggle' and $.environment contains 'prod'"

test('a destructive tool always asks, another one when its condition holds for the input', () => {
  expect(needsConsent({ effect: 'destructive' }, {})).toBe(true)
  expect(needsConsent({ effect: 'write' }, {})).toBe(false)
  expect(needsConsent({}, { action: 'toggle' })).toBe(false)
  expect(needsConsent({ confirm_when: WHEN }, { action: 'toggle', environment: 'production' })).toBe(true)
  expect(needsConsent({ confirm_when: WHEN }, { action: 'toggle', environment: 'staging' })).toBe(false)
  expect(needsConsent({ confirm_when: WHEN }, { action: 'list' })).toBe(false)
})

test('a condition that cannot be read asks', () => {
  expect(needsConsent({ confirm_when: '$.action ==' }, {})).toBe(true)
})

test.each(['PROD', 'Production', 'my-pRod'])('texts are compared in any case, so that %s asks too', environment => {
  expect(needsConsent({ confirm_when: WHEN }, { action: 'toggle', environment })).toBe(true)
})

test.each([
  ["$.env == 'live'", { env: 'LIVE' }],
  ["$.tags contains 'live'", { tags: ['a', 'Live'] }],
  ["not $.env == 'staging'", { env: 'Staging' }],
  ["$.env != 'staging'", { env: 'Staging' }],
  ["not $.env != 'live'", { env: 'Live' }],
  ["not (not $.env contains 'prod')", { env: 'PROD' }],
])('where the case decides, a person is asked: %s', (condition, input) => {
  expect(needsConsent({ confirm_when: condition }, input)).toBe(true)
})

test.each([
  ["$.env == 'live'", { env: 'alive' }],
  ["$.env != 'staging'", { env: 'staging' }],
  ["not $.env contains 'stag'", { env: 'staging' }],
])('%s does not ask for what it does not name', (condition, input) => {
  expect(needsConsent({ confirm_when: condition }, input)).toBe(false)
})
