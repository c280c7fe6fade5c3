import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkMessage, parseBytes, parseMessage } from './message.ts'

const call = (params: unknown, method = 'tools/call') => ({ jsonrpc: '2.0', id: 1, method, params })
const MODERN = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }

test.each([
  ['not JSON', '{', null, -32700],
  ['deeper than any argument', '['.repeat(100_000), null, -32700],
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, -32600],
  ['no object', '42', null, -32600],
  ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 1, -32600],
  ['neither call nor response', '{"jsonrpc":"2.0","id":1}', 1, -32600],
  ['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":7}', 1, -32600],
  ['an id of null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
  ['an id with a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', null, -32600],
  ['an id that JSON cannot carry', '{"jsonrpc":"2.0","id":1152921504606846976,"method":"ping"}', null, -32600],
  ['params in a list', '{"jsonrpc":"2.0","id":"a","method":"ping","params":[1]}', 'a', -32602],
  ['no params', '{"jsonrpc":"2.0","id":1,"method":"tools/call"}', 1, -32602],
])('%s is refused with its code', (_what, text, id, code) => {
  expect(parseMessage(text)).toMatchObject({ kind: 'refused', reply: { jsonrpc: '2.0', id, error: { code } } })
})

test('bytes that are not UTF-8 are a parse error', () => {
  const bytes = Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('"}'),
  ])
  expect(parseBytes(bytes)).toMatchObject({ kind: 'refused', reply: { error: { code: -32700 } } })
})

test.each([
  ['tools/call', {}, 'name must be a string.'],
  ['tools/call', { name: 'a', arguments: [] }, 'arguments must be an object.'],
  ['tools/call', { name: 'a', _meta: 7 }, '_meta is malformed.'],
  ['ping', { _meta: null }, '_meta is malformed.'],
  ['ping', { _meta: { progressToken: {} } }, '_meta is malformed.'],
  ['prompts/get', { name: 'a', arguments: { x: 1 } }, 'arguments must hold strings.'],
  ['resources/read', { uri: 1 }, 'uri must be a string.'],
  ['initialize', { protocolVersion: 'x', capabilities: {} }, 'clientInfo must be an object.'],
])('%s says what is wrong with its params', (method, params, problem) => {
  expect(checkMessage(call(params, method))).toMatchObject({
    reply: { id: 1, error: { code: -32602, message: `${method}: ${problem}` } },
  })
})

test('a method that the 2026 era does not have is passed on there, to be answered as unknown', () => {
  expect(checkMessage(call({ _meta: MODERN }, 'initialize')).kind).toBe('message')
})

test('a notification is never answered, however wrong', () => {
  expect(checkMessage({ jsonrpc: '2.0', method: 'tools/call' }).kind).toBe('ignored')
  expect(checkMessage({ jsonrpc: '2.0', method: 7 }).kind).toBe('ignored')
})

test('a response passes, and one to nobody is ignored', () => {
  expect(checkMessage({ jsonrpc: '2.0', id: 1, result: {} }).kind).toBe('message')
  expect(checkMessage({ jsonrpc: '2.0', id: null, result: {} }).kind).toBe('ignored')
})

test('keys beside those of JSON-RPC do not get through', () => {
  const checked = checkMessage({ ...call({ name: 'a' }), result: {}, error: {}, extra: 1 })
  expect(checked).toEqual({ kind: 'message', message: call({ name: 'a' }) })
})

test('a sound call passes unchanged', () => {
  const params = fc.record({ name: fc.string(), arguments: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })) })
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.maxSafeInteger()), params, (id, given) => {
      const message = JSON.parse(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: given })) as object
      expect(parseMessage(JSON.stringify(message))).toEqual({ kind: 'message', message })
    }),
  )
})

test('brackets inside of texts do not count as depth', () => {
  const name = '[{"\\'.repeat(1000)
  expect(checkMessage(call({ name })).kind).toBe('message')
  expect(parseMessage(JSON.stringify(call({ name }))).kind).toBe('message')
})

test('whatever arrives, there is a verdict and no exception', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.jsonValue().map(value => JSON.stringify({ jsonrpc: '2.0', ...Object(value) })),
      ),
      text => {
        expect(['message', 'refused', 'ignored']).toContain(parseMessage(text).kind)
      },
    ),
  )
})
