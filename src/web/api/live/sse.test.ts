import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SseMessage, sseReader } from './sse.ts'

const STREAM =
  ': ping\n\nid: 7\nevent: change\ndata: {"seq":7}\n\nevent: reset\n\ndata: a\ndata: b\n\nevent:end\ndata:x\n\n'
const MESSAGES: SseMessage[] = [
  { event: 'change', data: '{"seq":7}', id: '7' },
  { event: 'reset', data: '' },
  { event: 'message', data: 'a\nb' },
  { event: 'end', data: 'x' },
]

const readAll = (pieces: string[]) => {
  const reader = sseReader()
  return pieces.flatMap(piece => reader.push(piece))
}

test('messages are the same however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length)), fc.boolean(), (cuts, crlf) => {
      const stream = crlf ? STREAM.replaceAll('\n', '\r\n') : STREAM
      const points = [0, ...cuts.sort((a, b) => a - b), stream.length]
      const pieces = points.slice(1).map((point, index) => stream.slice(points[index], point))
      expect(readAll(pieces)).toEqual(MESSAGES)
    }),
  )
})

test('an unfinished message waits for its end', () => {
  const reader = sseReader()
  expect(reader.push('data: half')).toEqual([])
  expect(reader.push(' whole\n\n')).toEqual([{ event: 'message', data: 'half whole' }])
})
