import { expect, test } from 'vitest'
import { encoders } from '../../../tests/support/secrets.ts'
import { createMasker } from '../mask/masker.ts'
import { createJsonMaskStream, maskJson } from './mask-json.ts'

const VALUE = `it's a "secret" \\ 8841920375 & more`
const masker = createMasker([
  { name: 'TEXT', value: VALUE },
  { name: 'PIN', value: '8841920375' },
])
const mask = (value: unknown, indent?: number) =>
  maskJson(Buffer.from(JSON.stringify(value, null, indent)), masker).toString()

test.each(['raw', 'every byte as \\x', 'every unit as \\u', 'shell by jq', 'ASCII JSON by jq', 'CSV by sed'])(
  '%s: a string is masked as what it says, and the text stays JSON',
  way => {
    const text = encoders[way]?.(VALUE).trimEnd()
    expect(JSON.parse(mask({ [`${text}`]: [`<${text}>`, 'a\\"b'], n: 1.5e3 }))).toEqual({
      '***': ['<***>', 'a\\"b'],
      n: 1500,
    })
  },
)

test.each([undefined, 2])('lists of bytes and numbers give way as a whole, indented by %s', indent => {
  const value = { list: [[...Buffer.from(VALUE)], [1, 2]], pin: [8841920375, -1.5], buffer: Buffer.from(`<${VALUE}>`) }
  expect(JSON.parse(mask(value, indent))).toEqual({
    list: ['***', [1, 2]],
    pin: ['***', -1.5],
    buffer: { type: 'Buffer', data: '***' },
  })
})

test('a short value of a secret field gives way as a whole string, and stays as a part and as a name', () => {
  const short = [{ name: 'pin', value: '4321' }]
  const typed = createMasker(short, short)
  const value = { pin: '4321', list: ['4321', '14321'], '4321': 'at 4321', n: 4321, last: '4321' }
  const hidden = { pin: '***', list: ['***', '14321'], '4321': 'at 4321', n: 4321, last: '***' }
  expect(typed.maskValue(value)).toEqual(hidden)
  const json = Buffer.from(JSON.stringify(value, null, 1))
  expect(JSON.parse(maskJson(json, typed).toString())).toEqual(hidden)
  const stream = createJsonMaskStream(typed)
  const parts = [...json].map(byte => stream.push(Buffer.from([byte])))
  expect(JSON.parse(Buffer.concat([...parts, stream.flush()]).toString())).toEqual(hidden)
})

test('what holds nothing comes back byte for byte, at any depth', () => {
  const deep = `${'['.repeat(200_000)}"\\u0041\\/"${']'.repeat(200_000)}`
  expect(maskJson(Buffer.from(deep), masker).toString()).toBe(deep)
})

test('however it comes, a stream of JSON is masked as the whole is', () => {
  // Its backslashes are two as they are written, so only what the string says gives it away.
  const hidden = encoders['every byte as \\x']?.(VALUE).trimEnd() ?? ''
  const long = `${'é\\"\u{1f600}\\u00e9\\\\'.repeat(60_000)}${JSON.stringify(hidden).slice(1, -1)}${'\\\\'.repeat(700_000)}`
  const json = Buffer.from(`{"a":"${long}","n":[${[...Buffer.from(VALUE)].join(',')}],"z":"${long}"}`)
  const whole = JSON.parse(maskJson(json, masker).toString()) as { a: string; n: unknown }
  const said = JSON.parse(`"${long}"`) as string
  expect(whole.n).toBe('***')
  expect(whole.a).toBe(said.replace(hidden, () => '***'))
  for (const size of [65_536, 65_537, 1_048_573]) {
    const stream = createJsonMaskStream(masker)
    const parts: Buffer[] = []
    for (let at = 0; at < json.length; at += size) parts.push(stream.push(json.subarray(at, at + size)))
    expect(JSON.parse(Buffer.concat([...parts, stream.flush()]).toString())).toEqual(whole)
  }
})
