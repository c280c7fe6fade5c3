import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packTerms, unpackTerms } from '../packed.ts'
import { termsOf } from '../words/tokenize.ts'
import { cosineSimilarity, packVector, unitVector } from './packed.ts'
import { ollama, openAi } from './remote.ts'
import { textEmbedder, train } from './statistical.ts'

const numbers = (text: string) => unpackTerms(packTerms(termsOf(text)))
const cosine = (a: Float32Array, b: Float32Array) => cosineSimilarity(packVector(a), unitVector(b)) ?? Number.NaN

test('words of the same texts come near each other, others do not', () => {
  const topics = ['walrus seal tusk ice', 'tram street ticket station', 'flour oven bread', 'verse rhyme poem', 'a b c']
  const texts = topics.flatMap(topic => Array.from({ length: 12 }, (_, n) => numbers(`${topic} extra${n}`)))
  const place = textEmbedder(train([...texts, numbers('walrus tram'), numbers('ice street')], 4))
  const [walrus, seal, ticket] = ['walrus', 'seal', 'ticket'].map(word => place(numbers(word)))
  if (walrus === undefined || seal === undefined || ticket === undefined) throw new Error('no vectors')
  expect(cosine(walrus, seal)).toBeGreaterThan(0.9)
  expect(cosine(walrus, ticket)).toBeLessThan(0.5)
})

test('the same texts always give the same model, and none an empty one', () => {
  const texts = ['a walrus on the ice', 'the ice breaks', 'a walrus swims', 'trams go'].map(numbers)
  expect(train(texts, 3)).toEqual(train(texts, 3))
  expect(textEmbedder(train([], 3))(numbers('walrus'))).toHaveLength(0)
})

test('packing a vector keeps its direction within a few percent', () => {
  const vectors = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 400 })
  fc.assert(
    fc.property(vectors, values => {
      const vector = Float32Array.from(values)
      fc.pre(Math.hypot(...vector) > 0.01)
      expect(cosine(vector, vector)).toBeGreaterThan(0.97)
    }),
  )
  expect(cosineSimilarity(packVector(new Float32Array(3)), new Float32Array(4))).toBeUndefined()
})

interface Asked {
  readonly path: string
  readonly body: { model: string; input: string[]; encoding_format?: string }
  readonly key: string | undefined
}

/** A server that speaks the protocol and remembers what it was asked. */
async function serve(answer: (asked: Asked) => { status?: number; body: unknown }) {
  const asked: Asked[] = []
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body']
    const one = { path: `${request.method} ${request.url}`, body, key: request.headers.authorization }
    asked.push(one)
    const { status = 200, body: text } = answer(one)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(text))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked, [Symbol.dispose]: () => void server.close() }
}

test('Ollama is asked by its own protocol', async () => {
  using server = await serve(({ body }) => ({ body: { embeddings: body.input.map(text => [text.length, 1]) } }))
  const vectors = await ollama({ url: `${server.url}/`, model: 'nomic-embed-text' }).embed(['ab', 'abc'])
  expect(vectors.map(vector => [...vector])).toEqual([
    [2, 1],
    [3, 1],
  ])
  expect(server.asked).toEqual([
    { path: 'POST /api/embed', body: { model: 'nomic-embed-text', input: ['ab', 'abc'] }, key: undefined },
  ])
})

test('an OpenAI-compatible endpoint is asked with its key, and its answers are put in order', async () => {
  using server = await serve(({ body }) => ({
    body: { data: body.input.map((text, index) => ({ index, embedding: [text.length] })).reverse() },
  }))
  const vectors = await openAi({ url: `${server.url}/v1`, model: 'm', key: 'k' }).embed(['a', 'bb'])
  expect(vectors.map(([first]) => first)).toEqual([1, 2])
  expect(server.asked).toEqual([
    {
      path: 'POST /v1/embeddings',
      body: { model: 'm', input: ['a', 'bb'], encoding_format: 'float' },
      key: 'Bearer k',
    },
  ])
})

test.each([
  ['an error', { status: 500, body: {} }, 'it answered 500'],
  ['too few vectors', { body: { embeddings: [] } }, 'it did not answer with 1 vectors'],
  ['no numbers', { body: { embeddings: [['x']] } }, 'it did not answer with 1 vectors'],
])('%s is a refusal that names the address', async (_, answer, why) => {
  using server = await serve(() => answer)
  await expect(ollama({ url: server.url, model: 'm' }).embed(['a'])).rejects.toMatchObject({
    code: 'io_error',
    message: expect.stringContaining(why),
  })
})

test('nobody there is a refusal too', async () => {
  await expect(openAi({ url: 'http://127.0.0.1:9', model: 'm' }).embed(['a'])).rejects.toMatchObject({
    code: 'io_error',
  })
})
