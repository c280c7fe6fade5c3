import { implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { allRuntimes } from './find-runtime.ts'

export const runtimes = implement(() => contracts.runtimes, {
  async run(call) {
    const found = allRuntimes(call)
    const used = found.find(({ program }) => program !== undefined)
    return {
      runtimes: found.map(({ name, program }) => ({
        name,
        ...(program !== undefined && { program }),
        used: name === used?.name,
      })),
    }
  },
  render: ({ runtimes: all }) =>
    all.map(({ name, program, used }) => `- ${name}: ${program ?? 'not on PATH'}${used ? ' (used)' : ''}`).join('\n'),
})
