import { actFixtures } from './fixtures/act.ts'
import { agentFixtures } from './fixtures/agents.ts'
import { askFixtures } from './fixtures/ask.ts'
import { askIndexFixtures } from './fixtures/ask-index.ts'
import { backupFixtures } from './fixtures/backups.ts'
import { boardFixtures } from './fixtures/board.ts'
import { explorationFixtures } from './fixtures/explorations.ts'
import { reviewFixtures } from './fixtures/reviews.ts'
import { secretsFixtures } from './fixtures/secrets.ts'
import { setupFixtures } from './fixtures/setup.ts'
import { specFixtures } from './fixtures/specs.ts'
import { toolsFixtures } from './fixtures/tools.ts'
import { agent, type Lab } from './lab.ts'

/** One call of an operation, made in the same way by every door on a workspace that was prepared alike. */
export interface Fixture {
  /** What there is before; gives the ids that the input needs. */
  prepare?(lab: Lab): Promise<Record<string, unknown>>
  readonly input: Readonly<Record<string, unknown>> | ((made: Record<string, unknown>) => Record<string, unknown>)
  /** What is compared in place of an answer that one door gives earlier than another: a run at its end. */
  settle?(lab: Lab, value: Record<string, unknown>): Promise<unknown>
  /** The only door that mounts it; by its name, the others do not know it. */
  readonly only?: 'cli'
}

