import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineFramer, type WireLine } from './lines.ts'

test('lines come out as they went in, however the bytes are cut', () => {
  const line = fc.string({ maxLength: 40, unit: 'grapheme' }).map(text => text.replaceAll('\n', ' '))
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat({ max: 30 })), (texts, sizes) => {
      const bytes = Buffer.from(texts.map(text => `${text}\n`).join(''))
      const seen = cut(bytes, sizes).flatMap(chunk => [...lines.push(chunk)])
      expect(seen.map(textOf)).toEqual(texts.filter(text => text !== ''))
    }),
  )
})

test('a line above the limit is reported once and dropped, and the next one is served', () => {
  const small = new LineFramer(10)
  const bytes = Buffer.from(`${'x'.repeat(35)}\nshort\n`)
  const seen = cut(bytes, Array(20).fill(4)).flatMap(chunk => [...small.push(chunk)])
  expect(seen.map(textOf)).toEqual(['too_long', 'short'])
})

test('of a line above the limit the id is known, also when it comes last', () => {
  const small = new LineFramer(10)
  const text = (id: string) => `{"method":"a","params":"${'x'.repeat(35)}","id":"${id}"}\n`
  const seen = cut(Buffer.from(text('a') + text('b')), Array(20).fill(4)).flatMap(chunk => [...small.push(chunk)])
  expect(seen).toEqual(['a', 'b'].map(id => ({ kind: 'too_long', envelope: { id, isResponse: false } })))
})

test('nothing is kept of a line that is being dropped', () => {
  const small = new LineFramer(10)
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  const before = process.memoryUsage().arrayBuffers
  for (let round = 0; round < 50; round += 1) for (const _ of small.push(chunk));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * 1024 * 1024)
})

const lines = new LineFramer(1000)

function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = []
  let from = 0
  for (const size of sizes) {
    chunks.push(bytes.subarray(from, from + size))
    from += size
  }
  return [...chunks, bytes.subarray(from)]
}

function textOf(line: WireLine): string {
  return line.kind === 'line' ? Buffer.from(line.bytes).toString() : line.kind
}
