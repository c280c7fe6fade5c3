import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyNotMaskable } from '../../operation/names/variables.ts'
import { createMasker, type Masker } from './masker.ts'

const TOKEN = 'tok_4f9A-77zQ.Lm'
const masker = createMasker([{ name: 'TOKEN', value: TOKEN }])

test('a value is replaced wherever it stands', () => {
  expect(masker.maskText(`a ${TOKEN} b ${TOKEN}`)).toBe('a *** b ***')
})

test('text without a value comes back as the same string', () => {
  const text = 'nothing to see'
  expect(masker.maskText(text)).toBe(text)
})

test('without secrets a chunk passes through uncopied', () => {
  const chunk = Buffer.from('anything')
  expect(createMasker([]).stream().push(chunk)).toBe(chunk)
})

test('a chunk in which nothing can begin a value is not copied', () => {
  const chunk = Buffer.from('@@@@')
  const masked = masker.stream().push(chunk)
  expect(masked.buffer).toBe(chunk.buffer)
  expect(masked.byteOffset).toBe(chunk.byteOffset)
})

test('values that overlap are both gone', () => {
  const both = createMasker([
    { name: 'A', value: 'first-secret-shared' },
    { name: 'B', value: 'shared-second-secret' },
    { name: 'C', value: 'et-sha' },
  ])
  expect(both.maskText('<first-secret-shared-second-secret>')).toBe('<***>')
})

test('the longer of two values that begin alike is taken whole', () => {
  const both = createMasker([
    { name: 'SHORT', value: 'abcdefgh1' },
    { name: 'LONG', value: 'abcdefgh1-and-the-rest' },
  ])
  expect(both.maskText('abcdefgh1-and-the-rest, abcdefgh1-and')).toBe('***, ***-and')
})

test('a value that repeats itself is masked to its end without growing what is held', () => {
  const stream = createMasker([{ name: 'A', value: 'abcabcabcabc' }]).stream()
  const shown = Array.from({ length: 1000 }, () => stream.push(Buffer.from('abc'.repeat(1000))).toString()).join('')
  expect(shown + stream.flush().toString()).toBe('***')
})

test('a finished line is shown at once although its last letter could begin a value', () => {
  const stream = masker.stream()
  expect(stream.push(Buffer.from('wait\n')).toString()).toBe('wait\n')
})

test('what was shown of a wrapped value is at most seven characters and the rest is masked', () => {
  const stream = masker.stream()
  const first = stream.push(Buffer.from(`${TOKEN.slice(0, 7)}\n`)).toString()
  const second = stream.push(Buffer.from(`${TOKEN.slice(7)}|`)).toString()
  expect([first, second]).toEqual([`${TOKEN.slice(0, 7)}\n`, '***|'])
})

test('eight characters of a value are held even at the end of a line', () => {
  const stream = masker.stream()
  expect(stream.push(Buffer.from(`${TOKEN.slice(0, 8)}\n`)).toString()).toBe('')
  expect(stream.flush().toString()).toBe(`${TOKEN.slice(0, 8)}\n`)
})

test('endless blank lines after the beginning of a value are let through', () => {
  const stream = masker.stream()
  stream.push(Buffer.from(TOKEN.slice(0, 10)))
  expect(stream.push(Buffer.alloc(1000, '\n')).toString()).toBe(TOKEN.slice(0, 10) + '\n'.repeat(1000))
})

test('another escape sequence than a colour does not swallow the beginning of a value', () => {
  expect(masker.maskText(`x\u001b[${TOKEN}`)).toBe('x\u001b[***')
  expect(masker.maskText(`t\u001b]8;;${TOKEN}\u0007link`)).toBe('t\u001b]8;;***\u0007link')
})

test('every line of a value of many lines is masked on its own when it is long enough', () => {
  const lines = createMasker([{ name: 'KEY', value: 'first-line-of-key\nshort\nlast-line-of-key' }])
  expect(lines.maskText('last-line-of-key, short, first-line-of-key')).toBe('***, short, ***')
})

test('structured values are masked in keys, strings and numbers, at any depth', () => {
  const numeric = createMasker([
    { name: 'PIN', value: '8841920375' },
    { name: 'TOKEN', value: TOKEN },
  ])
  expect(numeric.maskValue({ a: [{ [TOKEN]: `x${TOKEN}` }], n: 8841920375, m: 5, z: null })).toEqual({
    a: [{ '***': 'x***' }],
    n: '***',
    m: 5,
    z: null,
  })
})

test('values that would mask ordinary words are named instead of masked', () => {
  const { unmaskable, maskText } = createMasker([
    { name: 'FLAG', value: 'true' },
    { name: 'DB', value: 'Password' },
    { name: 'DOTS', value: '........' },
    { name: 'TOKEN', value: TOKEN },
  ])
  expect(unmaskable).toEqual([
    { name: 'FLAG', reason: 'is shorter than 8 characters' },
    { name: 'DB', reason: 'is a common word' },
    { name: 'DOTS', reason: 'repeats one or two characters' },
  ])
  expect(maskText(`true Password ........ ${TOKEN}`)).toBe('true Password ........ ***')
})

