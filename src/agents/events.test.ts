import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../../tests/lab.ts'
import { createMasker } from '../runs/mask/masker.ts'
import { agentEventsFile, answerIn, readAgentEvents } from './events.ts'
import { openJournal } from './session/journal.ts'

const ID = '20260102-101500-a1b'

test('events are read from an offset on; a torn or damaged line hides no other', async () => {
  await using lab = await openLab()
  const place = { workspace: lab.app.workspace, home: lab.app.home }
  const file = agentEventsFile(place, ID)
  lab.write('.sdlc/.runs/here', '')
  const event = (n: number, text: string) => `${JSON.stringify({ n, t: 1, type: 'text', text })}\n`
  fs.writeFileSync(file, `${event(1, 'one')}{broken\nnull\n${event(4, 'two')}{"n":5,"t":1,"ty`)
  const page = readAgentEvents(place, ID, 0)
  expect(page.events.map(({ text }) => text)).toEqual(['one', 'two'])
  fs.appendFileSync(file, 'pe":"ended","text":"done"}\n')
  expect(readAgentEvents(place, ID, page.next).events).toMatchObject([{ type: 'ended' }])
  expect(answerIn(place, ID)).toBe('done')
})

test('a run without events has none', async () => {
  await using lab = await openLab()
  const place = { workspace: lab.app.workspace, home: lab.app.home }
  expect(readAgentEvents(place, ID, 0)).toEqual({ events: [], next: 0, more: false })
  expect(answerIn(place, ID)).toBeNull()
})

test('the answer is what was said last, a value in two pieces is masked, and turns are counted', async () => {
  await using lab = await openLab()
  const folder = path.join(lab.root, 'log')
  const masker = createMasker([{ name: 'KEY', value: 'correct-horse' }])
  const journal = await openJournal({ file: path.join(lab.root, 'e.jsonl'), folder, masker, logBytes: 2 ** 20 })
  journal.say('text', 'Let me look.')
  journal.add({ type: 'tool', call: '1', status: 'in_progress' })
  journal.add({ type: 'tool', call: '1', status: 'completed', output: 'correct-horse' })
  journal.say('text', 'It is correct-')
  journal.say('text', 'horse.')
  expect([journal.turns, journal.answer]).toEqual([2, 'It is ***.'])
  await journal.finish()
  expect(lab.read('e.jsonl')).not.toContain('horse')
})

test('D9 events cut at every byte and with any byte changed: what is whole is read, and reading changes nothing', async () => {
  await using lab = await openLab()
  const place = { workspace: lab.app.workspace, home: lab.app.home }
  const file = agentEventsFile(place, ID)
  lab.write('.sdlc/.runs/here', '')
  const lines = ['one', 'two', 'three'].map((text, n) => `${JSON.stringify({ n: n + 1, t: 1, type: 'text', text })}\n`)
  const sound = Buffer.from(lines.join(''))
  for (let at = 0; at <= sound.length; at += 1) {
    const cut = sound.subarray(0, at)
    fs.writeFileSync(file, cut)
    expect(readAgentEvents(place, ID, 0).events).toHaveLength(cut.toString().split('\n').length - 1)
    if (at === sound.length) break
    const flipped = Buffer.from(sound)
    flipped[at] = (flipped[at] ?? 0) ^ 0x80
    fs.writeFileSync(file, flipped)
    // A line that lost its end takes the next one with it.
    expect(readAgentEvents(place, ID, 0).events.length).toBeGreaterThanOrEqual(1)
    expect(fs.readFileSync(file).equals(flipped)).toBe(true)
  }
})
