import { expect, test } from 'vitest'
import { questionOf } from './question.ts'

test.each([
  [
    'change.accept_command',
    { id: 'greet', argv: ['node', '--test', 'a b.js'] },
    "Use node --test 'a b.js' as proof of greet?",
  ],
  ['artifact.approve', { path: 'summary.md', also: ['costs.md'] }, 'Approve summary.md, costs.md?'],
  ['trust.grant', {}, 'Trust what this repository wants to execute?'],
  ['tool.run', { name: 'deploy', input: { env: 'production' } }, 'Run the tool deploy (env: production)?'],
  [
    'escalation.resolve',
    { id: 'e-001', resolution: 'Yes,\nboth.' },
    'Answer an escalation (id: e-001, resolution: Yes, both.)?',
  ],
  ['doctor.repair', undefined, 'Answer an escalation?'],
])('%s is asked in words, with all that it would do', (operation, input, question) => {
  expect(questionOf(operation, input, 'Answer an escalation; what waited for it goes on.')).toBe(question)
})
