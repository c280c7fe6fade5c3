import fc from 'fast-check'

/** A message as bytes, and what JSON-RPC says about its answer. */
export interface Sent {
  readonly bytes: Buffer
  readonly expected: Expected
}

/** `none` for what is not answered; the code is left open where a method may also succeed. */
export type Expected =
  | { readonly kind: 'none' }
  | { readonly kind: 'answer'; readonly id: string | number | null; readonly code?: number }

export type Era = '2025-11-25' | '2026-07-28'

const PARSE = -32700
const REQUEST = -32600
const METHOD = -32601
const PARAMS = -32602

/** Messages that are wrong in one known way, then valid ones with bytes and values changed at random. */
export function malformed(count: number, era: Era, seed: number): Sent[] {
  const known = corpus(era)
  const sent: Sent[] = []
  const choices = fc.sample(fc.tuple(fc.nat(), fc.nat(), mutation), { numRuns: count, seed })
  for (const [index, [pick, , change]] of choices.entries()) {
    const id = `m${index}`
    const make = known[pick % (known.length * 3)]
    sent.push(make === undefined ? mutated(id, era, change) : make(id))
  }
  return sent
}

/** The largest lines: they are few, because they are large. Each is answered with its id, wherever that is. */
export function oversized(era: Era): Sent[] {
  const params = { name: 'furrow_status', arguments: { id: 'inner', a: '"id":"no",'.repeat(2 ** 20) } }
  const { id, ...rest } = request('big', 'tools/call', params, era) as { id: string }
  const sent = (message: object, expected: string | null): Sent => ({
    bytes: Buffer.from(JSON.stringify(message)),
    expected: { kind: 'answer', id: expected, code: REQUEST },
  })
  return [sent({ id: `${id}-first`, ...rest }, 'big-first'), sent({ ...rest, id }, 'big'), sent(rest, null)]
}

function corpus(era: Era): ((id: string) => Sent)[] {
  const text = (make: (id: string) => string, expected: (id: string) => Expected) => (id: string) => ({
    bytes: Buffer.from(make(id)),
    expected: expected(id),
  })
  const value = (make: (id: string) => unknown, expected: (id: string) => Expected) =>
    text(id => JSON.stringify(make(id)), expected)
  const fails =
    (code: number) =>
    (id: string): Expected => ({ kind: 'answer', id, code })
  const nobody = (code: number) => (): Expected => ({ kind: 'answer', id: null, code })
  const silent = (): Expected => ({ kind: 'none' })
  const ask = (method: string, params?: object) => (id: string) => request(id, method, params, era)
  return [
    text(() => '{"jsonrpc":"2.0",', nobody(PARSE)),
    text(() => 'GET / HTTP/1.1', nobody(PARSE)),
    text(() => '\u0000\u0000\u0000', nobody(PARSE)),
    text(() => '['.repeat(100_000), nobody(PARSE)),
    text(() => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, nobody(PARSE)),
    () => ({ bytes: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x7d]), expected: nobody(PARSE)() }),
    id => ({
      bytes: Buffer.concat([
        Buffer.from(`{"jsonrpc":"2.0","id":"${id}","method":"`),
        Buffer.from([0xed, 0xa0, 0x80]),
        Buffer.from('"}'),
      ]),
      expected: nobody(PARSE)(),
    }),
    text(() => '[]', nobody(REQUEST)),
    value(id => [ask('ping')(id), ask('ping')(`${id}b`)], nobody(REQUEST)),
    text(() => '"text"', nobody(REQUEST)),
    text(() => 'null', nobody(REQUEST)),
    value(() => ({ jsonrpc: '2.0', id: null, method: 'tools/list' }), nobody(REQUEST)),
    value(() => ({ jsonrpc: '2.0', id: 1.5, method: 'tools/list' }), nobody(REQUEST)),
    value(() => ({ jsonrpc: '2.0', id: {}, method: 'tools/list' }), nobody(REQUEST)),
    text(() => '{"jsonrpc":"2.0","id":1152921504606846976,"method":"tools/list"}', nobody(REQUEST)),
    value(id => ({ id, method: 'tools/list' }), fails(REQUEST)),
    value(id => ({ jsonrpc: '1.0', id, method: 'tools/list' }), fails(REQUEST)),
    value(id => ({ jsonrpc: '2.0', id }), fails(REQUEST)),
    value(id => ({ jsonrpc: '2.0', id, method: { name: 'tools/list' } }), fails(REQUEST)),
    value(id => ({ jsonrpc: '2.0', id, method: 'tools/call', params: ['furrow_status'] }), fails(PARAMS)),
    value(ask('tools/call'), fails(PARAMS)),
    value(ask('tools/call', { name: 7 }), fails(PARAMS)),
    value(ask('tools/call', { name: 'furrow_status', arguments: 'none' }), fails(PARAMS)),
    value(ask('tools/call', { name: 'no_such_tool', arguments: {} }), fails(PARAMS)),
    value(ask('prompts/get', {}), fails(PARAMS)),
    value(ask('prompts/get', { name: '../../etc/passwd' }), fails(PARAMS)),
    value(ask('resources/read', { uri: 'furrow://guides/../../package.json' }), fails(PARAMS)),
    value(ask('no/such/method', {}), fails(METHOD)),
    value(ask('__proto__', {}), fails(METHOD)),
    value(ask('constructor', {}), fails(METHOD)),
    value(() => ({ jsonrpc: '2.0', method: 'no/such/notification' }), silent),
    value(() => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'never-asked' } }), silent),
    value(() => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: {} } }), silent),
    value(() => ({ jsonrpc: '2.0', method: 'notifications/progress', params: 7 }), silent),
    value(() => ({ jsonrpc: '2.0', id: 424242, result: {} }), silent),
    value(() => ({ jsonrpc: '2.0', id: 'nobody', error: { code: 1, message: 'x' } }), silent),
    text(
      id => `{"jsonrpc":"2.0","id":"other","id":"${id}","method":"no/such/method","method":"no/such/method"}`,
      // Without its envelope it is wrong in two ways in the 2026 era.
      id => (era === '2026-07-28' ? { kind: 'answer', id } : fails(METHOD)(id)),
    ),
    text(
      id =>
        `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{"name":"furrow_log","arguments":{"__proto__":{"action":"list"}}}}`,
      id => (era === '2026-07-28' ? fails(PARAMS)(id) : { kind: 'answer', id }),
    ),
  ]
}

