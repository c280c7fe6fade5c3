import { expect, test } from 'vitest'
import type { OperationEntry } from '../../../operation/manifest.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { answerOf } from './mcp-answer.ts'

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
const close = {
  ...entry,
  name: 'a.close',
  effect: 'write',
  mcp: { tool: 'a_tool', action: 'close' },
  cli: { path: 'a close', positionals: ['id'], example: 'furrow a close x' },
  input: { type: 'object', properties: { id: { type: 'string' } } },
} as const
const asked = { entry, input: { id: 'x' }, surface: { operations: [entry, close], profile: { kind: 'all' } } } as const

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
  expect(text).toMatch(/é\n\n\[38080 of 120000 bytes left out; the structured content of this answer is whole\]$/)
})

test('a failure is an error with message, the call that fixes it, every reason and where a person can decide', () => {
  const reasons = [
    { code: 'open', message: 'It is open.', fix: shell`furrow a close x` },
    { code: 'dirty', message: 'It is dirty.', fix: shell`git clean x` },
  ]
  const error = {
    code: 'blocked',
    message: 'It is open.',
    fix: shell`furrow a close x`,
    details: { reasons, address: 'http://127.0.0.1:4747/confirm/1' },
  } as const
  const fix_tool = { name: 'a_tool', arguments: { action: 'close', id: 'x' } }
  expect(answerOf({ ok: false, error }, asked)).toEqual({
    content: [
      {
        type: 'text',
        text: [
          'blocked: It is open.',
          'Fix: a_tool {"action":"close","id":"x"}',
          'It is dirty. For a person: git clean x',
          'A person can decide at http://127.0.0.1:4747/confirm/1',
        ].join('\n'),
      },
    ],
    structuredContent: {
      error: {
        code: 'blocked',
        message: 'It is open.',
        fix_tool,
        details: {
          reasons: [{ code: 'open', message: 'It is open.', fix_tool }, reasons[1]],
          address: 'http://127.0.0.1:4747/confirm/1',
        },
      },
    },
    isError: true,
  })
})
