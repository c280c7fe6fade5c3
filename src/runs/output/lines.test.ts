import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLineSplitter, type LineSink } from './lines.ts'

function split(chunks: readonly (string | Buffer)[], cap?: number): string[] {
  const lines: string[] = []
  const text = (bytes: Buffer, start: number, end: number) => bytes.toString('utf8', start, end)
  const sink: LineSink = {
    line: (bytes, start, end) => lines.push(text(bytes, start, end)),
    part: (bytes, start, end) => lines.push(`+${text(bytes, start, end)}`),
    open: (bytes, start, end) => lines.push(`${text(bytes, start, end)}~`),
    openPart: (bytes, start, end) => lines.push(`+${text(bytes, start, end)}~`),
  }
  const splitter = createLineSplitter(sink, cap)
  for (const chunk of chunks) splitter.push(Buffer.from(chunk))
  splitter.flush()
  return lines
}

test('lines are found across chunks, with and without a last line break', () => {
  expect(split(['one\ntw', 'o\n\nthr', 'ee'])).toEqual(['one', 'two', '', 'three~'])
  expect(split(['one\n'])).toEqual(['one'])
  expect(split([])).toEqual([])
})

test('line breaks of both kinds end a line, a carriage return inside is kept', () => {
  expect(split(['one\r\ntwo\r', '\n10%\r20%\n'])).toEqual(['one', 'two', '10%\r20%'])
})

test('a line beyond the cap comes in parts that say so', () => {
  expect(split(['abcdefghij\nk\n'], 4)).toEqual(['abcd~', '+efgh~', '+ij', 'k'])
  expect(split(['ab', 'cd', 'ef', 'gh', 'ij\nk\n'], 4)).toEqual(['abcd~', '+efgh~', '+ij', 'k'])
})

test('a line of exactly the cap is one line', () => {
  expect(split(['abcd\nabcd'], 4)).toEqual(['abcd', 'abcd~'])
})

test('a part does not end inside a character', () => {
  expect(split(['aüüü\n'], 4)).toEqual(['aü~', '+üü'])
  expect(split(['🔐🔐\n'], 6)).toEqual(['🔐~', '+🔐'])
})

test('bytes that are no characters are cut at the cap', () => {
  expect(split([Buffer.alloc(10, 0x80)], 4)).toHaveLength(3)
})

test('property: parts put together are the input, whatever the chunks and the cap', () => {
  const drawn = fc.stringMatching(/^[aé🔐\n]{0,60}$/u)
  fc.assert(
    fc.property(drawn, fc.array(fc.nat(7), { minLength: 1 }), fc.integer({ min: 4, max: 20 }), (input, sizes, cap) => {
      const lines = split(chunked(Buffer.from(input), sizes), cap)
      const texts = lines.map(line => line.replace(/^\+/, ''))
      expect(texts.map(text => (text.endsWith('~') ? text.slice(0, -1) : `${text}\n`)).join('')).toBe(input)
      for (const line of texts) expect(Buffer.byteLength(line.replace(/~$/, ''))).toBeLessThanOrEqual(cap)
    }),
  )
})

function chunked(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + (sizes[chunks.length % sizes.length] ?? 0)
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return chunks
}
