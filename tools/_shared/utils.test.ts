import { expect, test } from 'vitest'
import { command } from './utils.ts'

test('a program that is not there is told by its name', async () => {
  await expect(command(['no-such-program-anywhere'])).rejects.toThrow(
    'no-such-program-anywhere cannot be started: there is no such program in PATH.',
  )
})

test('of an output without end the first and the last lines are kept', async () => {
  const { output, code } = await command(['seq', '1', '200000'])
  expect(code).toBe(0)
  expect(output.length).toBeLessThanOrEqual(60_001)
  expect([output[0], output.at(-1)]).toEqual(['1', '200000'])
  expect(output.some(line => /^\(\d+ lines left out\)$/.test(line))).toBe(true)
})

test('what takes too long is ended, and what it started is not waited for', async () => {
  expect(await command('sleep 20 & sleep 20; true', { timeoutSeconds: 0.2 })).toMatchObject({
    timed_out: true,
    duration_ms: expect.toSatisfy((took: number) => took < 20_000),
  })
})
