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
