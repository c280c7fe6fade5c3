import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ProgressParams, risingProgress } from './call-progress.ts'

test('progress always rises, whatever an operation reports', () => {
  const step = fc.record(
    { message: fc.string(), done: fc.integer({ min: 0, max: 50 }), total: fc.integer({ min: 1, max: 50 }) },
    { requiredKeys: ['message'] },
  )
  fc.assert(
    fc.property(fc.array(step), steps => {
      const sent = sentFor(steps, () => 1000)
      for (const [index, { progress, total }] of sent.entries()) {
        expect(progress).toBeGreaterThan(sent[index - 1]?.progress ?? 0)
        if (total !== undefined) expect(total).toBeGreaterThanOrEqual(progress)
      }
    }),
  )
})

test('a flood is thinned out, and the end is always told', () => {
  const steps = Array.from({ length: 1000 }, (_, index) => ({ message: `${index + 1}`, done: index + 1, total: 1000 }))
  expect(sentFor(steps, () => 0).map(({ message }) => message)).toEqual(['1', '1000'])
})

function sentFor(steps: readonly Parameters<ReturnType<typeof risingProgress>>[0][], pause: () => number) {
  const sent: ProgressParams[] = []
  let now = 0
  const report = risingProgress(
    () => {
      now += pause()
      return now
    },
    params => sent.push(params),
  )
  for (const step of steps) report(step)
  return sent
}
