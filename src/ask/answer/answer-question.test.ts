import { EventEmitter, once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'
import type { OutputOf } from '../../operation/contract.ts'
import { fenced } from '../../store/documents/markdown/fenced.ts'
import { nextTurnId, titleFrom } from '../threads/title.ts'
import type { answer } from './contracts.ts'
import { extract } from './extract.ts'

test('an answer that nobody wrote says so, and gives each passage with its path and lines', () => {
  const source = { path: 'src/a.ts', lines: [3, 4] as [number, number], excerpt: 'one\ntwo\n', score: 1 }
  expect(extract([source])).toBe(
    '*Extracted, not written: this passage fits the question best, word for word.*\n\n**src/a.ts:3-4**\n\n```ts\none\ntwo\n```',
  )
  expect(extract([])).toContain('Nothing in this codebase fits the question.')
})

test('whatever a passage holds, its fence ends where the passage ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('`', '~', 'a', '\n', ' ') }), text => {
      const lines = fenced(text).split('\n')
      const [open = ''] = lines
      expect(lines.slice(1, -1).some(line => line.trim() === open)).toBe(false)
      expect(lines.at(-1)).toBe(open)
    }),
  )
})

test('turns are numbered on from the highest, whatever is missing', () => {
  const turns = fc.array(fc.integer({ min: 1, max: 2000 }).map(n => ({ id: `turn-${String(n).padStart(3, '0')}` })))
  fc.assert(
    fc.property(turns, all => {
      expect(all.map(({ id }) => id)).not.toContain(nextTurnId(all))
    }),
  )
  expect(nextTurnId([])).toBe('turn-001')
})

test('a title is one line and not too long, whatever was asked', () => {
  fc.assert(
    fc.property(fc.string(), question => {
      const title = titleFrom(question)
      expect(title).not.toMatch(/[\n\t]/)
      expect(title.length).toBeLessThanOrEqual(81)
    }),
  )
})

test('a question whose search was cut off says so, and the thread goes on', async () => {
  await using lab = await openLab()
  const { thread_id: id } = await lab.call('ask.answer', { question: 'First?', way: 'extract' })
  const file = `.sdlc/tool-interactions/ama/${id}.yaml`
  lab.write(file, lab.read(file).replace('status: answered', 'status: searching'))
  expect((await lab.call('thread.show', { id })).turns).toMatchObject([
    { status: 'failed', problem: expect.stringContaining('Ask again'), completed_at: expect.any(String) },
  ])
  await lab.call('ask.answer', { question: 'Second?', way: 'extract', thread_id: id })
  expect((await lab.call('thread.show', { id })).turns.map(turn => turn.status)).toEqual(['failed', 'answered'])
})

test('a question is asked once, however often it is tried with the same operation id', async () => {
  await using lab = await openLab()
  const actor = { kind: 'person', id: 'person', door: 'cli' } as const
  const input = { question: 'Once?', way: 'extract' }
  const [first, second] = [
    await lab.app.call('ask.answer', input, { actor, operationId: 'one' }),
    await lab.app.call('ask.answer', input, { actor, operationId: 'one' }),
  ]
  expect(second).toMatchObject({ ok: true, value: first.ok ? first.value : undefined })
  expect((await lab.call('thread.list', {})).threads).toMatchObject([{ turns: 1 }])
})

test('an agent that nobody set up is replaced by the passages, with the reason', async () => {
  await using lab = await openLab()
  lab.write('src/a.ts', 'export const answer = 42\n')
  const asked = await lab.call('ask.answer', { question: 'What is the answer?', way: 'agent' })
  expect(asked).toMatchObject({ status: 'answered', way: 'extract', problem: expect.stringContaining('agent') })
})

test('a follow-up is sought together with what was asked before', async () => {
  await using lab = await openLab()
  lab.write('src/cookies.ts', 'export function setSessionCookie() {\n  return "session"\n}\n')
  lab.write('src/ports.ts', 'export function choosePort() {\n  return 4747\n}\n')
  const first = await lab.call('ask.answer', { question: 'Where is the session cookie set?', way: 'extract' })
  const second = await lab.call('ask.answer', {
    question: 'And what does it return?',
    way: 'extract',
    thread_id: first.thread_id,
  })
  expect(second.sources.map(({ path: file }) => file)).toContain('src/cookies.ts')
})

test('an agent whose question takes too long is told where the passages will be, and finds them there', async () => {
  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  const found = { sources: [], index: { state: 'fresh', files: 0, chunks: 0, skipped: 0 } }
  const apart = () => opened.then(() => found as never)
  await using lab = await openLab({ runInWorker: apart })
  const outcome = await lab.app.call(
    'ask.answer',
    { question: 'Where?' },
    { actor: agent, traits: { indexPatienceSeconds: 0 } },
  )
  if (!outcome.ok) throw new Error(outcome.error.message)
  const { thread_id, turn_id, instructions, ...asked } = outcome.value as OutputOf<typeof answer>
  expect(asked).toMatchObject({ status: 'searching', sources: [], synthesis: null })
  expect(instructions).toContain(thread_id)
  gate.emit('open')
  const turn = () => lab.call('ask.turn', { thread_id, turn_id }, agent)
  await expect.poll(async () => (await turn()).status, { timeout: 60_000 }).toBe('answering')
  expect(await turn()).toMatchObject({ way: 'client' })
})

test('an answer is stored by whoever wrote it, and a question that is not there takes none', async () => {
  await using lab = await openLab()
  const { thread_id, turn_id, instructions } = await lab.call('ask.answer', { question: 'Why?', way: 'client' })
  expect(instructions).toContain(turn_id)
  await lab.call('ask.store', { thread_id, turn_id, synthesis: 'Because.' })
  expect(await lab.call('ask.turn', { thread_id, turn_id })).toMatchObject({ synthesis: 'Because.', way: 'client' })
  expect(await lab.refusal('ask.store', { thread_id, turn_id: 'turn-009', synthesis: 'x' })).toMatchObject({
    code: 'not_found',
    fix: `furrow ask threads show ${thread_id}`,
  })
})

test('a file is read by its lines, and only below the root, as text, and not too large', async () => {
  await using lab = await openLab()
  lab.write('src/a.ts', 'one\r\ntwo\nthree\n')
  lab.write('b.bin', 'a\0b')
  expect(await lab.call('ask.file', { path: 'src/a.ts', from: 2, to: 99 })).toEqual({
    path: 'src/a.ts',
    from: 2,
    to: 3,
    total: 3,
    lines: ['two', 'three'],
  })
  expect((await lab.call('ask.file', { path: 'src/a.ts', from: 50 })).lines).toEqual([])
  expect(await lab.refusal('ask.file', { path: 'b.bin' })).toMatchObject({ code: 'unsupported_type' })
  expect(await lab.refusal('ask.file', { path: 'nowhere.ts' })).toMatchObject({ code: 'not_found' })
  expect(await lab.refusal('ask.file', { path: '../home/x' })).toMatchObject({ code: 'usage' })
  fs.symlinkSync(os.tmpdir(), path.join(lab.root, 'out'))
  expect(await lab.refusal('ask.file', { path: 'out/x' })).toMatchObject({ code: 'usage' })
  fs.truncateSync(path.join(lab.root, 'b.bin'), 20 * 2 ** 20)
  expect(await lab.refusal('ask.file', { path: 'b.bin' })).toMatchObject({ code: 'too_large' })
})
