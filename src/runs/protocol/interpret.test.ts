import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createInterpreter, type ToolEvent } from './interpret.ts'

async function heard(chunks: readonly Buffer[], longest?: number) {
  const texts: Buffer[] = []
  const events: ToolEvent[] = []
  const interpreter = createInterpreter(
    {
      text: async bytes => void texts.push(Buffer.from(bytes)),
      event: async event => void events.push(event),
    },
    longest,
  )
  for (const chunk of chunks) await interpreter.push(chunk)
  await interpreter.end()
  return { text: Buffer.concat(texts).toString(), events }
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
  })
})
