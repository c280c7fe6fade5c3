import { expect, test } from 'vitest'
import type { OperationEntry } from '../../operation/manifest.ts'
import { shell } from '../../operation/shell.ts'
import { answerOf } from './answer.ts'

const entry: OperationEntry = {
  name: 'a.show',
  domain: 'a',
  key: 'show',
  summary: 'Shows.',
  effect: 'read',
  authority: 'anyone',
  input: {},
  output: {},
  cli: { path: 'a show', positionals: ['id'], example: 'furrow a show x' },
}
const asked = { entry, input: { id: 'x' } }

test('a success is its markdown and its whole value', () => {
  expect(answerOf({ ok: true, value: { a: 1 }, text: () => '# One' }, asked)).toEqual({
    content: [{ type: 'text', text: '# One' }],
    structuredContent: { a: 1 },
  })
})

test('a text that is too long is cut between characters and says how to get the rest', () => {
  const answer = answerOf({ ok: true, value: {}, text: () => 'é'.repeat(60_000) }, asked)
  const [content] = answer.content
  const text = content?.type === 'text' ? content.text : ''
  expect(text).not.toContain('\uFFFD')
  expect(text).toMatch(/é\n\n\[38080 of 120000 bytes left out; all of it: furrow a show x --json\]$/)
})

test('a failure is an error with message, fix, every reason and where a person can decide', () => {
  const reasons = [
    { code: 'open', message: 'It is open.', fix: shell`furrow a close x` },
    { code: 'dirty', message: 'It is dirty.', fix: shell`furrow a clean x` },
  ]
  const error = {
    code: 'blocked',
    message: 'It is open.',
    fix: shell`furrow a close x`,
    details: { reasons, address: 'http://127.0.0.1:4747/confirm/1' },
  } as const
  expect(answerOf({ ok: false, error }, asked)).toEqual({
    content: [
      {
        type: 'text',
        text: [
          'blocked: It is open.',
          'fix: furrow a close x',
          'It is dirty. fix: furrow a clean x',
          'A person can decide at http://127.0.0.1:4747/confirm/1',
        ].join('\n'),
      },
    ],
    structuredContent: { error },
    isError: true,
  })
})
