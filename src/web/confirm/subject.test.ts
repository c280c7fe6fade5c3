import { expect, test } from 'vitest'
import { subjectOf } from './subject.ts'

test.each([
  ['change.accept_command', { id: 'greet', argv: ['true'] }, '/changes/greet'],
  ['secrets.grant', { name: 'KEY', tool: 'deploy' }, '/tools/deploy'],
  ['tool.run', { name: 'npm:test' }, '/tools/npm%3Atest'],
  ['trust.grant', {}, undefined],
])('%s leads to its page', (operation, input, href) => {
  expect(subjectOf({ operation, input })).toBe(href)
})
