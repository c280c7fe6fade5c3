import { expect, test } from 'vitest'
import { createMasker } from '../../src/runs/mask/masker.ts'
import { leaksOf } from '../support/leaks.ts'
import { encoders, fortySecrets } from '../support/secrets.ts'

const secrets = fortySecrets()
const masker = createMasker(secrets)

test('there are forty secrets and all can be masked', () => {
  expect(secrets).toHaveLength(40)
  expect(masker.unmaskable).toEqual([])
})

test.each(Object.keys(encoders))('X9 %s: nothing of forty secrets is left when cut in two at every byte', encoding => {
  const limit = encoding.startsWith('colour') || encoding.startsWith('every') ? 1000 : Number.POSITIVE_INFINITY
  for (const { name, value } of secrets.filter(({ value }) => value.length < limit))
    expect(leaksOf(masker, encoding, value), name).toEqual([])
})

test('the table for forty secrets and all their encodings stays small', () => {
  const before = process.memoryUsage().arrayBuffers
  const kept = createMasker(fortySecrets())
  const grown = process.memoryUsage().arrayBuffers - before
  expect(kept.unmaskable).toEqual([])
  expect(grown).toBeLessThan(16 * 2 ** 20)
})
