import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesNamedIn, isOnlyTrailer, withTrailer } from '../../workspace/commits/change-trailer.ts'
import { claimsDone } from './claims.ts'
import { concernsEdits, momentOf } from './moment.ts'
import { replyFor } from './replies.ts'
import { readTranscript } from './transcript.ts'

test.each([
  ['All done: the redirect works.', true],
  ['I have implemented the export and the tests pass.', true],
  ['The feature is complete.', true],
  ['This is not done yet.', false],
  ['Is it done?', false],
  ['Shall I go on until it is finished?', false],
  ['Once the migration is completed we can go on.', false],
  ['Which of the two do you prefer?', false],
])('%s', (text, expected) => {
  expect(claimsDone(text)).toBe(expected)
})

test('each client names its fields in its own way, and means the same', () => {
  const edit = { files: ['src/a.ts'], again: false }
  expect(momentOf({ session_id: 's', tool_name: 'Edit', tool_input: { file_path: 'src/a.ts' } })).toEqual({
    ...edit,
    session: 's',
    tool: 'Edit',
  })
  expect(momentOf({ sessionId: 's', toolName: 'edit', toolArgs: '{"path":"src/a.ts"}' })).toMatchObject(edit)
  expect(momentOf({ conversation_id: 's', workspace_roots: ['/w'], loop_count: 1 })).toEqual({
    cwd: '/w',
    session: 's',
    files: [],
    again: true,
  })
  expect(momentOf({ tool_input: { command: '*** Begin Patch\n*** Update File: src/a.ts\n@@\n' } }).files).toEqual(
    edit.files,
  )
})

test('whatever a client sends is read without failing', () => {
  fc.assert(fc.property(fc.jsonValue(), value => Array.isArray(momentOf(value).files)))
  fc.assert(fc.property(fc.string(), text => Array.isArray(readTranscript(text).texts)))
})

test('of the tools of Copilot only those that change files concern us', () => {
  expect(concernsEdits('copilot', { tool: 'bash', files: [], again: false })).toBe(false)
  expect(concernsEdits('copilot', { tool: 'str_replace_editor', files: [], again: false })).toBe(true)
  expect(concernsEdits('claude-code', { tool: 'Write', files: [], again: false })).toBe(true)
})

test.each([
  [
    'Claude Code',
    [
      { type: 'user', message: { role: 'user', content: 'hi' } },
      {
        type: 'assistant',
        message: {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Hello.' },
            { type: 'tool_use', input: { file_path: 'a.ts' } },
          ],
        },
      },
    ],
  ],
  [
    'Codex',
    [
      {
        type: 'response_item',
        payload: {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Hello.' }, { input: { path: 'a.ts' } }],
        },
      },
    ],
  ],
])('the record of %s tells what the agent said and what it edited', (_, records) => {
  const text = records.map(record => JSON.stringify(record)).join('\n')
  expect(readTranscript(`not json\n${text}\n`)).toEqual({ texts: ['Hello.'], files: ['a.ts'] })
})

test('the record of Gemini CLI is one document', () => {
  const messages = [
    { type: 'user', content: 'hi' },
    { type: 'gemini', content: 'Hello.' },
  ]
  expect(readTranscript(JSON.stringify({ messages })).texts).toEqual(['Hello.'])
})

test('only blocking ends with 2, and for nobody who blocks by an answer', () => {
  const clients = ['claude-code', 'codex', 'gemini', 'cursor', 'copilot', undefined] as const
  for (const client of clients)
    for (const event of ['session-start', 'before-edit', 'before-compact', 'stop'] as const)
      for (const action of ['none', 'inform', 'warn'] as const)
        expect(replyFor(client, event, { action, text: 'x' }).code).toBe(0)
  expect(replyFor('claude-code', 'stop', { action: 'block', text: 'x' })).toEqual({ code: 2, stderr: 'x\n' })
  expect(replyFor('copilot', 'before-edit', { action: 'block', text: 'x' })).toEqual({
    code: 0,
    stdout: '{"permissionDecision":"deny","permissionDecisionReason":"x"}\n',
  })
})

test.each([
  ['fix: login\n', 'fix: login\n\nFurrow-Change: a\n'],
  ['fix: login', 'fix: login\n\nFurrow-Change: a\n'],
  [
    'fix: login\n\nWhy.\n\nSigned-off-by: X <x@y>\n',
    'fix: login\n\nWhy.\n\nSigned-off-by: X <x@y>\nFurrow-Change: a\n',
  ],
  ['fix: login\n\n# Please enter\n#\n', 'fix: login\n\nFurrow-Change: a\n\n# Please enter\n#\n'],
  ['\n# Please enter\n', '\n\nFurrow-Change: a\n\n# Please enter\n'],
  ['x\n\nFurrow-Change: b\n', 'x\n\nFurrow-Change: b\n'],
  [
    'x\n# ------------------------ >8 ------------------------\n# below\ndiff\n',
    'x\n\nFurrow-Change: a\n# ------------------------ >8 ------------------------\n# below\ndiff\n',
  ],
])('the trailer of %j', (message, expected) => {
  expect(withTrailer(message, 'a')).toBe(expected)
})

test('the trailer is added once to any message, and nothing of the message is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('word', '', '# note', 'Key: value', ' more'), { maxLength: 8 }), lines => {
      const message = lines.join('\n')
      const once = withTrailer(message, 'fix-login')
      expect(withTrailer(once, 'fix-login')).toBe(once)
      expect(changesNamedIn(once)).toEqual(['fix-login'])
      expect(words(once)).toEqual([...words(message), 'Furrow-Change: fix-login'].sort())
    }),
  )
})

test('a message that is nothing but the trailer is no message', () => {
  expect(isOnlyTrailer('\n\nFurrow-Change: a\n# comment\n')).toBe(true)
  expect(isOnlyTrailer('fix\n\nFurrow-Change: a\n')).toBe(false)
  expect(isOnlyTrailer('# comment\n')).toBe(false)
})

function words(text: string): string[] {
  return text
    .split('\n')
    .filter(line => line.trim() !== '')
    .sort()
}
