import { expect, test } from 'vitest'
import { capitalizedLabel } from './exploration-labels.ts'

test('a sentence begins with a capital letter, a name of a file stays as it is', () => {
  expect(capitalizedLabel('topic 1 is open')).toBe('Topic 1 is open')
  expect(capitalizedLabel('summary.md was edited after it was approved')).toBe(
    'summary.md was edited after it was approved',
  )
  expect(capitalizedLabel('1 summary is open. Approve it.')).toBe('1 summary is open. Approve it.')
})
