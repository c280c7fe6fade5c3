import { implement } from '../../workspace/call.ts'
import * as contracts from './contracts.ts'

export const answer = implement(() => contracts.answer, {
  async run(call, input) {
    switch (input.event) {
      case 'session-start':
        return (await import('./session-start.ts')).sessionStart(call)
      case 'before-edit':
        return (await import('./before-edit.ts')).beforeEdit(call, input)
      case 'before-compact':
        return (await import('./before-compact.ts')).beforeCompact(call, input)
      case 'stop':
        return (await import('./stop.ts')).stop(call, input)
    }
  },
  render: ({ text = '' }) => text,
})