test('a value at the end of a line leaves the line break', () => {
  expect(masker.maskText(`a ${TOKEN}\nnext\n`)).toBe('a ***\nnext\n')
  expect(masker.maskText(`${TOKEN}\r\n${TOKEN}\n`)).toBe('***\r\n***\n')
  expect(inChunks(masker, `a ${TOKEN}\nnext\n`, [0])).toBe('a ***\nnext\n')
})

test('a value as a list of its bytes inside a structured value is masked', () => {
  const data = [...Buffer.from(TOKEN)]
  expect(masker.maskValue({ type: 'Buffer', data, more: [1, 2, 3] })).toEqual({
    type: 'Buffer',
    data: '***',
    more: [1, 2, 3],
  })
})

test('numbers that somebody counts are not the bytes of a value', () => {
  const counted = createMasker([{ name: 'PIN', value: '12345678' }])
  const numbers = Array.from({ length: 100 }, (_, at) => at)
  expect(counted.maskText(numbers.join(', '))).toBe(numbers.join(', '))
  expect(counted.maskValue(numbers)).toEqual(numbers)
})

test('a value is found although its first byte in UTF-16 looks like the start of a colour', () => {
  const value = '\u011btina-93-kolo'
  const { stream } = createMasker([{ name: 'X', value }])
  for (const bytes of [Buffer.from(value, 'utf16le'), Buffer.from(value, 'utf16le').swap16()]) {
    const { push, flush } = stream()
    const seen = Buffer.concat([push(bytes), flush()])
    expect(seen.includes(bytes.subarray(2, -2))).toBe(false)
    expect(seen.includes('***')).toBe(true)
  }
})

test('a value is found although half a character of it in UTF-16 looks like the start of a colour', () => {
  const value = '密丛林-丛林-丛林'
  const subject = createMasker([{ name: 'A', value }])
  for (const bytes of [Buffer.from(value, 'utf16le'), Buffer.from(value, 'utf16le').swap16()])
    expect(
      subject
        .stream()
        .push(Buffer.concat([bytes, Buffer.from('|')]))
        .toString('latin1'),
    ).toBe('***|')
})

test('a value that ends a line with = is found wrapped there, and in quoted-printable', () => {
  const subject = createMasker([{ name: 'A', value: 'key=first=second' }])
  expect(subject.maskText('key=\nfirst=\r\nsecond')).toBe('***')
  expect(subject.maskText('to: key=3Dfir=\r\nst=3D=\nsecond=\n')).toBe('to: ***=\n')
})

test('a blank behind a comma belongs to the value, also where a line is broken before it', () => {
  const subject = createMasker([{ name: 'A', value: 'first, second, third' }])
  expect(subject.maskText('first,\n second, third')).toBe('***')
  expect(subject.maskText('first, \nsecond,\u001b[0m third')).toBe('***')
})

test('ordinary output with escapes and numbers comes back as it is', () => {
  const lines = [
    '2026-11-17 12:53:02,123 GET /items?limit=20&q=a%20b&amp;x=%7B status=200',
    JSON.stringify({
      body: JSON.stringify({ path: 'C:\\temp\\x', said: 'a "b" c\n', list: [1, 2, 3, 116, 111, 107] }),
    }),
    '00000000: 746f 6b5f 3400 1122 3344 5566 7788 99aa',
    '=?UTF-8?Q?caf=C3=A9?= =\n \\x41\\101\\u0041 &#65; a=\nb',
  ]
  for (const line of lines) expect(masker.maskText(line)).toBe(line)
})

const letters = fc.constantFrom(...'ab"\\é/&=')
const value = fc.array(letters, { minLength: 8, maxLength: 14 }).map(all => all.join(''))
const usable = fc.array(value, { minLength: 1, maxLength: 4 }).filter(all => all.every(each => !whyNotMaskable(each)))
const noise = fc.array(letters, { maxLength: 12 }).map(all => all.join(''))

test('property: any chunking shows the same as one piece, and no value survives', () => {
  fc.assert(
    fc.property(usable, noise, noise, fc.array(fc.nat(5), { minLength: 1 }), (values, before, after, sizes) => {
      const subject = createMasker(values.map((each, index) => ({ name: `S${index}`, value: each })))
      const text = values.reduce((all, each) => all + each + after, before)
      const whole = subject.maskText(text)
      expect(inChunks(subject, text, sizes)).toBe(whole)
      for (const each of values) expect(whole).not.toContain(each)
    }),
    { numRuns: 300 },
  )
})

function inChunks(subject: Masker, text: string, sizes: readonly number[]): string {
  const stream = subject.stream()
  const bytes = Buffer.from(text)
  const shown: Buffer[] = []
  for (let at = 0, round = 0; at < bytes.length; round++) {
    const size = 1 + (sizes[round % sizes.length] ?? 0)
    shown.push(Buffer.from(stream.push(bytes.subarray(at, at + size))))
    at += size
  }
  return Buffer.concat([...shown, stream.flush()]).toString()
}
