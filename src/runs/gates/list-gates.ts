import { implement } from '../../workspace/call.ts'
import { whyNotTrusted } from '../../workspace/trust/require.ts'
import * as contracts from './contracts.ts'
import { readGates } from './read-gates.ts'

export const list = implement(() => contracts.list, {
  async run(call) {
    const { gates, problems, subject } = readGates(call)
    const trusted = subject !== undefined && whyNotTrusted(call, subject) === undefined
    return { gates: [...gates], problems: [...problems], trusted }
  },
  render({ gates, problems, trusted }) {
    if (gates.length + problems.length === 0) return 'No gates. They are in .sdlc/config.yaml, under gates.'
    return [
      ...gates.map(({ name, command, timeout_seconds }) => `- **${name}** (${timeout_seconds} s): \`${command}\``),
      ...problems.map(({ path, message }) => `- ${path}: ${message}`),
      ...(trusted ? [] : ['', 'Not trusted, so none of them runs: furrow trust']),
    ].join('\n')
  },
})
