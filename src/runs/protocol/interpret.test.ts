import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createJsonScanner } from '../result/json-scanner.ts'
import { createInterpreter, type ToolEvent } from './interpret.ts'

async function heard(chunks: readonly Buffer[], longest?: number) {
  const texts: Buffer[] = []
  const events: ToolEvent[] = []
  const files: { name: string; kind?: string; bytes: Buffer }[] = []
  const notes: string[] = []
  const interpreter = createInterpreter(
    {
      text: async bytes => void texts.push(Buffer.from(bytes)),
      event: async event => void events.push(event),
      note: async ({ text }) => void notes.push(text),
      largeObject() {
        const parts: Buffer[] = []
        const scanner = createJsonScanner({ deepest: 0, close: () => undefined })
        return {
          push(bytes) {
            parts.push(Buffer.from(bytes))
            scanner.push(bytes)
          },
          get failed() {
            return scanner.failed
          },
          async end() {
            const whole = Buffer.concat(parts)
            if (scanner.end()) events.push({ type: 'result', value: JSON.parse(whole.toString()) })
            else texts.push(whole)
          },
        }
      },
      attachment() {
        const parts: Buffer[] = []
        return {
          write: bytes => void parts.push(bytes),
          drop: () => undefined,
          end(named) {
            files.push({ ...named, bytes: Buffer.concat(parts) })
            return { text: named.name }
          },
        }
      },
    },
    longest,
  )
  for (const chunk of chunks) await interpreter.push(chunk)
  await interpreter.end()
  return { text: Buffer.concat(texts).toString(), events, files, notes }
}

/** As a pipe gives it. */
function inChunks(text: string, size = 65_536): Buffer[] {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

const SAID = `hello
{"type":"progress","message":"half","percent":50}
{ not json
{"type":"other","x":1}
{"type":"log","level":"stderr","line":"oops"}
{
  "ok": true,
  "data": { "list": [1, 2] }
}
{
  no object
}
bye`

test('however the output is cut into chunks, the same is heard', async () => {
  const whole = await heard([Buffer.from(SAID)])
  expect(whole.events).toEqual([
    { type: 'progress', message: 'half', percent: 50 },
    { type: 'log', level: 'stderr', line: 'oops' },
    { type: 'result', value: { ok: true, data: { list: [1, 2] } } },
  ])
  expect(whole.text).toBe('hello\n{ not json\n{"type":"other","x":1}\n{\n  no object\n}\nbye')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(SAID.length), { maxLength: 12 }), async cuts => {
      const bytes = Buffer.from(SAID)
      const at = [0, ...cuts.sort((a, b) => a - b), bytes.length]
      const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end))
      expect(await heard(chunks)).toEqual(whole)
    }),
  )
})

test('nothing that a program writes is lost, whatever it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.constantFrom('{', '}', '\n', 'a', '"', ':', ',') }), async said => {
      const { text, events } = await heard([Buffer.from(said)])
      if (events.length === 0) expect(text).toBe(said)
    }),
  )
})

test('a line that begins like an event and never ends is text', async () => {
  const long = `{"type":"log","line":"${'x'.repeat(5000)}`
  expect(await heard([Buffer.from(long), Buffer.from('more\n{"ok":true}\n')], 4096)).toEqual({
    text: `${long}more\n`,
    events: [{ type: 'result', value: { ok: true } }],
    files: [],
    notes: [],
  })
})

const content = Buffer.from(Array.from({ length: 300_001 }, (_, index) => (index * 7919) % 256))

test('a large attachment is decoded as it comes, wherever its line is cut', async () => {
  const base64 = content.toString('base64')
  const before = `{"type":"attachment","kind":"screenshot","name":"a \\"b\\".png","base64":"${base64}"}\n`
  const after = `{"type": "attachment", "base64": "${base64}", "name": "late.bin"}\n`
  const said = `one\n${before}two\n${after}{"ok":true}\n`
  for (const size of [65_536, 65_537, 1021, 65_535]) {
    const { files, notes, text, events } = await heard(inChunks(said, size))
    expect(files.map(({ name, kind }) => [name, kind])).toEqual([
      ['a "b".png', 'screenshot'],
      ['late.bin', undefined],
    ])
    expect(files.every(({ bytes }) => bytes.equals(content))).toBe(true)
    expect([notes, text, events]).toEqual([
      ['a "b".png', 'late.bin'],
      'one\ntwo\n',
      [{ type: 'result', value: { ok: true } }],
    ])
  }
})

test('an attachment whose line is too long, broken or cut short is dropped and said to be', async () => {
  const base64 = content.toString('base64')
  const lost = 'an attachment that cannot be read is not kept'
  const head = '{"type":"attachment","name":"x","base64":"'
  const ok = { type: 'result', value: { ok: true } }
  for (const [said, longest] of [
    [`${head}${base64}"}\n{"ok":true}\n`, 200_000],
    [`${head}${base64}", broken\n{"ok":true}\n`, undefined],
    [`${head}${base64.slice(0, 200_000)}%%%${base64.slice(200_000)}"}\n{"ok":true}\n`, undefined],
  ] as const)
    expect(await heard(inChunks(said), longest)).toEqual({ text: '', files: [], notes: [lost], events: [ok] })
  expect(await heard(inChunks(`${head}${base64}`))).toMatchObject({ files: [], notes: [lost] })
})

test('what only begins like an attachment is held and told as before', async () => {
  const other = { type: 'attachment', size: 3, name: 'x', base64: content.toString('base64') }
  const { events, files } = await heard(inChunks(`${JSON.stringify(other)}\n`))
  expect(files).toEqual([])
  expect(events).toEqual([{ type: 'attachment', name: 'x', base64: other.base64 }])
})
