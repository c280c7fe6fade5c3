import { call, done } from '../orders.ts'
import type { Write } from '../writes.ts'

const ADD = { name: 'mine', command: 'my-agent', args: ['--acp'] }
const RULE = { tool: 'edit', files: 'docs/**', action: 'allow' }

export const agentWrites: readonly Write[] = [
  { name: 'agent.add', order: call('agent.add', ADD) },
  {
    name: 'agent.add beside what a person has',
    prepare: lab => done(lab, call('config.set_person', { key: 'runs.concurrency', value: '2' }, 'earlier')),
    order: call('agent.add', ADD),
  },
  {
    name: 'agent.use',
    prepare: async lab => {
      await done(lab, call('agent.add', ADD, 'earlier'))
      await done(lab, call('agent.add', { ...ADD, name: 'other' }, 'later'))
    },
    order: call('agent.use', { name: 'other' }),
  },
  {
    name: 'agent.remove',
    prepare: lab => done(lab, call('agent.add', ADD, 'earlier')),
    order: call('agent.remove', { name: 'mine' }),
  },
  { name: 'agent.rule_set', order: call('agent.rule_set', RULE) },
  {
    name: 'agent.rule_remove',
    prepare: lab => done(lab, call('agent.rule_set', RULE, 'earlier')),
    order: call('agent.rule_remove', { tool: 'edit', files: 'docs/**' }),
  },
]
