import { madeRun } from '../../support/agents.ts'
import type { FaultLab } from '../fault-lab.ts'
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

/** The first run by the clock and the dice of a lab. */
const RUN = '20260102-101500-007'

const FILES = /^workspace\/[abc]\.txt$/
const DECIDED = { inOrder: [FILES, /\.json$/], passing: /\/worktrees\//, unlogged: true } as const

/**
 * What a person decides about an agent's changes: files by the journal, then the record, then git removes the worktree.
 * Killed like the others; what git itself writes is git's to keep, so they are no rows of the other tables.
 */
export const agentDecisions: readonly Write[] = [
  {
    name: 'agent.merge',
    prepare: changed,
    order: call('agent.merge', { id: RUN }),
    ...DECIDED,
    back: { order: call('agent.undo', { id: RUN }, 'back'), files: FILES },
  },
  {
    name: 'agent.undo',
    prepare: async lab => {
      await changed(lab)
      await done(lab, call('agent.merge', { id: RUN }, 'merged'))
    },
    order: call('agent.undo', { id: RUN }),
    ...DECIDED,
  },
]

/** Two files that an agent has changed wait to be merged. */
async function changed(lab: FaultLab): Promise<void> {
  lab.write('a.txt', 'one\n')
  lab.write('b.txt', 'one\n')
  await lab.withApp(app => madeRun({ app, root: lab.root }, { 'a.txt': 'two\n', 'b.txt': 'two\n', 'c.txt': 'new\n' }))
}