export function request(id: string, method: string, params: object | undefined, era: Era): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const given = era === '2026-07-28' ? { ...params, _meta } : params
  return { jsonrpc: '2.0', id, method, ...(given !== undefined && { params: given }) }
}

interface Mutation {
  readonly method: string
  readonly params: unknown
  readonly at: number
  readonly bytes: Uint8Array
  readonly cut: number
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  method: fc.constantFrom('tools/list', 'tools/call', 'prompts/list', 'resources/list', 'resources/read', 'ping'),
  params: fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record({
      name: fc.constantFrom('furrow_status', 'sdd_guide', 'furrow_log'),
      arguments: fc.jsonValue({ maxDepth: 3 }),
    }),
    fc.record({ cursor: fc.jsonValue({ maxDepth: 1 }), uri: fc.string(), _meta: fc.jsonValue({ maxDepth: 2 }) }),
  ),
  at: fc.nat(),
  bytes: fc.uint8Array({ minLength: 0, maxLength: 3 }),
  cut: fc.nat({ max: 3 }),
})

function mutated(id: string, era: Era, { method, params, at, bytes, cut }: Mutation): Sent {
  const sound = Buffer.from(JSON.stringify({ ...request(id, method, {}, era), params }))
  const place = at % sound.length
  const changed = Buffer.concat([sound.subarray(0, place), Buffer.from(bytes), sound.subarray(place + cut)])
  // A line feed would make two messages of one.
  const line = Buffer.from(changed.map(byte => (byte === 0x0a || byte === 0x0d ? 0x20 : byte)))
  const expected = verdict(line)
  const kept = expected.kind === 'none' || expected.id === id || expected.id === null
  return kept ? { bytes: line, expected } : { bytes: sound, expected: verdict(sound) }
}

/** What JSON-RPC 2.0 says, read a second time from the specification. */
function verdict(bytes: Buffer): Expected {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return new TextDecoder().decode(bytes).trim() === '' ? { kind: 'none' } : { kind: 'answer', id: null, code: PARSE }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { kind: 'answer', id: null, code: REQUEST }
  const { jsonrpc, id, method } = value as Record<string, unknown>
  const valid = typeof id === 'string' || Number.isSafeInteger(id)
  if (jsonrpc !== '2.0') return { kind: 'answer', id: valid ? (id as string) : null, code: REQUEST }
  if (!('method' in value) && ('result' in value || 'error' in value)) return { kind: 'none' }
  if (!('method' in value)) return { kind: 'answer', id: valid ? (id as string) : null, code: REQUEST }
  if (!('id' in value)) return { kind: 'none' }
  if (!valid) return { kind: 'answer', id: null, code: REQUEST }
  return { kind: 'answer', id: id as string, ...(typeof method !== 'string' && { code: REQUEST }) }
}
