import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonLines } from './json-lines.ts'

async function split(chunks: readonly Buffer[]): Promise<{ objects: string; others: string[] }> {
  const others: string[] = []
  const objects = await text(jsonLines(Readable.from(chunks), line => others.push(line)))
  return { objects, others }
}

test('objects pass as they are, whatever else is printed is told apart', async () => {
  const chunks = ['{"a":1}\nWelcome!\n{"b"', ':2}\n[1]\n{broken\n\n', '{"c":3}\n'].map(part => Buffer.from(part))
  const { objects, others } = await split(chunks)
  expect(objects).toBe('{"a":1}\n{"b":2}\n{"c":3}\n')
  expect(others).toEqual(['Welcome!', '[1]', '{broken'])
})

test('however the bytes are cut, the same objects come out', async () => {
  const whole = Buffer.from('{"text":"größe"}\nnoise\n{"x":[1,2]}\n')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: whole.length })), async cuts => {
      const places = [0, ...cuts.sort((a, b) => a - b), whole.length]
      const chunks = places.slice(1).map((end, index) => whole.subarray(places[index], end))
      expect(await split(chunks)).toEqual({ objects: '{"text":"größe"}\n{"x":[1,2]}\n', others: ['noise'] })
    }),
    { numRuns: 50 },
  )
})