/** By the operation's name. An operation without one fails the suite: it is called by nobody before it ships. */
export const fixtures: Readonly<Record<string, Fixture>> = {
  ...askIndexFixtures,
  ...reviewFixtures,
  'adr.list': { prepare: decided, input: {} },
  'adr.show': { prepare: decided, input: { id: 'ADR-001' } },
  'adr.record': {
    prepare: changing,
    input: {
      title: 'Use — one port',
      context: 'Two servers.',
      decision: 'One port.\nAlways.',
      rationale: 'Bookmarks.',
    },
  },
  'change.accept_command': { prepare: changing, input: { id: 'fix-login', argv: ['echo', 'a "word"'] } },
  'change.withdraw_command': {
    prepare: async lab => {
      await changing(lab)
      return lab.call('change.accept_command', { id: 'fix-login', argv: ['echo', 'a "word"'] })
    },
    input: { id: 'fix-login', argv: ['echo', 'a "word"'] },
  },
  'change.advance': { prepare: changing, input: { content: 'After "login"\nthe wrong page.', title: 'The page' } },
  'change.tick': {
    prepare: async lab => {
      await changing(lab)
      lab.write('sdd/changes/fix-login/tasks.md', '- [ ] "one"\n')
      return {}
    },
    input: { id: 'fix-login', task: 1, text: '"one"' },
  },
  'change.archive': { prepare: cancelled, input: { id: 'fix-login' } },
  'change.artifact': { prepare: described, input: { id: 'fix-login', stage: 'describe' } },
  'change.cancel': { prepare: changing, input: { id: 'fix-login' } },
  'change.flows': { input: {} },
  'change.list': { prepare: cancelled, input: { status: 'cancelled', limit: 5 } },
  'change.pause': { prepare: changing, input: { id: 'fix-login' } },
  'change.reopen': { prepare: cancelled, input: { id: 'fix-login', stage: 'describe', reason: 'It is "back".' } },
  'change.start': { input: { type: 'fix', size: 'small', description: 'Größe: "login" $(redirects)' } },
  'change.status': { prepare: described, input: { change_id: 'fix-login' } },
  'change.switch': { prepare: paused, input: { id: 'fix-login' } },
  'config.get': { prepare: named, input: { key: 'project.name' } },
  'config.list': { prepare: named, input: {} },
  'config.set': { input: { key: 'project.name', value: 'a shop; with "quotes" and $(words)' } },
  'config.set_person': { input: { key: 'runs.concurrency', value: '2' } },
  'config.unset': { prepare: named, input: { key: 'project.name' } },
  'config.unset_person': {
    prepare: async lab => lab.call('config.set_person', { key: 'runs.concurrency', value: '2' }),
    input: { key: 'runs.concurrency' },
  },
  'context.check': { prepare: decided, input: { change_description: 'Which port', detail_level: 'full' } },
  'doctor.adopt_home': { input: {} },
  'doctor.check': { input: {} },
  'doctor.repair': { input: {} },
  'flow.attention': { input: {} },
  'flow.next': { prepare: described, input: {} },
  'flow.start': { input: { what: 'Fix the "login" redirect', size: 'small' } },
  'gate.list': { prepare: gated, input: {} },
  'gate.run': { prepare: trusted, input: { name: 'unit' }, settle: atItsEnd },
  'guide.list': { input: {} },
  'guide.show': { input: { name: 'working-with-furrow' } },
  'memory.compact': { prepare: remembered, input: { older_than_days: 1 } },
  'memory.context': { prepare: remembered, input: { limit: 5 } },
  'memory.delete': { prepare: remembered, input: { id: 1 } },
  'memory.erase': { prepare: remembered, input: { id: 1 } },
  'memory.explore': { input: { title: 'Sign-on', goals: 'one password', unknowns: 'which provider?' } },
  'memory.export': { prepare: remembered, input: {} },
  'memory.get': { prepare: related, input: { id: 1, depth: 1 } },
  'memory.history': { prepare: revised, input: { id: 1 } },
  'memory.import': { prepare: exported, input: made => ({ content: made['content'] }) },
  'memory.import_database': { input: { file: 'nothing-here.db' } },
  'memory.progress': { input: { content: '{"step":"two"}' } },
  'memory.projects': { prepare: remembered, input: {} },
  'memory.projects_merge': { prepare: elsewhere, input: { from: 'elsewhere', into: 'workspace' } },
  'memory.projects_split': { prepare: remembered, input: { as: 'own', ids: [1] } },
  'memory.relate': { prepare: remembered, input: { from_id: 1, to_id: 2, relation_type: 'relates_to', note: 'both' } },
  'memory.restore_revision': { prepare: revised, input: { id: 1, revision: 1 } },
  'memory.save': { input: { title: 'Ports', content: 'We bind 4747 — "always".\nNever 0.0.0.0.', type: 'decision' } },
  'memory.search': { prepare: remembered, input: { query: 'ports', limit: 3, detail_level: 'full' } },
  'memory.session_end': {
    prepare: async lab => lab.call('memory.session_start', { id: 'morning' }),
    input: { id: 'morning', summary: 'Chose the port.' },
  },
  'memory.session_start': { input: { id: 'morning', directory: 'src' } },
  'memory.stats': { prepare: remembered, input: {} },
  'memory.suggest_topic_key': { input: { title: 'Which port do we bind', type: 'decision' } },
  'memory.tidy': { prepare: repeated, input: { limit: 5 } },
  'memory.timeline': { prepare: remembered, input: { observation_id: 2, before: 1, after: 1 } },
  'memory.topics': { prepare: remembered, input: {} },
  'memory.unrelate': { prepare: related, input: { id: 1 } },
  'memory.update': { prepare: remembered, input: { id: 1, title: 'Ports, again' } },
  'memory.vectors': { prepare: remembered, input: { most: 10 } },
  'request.confirm': { prepare: asked, input: made => ({ id: made['id'] }) },
  'request.dismiss': { prepare: asked, input: made => ({ id: made['id'] }) },
  'request.list': { prepare: asked, input: { status: 'pending' } },
  'request.show': { prepare: asked, input: made => ({ id: made['id'] }) },
  'run.cancel': {
    prepare: async lab => lab.call('run.exec', { argv: ['sleep', '600'] }),
    input: made => ({ id: made['id'] }),
    settle: atItsEnd,
  },
  'run.again': {
    prepare: ran,
    input: made => ({ id: made['id'], command: "sh -c 'echo one; echo two'" }),
    settle: atItsEnd,
  },
  'run.delete': { prepare: ran, input: made => ({ id: made['id'] }) },
  'run.exec': { input: { argv: ['echo', 'a "word"'], label: 'say' }, settle: atItsEnd, only: 'cli' },
  'run.list': { prepare: ran, input: { status: 'succeeded', limit: 5 } },
  'run.nested': { prepare: ran, input: made => ({ id: made['id'] }) },
  'run.pin': { prepare: ran, input: made => ({ id: made['id'], pinned: true }) },
  'run.show': { prepare: ran, input: made => ({ id: made['id'] }) },
  'run.tail': { prepare: ran, input: made => ({ id: made['id'], from: 2, count: 1 }) },
  'run.wait': { prepare: ran, input: made => ({ id: made['id'], seconds: 1 }) },
  'run.watch': { prepare: ran, input: made => ({ id: made['id'] }), only: 'cli' },
  ...boardFixtures,
  ...backupFixtures,
  ...askFixtures,
  ...agentFixtures,
  ...explorationFixtures,
  ...secretsFixtures,
  'server.rotate_token': { input: {} },
  ...setupFixtures,
  ...specFixtures,
  'store.log': { prepare: named, input: { limit: 5 } },
  'store.show': { prepare: lastOperation, input: made => ({ id: made['id'] }) },
  'store.undo': { prepare: lastOperation, input: made => ({ id: made['id'] }) },
  'token.create': { input: { name: 'ci', allow: ['trust'], days: 3 } },
  'token.list': { prepare: async lab => lab.call('token.create', { name: 'ci', allow: ['trust'] }), input: {} },
  'token.revoke': {
    prepare: async lab => lab.call('token.create', { name: 'ci', allow: ['trust'] }),
    input: { name: 'ci' },
  },
  ...actFixtures,
  ...toolsFixtures,
  'trust.grant': { prepare: shown, input: made => ({ shown: made['shown'] }) },
  'trust.revoke': { prepare: gated, input: {} },
  'trust.status': { prepare: gated, input: {} },
  'workspace.status': { prepare: named, input: {} },
  'workspace.where': { input: {} },
}

