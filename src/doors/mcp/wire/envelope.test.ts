import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Envelope, EnvelopeScan } from './envelope.ts'

test.each([
  ['at the beginning', '{"jsonrpc":"2.0","id":7,"method":"a","params":{"x":[1,{"id":9}]}}', 7],
  ['at the end', '{"method":"a","params":{"id":1,"x":"}\\",\\"id\\":2"},"id":"last"}', 'last'],
  ['with blanks around it', ' { "method" : "a" , "id" : -3 } ', -3],
  ['with an escaped key and value', '{"method":"a","\\u0069d":"\\u00e9\\n"}', 'é\n'],
  ['twice', '{"id":1,"method":"a","id":2}', 2],
  ['nowhere', '{"method":"a","params":{"id":1}}', undefined],
  ['as an object', '{"method":"a","id":{"id":1}}', undefined],
  ['as a fraction', '{"method":"a","id":1.5}', undefined],
  ['as null', '{"method":"a","id":null}', undefined],
  ['in a batch', '[{"id":1,"method":"a"}]', undefined],
  ['longer than an id is', `{"method":"a","id":"${'x'.repeat(2000)}"}`, undefined],
])('the id %s', (_where, text, id) => {
  expect(scanned(Buffer.from(text), [])).toEqual({ id, isResponse: false })
})

test('a response is told from a request', () => {
  expect(scanned(Buffer.from('{"id":1,"result":{"method":"a"}}'), [])).toEqual({ id: 1, isResponse: true })
})

test('reads what a parser reads, however the bytes are cut', () => {
  const keys = fc.oneof(fc.constantFrom('id', 'method', 'params', 'jsonrpc'), fc.string({ unit: 'grapheme' }))
  const ids = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.maxSafeInteger(), fc.jsonValue())
  const messages = fc.tuple(fc.dictionary(keys, fc.jsonValue()), fc.option(ids)).map(([message, id]) => {
    const { id: _unused, ...rest } = message
    return id === null ? rest : { ...rest, id, after: [{ id: 0 }] }
  })
  fc.assert(
    fc.property(messages, fc.array(fc.integer({ min: 1, max: 9 })), fc.nat({ max: 2 }), (message, sizes, indent) => {
      const bytes = Buffer.from(JSON.stringify(message, null, indent))
      const { id } = message as { id?: unknown }
      const isId = typeof id === 'string' || Number.isSafeInteger(id)
      const isResponse = isId && !Object.hasOwn(message, 'method')
      expect(scanned(bytes, sizes)).toEqual({ id: isId ? JSON.parse(JSON.stringify(id)) : undefined, isResponse })
    }),
  )
})

test('whatever passes by, there is no exception', () => {
  fc.assert(fc.property(fc.uint8Array(), bytes => void scanned(bytes, [])))
})

function scanned(bytes: Uint8Array, sizes: readonly number[]): Envelope {
  const scan = new EnvelopeScan()
  let from = 0
  for (const size of sizes) {
    scan.push(bytes.subarray(from, from + size))
    from += size
  }
  scan.push(bytes.subarray(from))
  return scan.envelope
}
