import { expect, test } from 'vitest'
import { storyOf } from '../agents/story.ts'
import { answerSoFar } from './answer-so-far.ts'

const event = (n: number, more: Record<string, unknown>) => ({ n, t: n, ...more }) as never

test('what is written so far is what was said last, and what is done since is told beside it', () => {
  const events = [
    event(1, { type: 'text', text: 'I look it up.' }),
    event(2, { type: 'tool', call: 'a', title: 'Read src/login.ts', status: 'completed' }),
  ]
  expect(answerSoFar(storyOf(events).chapters)).toEqual({ text: 'I look it up.', doing: 'Read src/login.ts' })
  const more = [
    ...events,
    event(3, { type: 'text', text: 'By `setCookie`, ' }),
    event(4, { type: 'text', text: 'line 8.' }),
  ]
  expect(answerSoFar(storyOf(more).chapters)).toEqual({ text: 'By `setCookie`, line 8.' })
  expect(answerSoFar([])).toEqual({ text: '' })
})