async function changing(lab: Lab): Promise<Record<string, unknown>> {
  return lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix login' })
}

async function described(lab: Lab): Promise<Record<string, unknown>> {
  await changing(lab)
  return lab.call('change.advance', { content: 'After login the wrong page is shown.' })
}

async function cancelled(lab: Lab): Promise<Record<string, unknown>> {
  await described(lab)
  return lab.call('change.cancel', { id: 'fix-login' })
}

async function paused(lab: Lab): Promise<Record<string, unknown>> {
  await described(lab)
  await lab.call('change.pause', { id: 'fix-login' })
  return lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix logout' })
}

async function decided(lab: Lab): Promise<Record<string, unknown>> {
  await changing(lab)
  const decision = { context: 'Two servers.', decision: 'One port.', rationale: 'Bookmarks.' }
  return lab.call('adr.record', { title: 'Use one port', ...decision })
}

async function named(lab: Lab): Promise<Record<string, unknown>> {
  return lab.call('config.set', { key: 'project.name', value: 'shop' })
}

async function lastOperation(lab: Lab): Promise<Record<string, unknown>> {
  await named(lab)
  const { entries } = await lab.call('store.log', {})
  return { id: entries[0]?.id }
}

async function asked(lab: Lab): Promise<Record<string, unknown>> {
  const { details } = await lab.refusal('config.set_person', { key: 'runs.concurrency', value: '2' }, agent)
  return { id: details?.['request'] }
}

async function remembered(lab: Lab): Promise<Record<string, unknown>> {
  await lab.call('memory.save', { title: 'Ports', content: 'The server binds port 4747.', type: 'decision' })
  await lab.call('memory.save', { title: 'Names', content: 'Hosts are exact; ports too.', type: 'learning' })
  return {}
}

async function repeated(lab: Lab): Promise<Record<string, unknown>> {
  await remembered(lab)
  return lab.call('memory.save', { title: 'Ports again', content: 'The server binds port 4747.', type: 'decision' })
}

async function elsewhere(lab: Lab) {
  await remembered(lab)
  return lab.call('memory.save', { title: 'Theirs', content: 'Kept under another name.', project: 'elsewhere' })
}

async function related(lab: Lab): Promise<Record<string, unknown>> {
  await remembered(lab)
  return lab.call('memory.relate', { from_id: 1, to_id: 2, relation_type: 'relates_to' })
}

async function revised(lab: Lab): Promise<Record<string, unknown>> {
  await remembered(lab)
  return lab.call('memory.update', { id: 1, content: 'The server binds port 4747 or the next free one.' })
}

async function exported(lab: Lab): Promise<Record<string, unknown>> {
  await remembered(lab)
  return { content: JSON.stringify(await lab.call('memory.export', {})) }
}

/** Whom the doors take for the caller where a person's token opens the operation. */
export const tokenHolder = { kind: 'agent', id: 'token:parity', door: 'cli' } as const

/** Trust is given to what the caller has seen. */
async function shown(lab: Lab): Promise<Record<string, unknown>> {
  await gated(lab)
  return lab.call('trust.status', {}, tokenHolder)
}

async function gated(lab: Lab): Promise<Record<string, unknown>> {
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n    command: echo fine\n')
  return {}
}

async function trusted(lab: Lab): Promise<Record<string, unknown>> {
  await gated(lab)
  await lab.call('trust.status', {})
  return lab.call('trust.grant', {})
}

async function ran(lab: Lab): Promise<Record<string, unknown>> {
  const { id } = await lab.call('run.exec', { argv: ['sh', '-c', 'echo one; echo two'] })
  return lab.call('run.wait', { id })
}

async function atItsEnd(lab: Lab, value: Record<string, unknown>): Promise<unknown> {
  return lab.call('run.wait', { id: String(value['id']) })
}
