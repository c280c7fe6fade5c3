import { call, done, type Order } from '../orders.ts'
import type { Write } from '../writes.ts'
import { INTERACTION, INTERACTION_FILE, INTERACTION_ID } from './tools.ts'

const ID = 'single-sign-on'
const FEATURE = call('feature.create', { title: 'Single sign-on', spec: 'One login.' }, 'created')
const PONDER = call('ponder.create', { title: 'One login' }, 'pondered')
const FEEDBACK = call('feedback.add', { text: 'Two clicks to sign out.' }, 'heard')
const MILESTONE = call('milestone.create', { title: 'One login', features: [ID] }, 'aimed')
const ACCEPTANCE = call('milestone.acceptance', { id: 'one-login', content: 'Sign in.' }, 'acceptable')

/** One row per shape of write; what only changes a card in another way is in `boardExempt`. */
export const boardWrites: readonly Write[] = [
  row(call('feature.create', { title: 'Single sign-on', spec: 'One login.' })),
  row(call('feature.write', { id: ID, artifact: 'spec', content: 'Another.' }), FEATURE),
  row(call('feature.approve', { id: ID, artifact: 'spec' }), FEATURE),
  row(call('task.add', { title: 'Sign out', id: ID }), FEATURE),
  row(call('escalation.raise', { title: 'Which provider?', feature: ID }), FEATURE),
  row(call('ponder.capture', { id: 'one-login', name: 'notes', content: 'Two.' }), PONDER),
  row(call('investigation.create', { title: 'Login fails', context: 'error' })),
  row(call('feedback.promote', { id: 'f-001', to: 'feature' }), FEEDBACK),
  row(call('milestone.uat', { id: 'one-login' }), FEATURE, MILESTONE, ACCEPTANCE),
  {
    name: 'tool.add_to',
    prepare: lab => lab.write(INTERACTION_FILE, INTERACTION),
    order: call('tool.add_to', { name: 'greet', interaction_id: INTERACTION_ID, target: 'feature' }),
  },
]

/** The same write as another row: one card, with or without one text beside it. */
export const boardExempt: readonly string[] = [
  'feature.reject',
  'feature.waive',
  'feature.advance',
  'feature.rework',
  'feature.link',
  'task.start',
  'task.complete',
  'task.reopen',
  'task.block',
  'escalation.resolve',
  'ponder.create',
  'ponder.session',
  'ponder.move',
  'ponder.commit',
  'investigation.write',
  'investigation.advance',
  'investigation.park',
  'feedback.add',
  'feedback.enrich',
  'feedback.archive',
  'milestone.create',
  'milestone.order',
  'milestone.acceptance',
  'milestone.verdict',
  'milestone.release',
  'milestone.skip',
]

function row(order: Order & { readonly call: string }, ...before: readonly Order[]): Write {
  return {
    name: order.call,
    prepare: async lab => {
      for (const earlier of before) await done(lab, earlier)
    },
    order,
  }
}
