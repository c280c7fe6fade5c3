import type { FaultLab } from './fault-lab.ts'
import { call, done, type Order, type Step } from './orders.ts'
import { agentWrites } from './writes/agents.ts'
import { askWrites } from './writes/ask.ts'
import { backupWrites } from './writes/backups.ts'
import { boardExempt, boardWrites } from './writes/board.ts'
import { explorationWrites } from './writes/explorations.ts'
import { reviewWrites } from './writes/reviews.ts'
import { secretsWrites } from './writes/secrets.ts'
import { setupWrites } from './writes/setup.ts'
import { specWrites } from './writes/specs.ts'
import { toolsWrites } from './writes/tools.ts'

/**
 * Every write that the fault tests put to the test. A domain joins with a row: how the workspace is before, and the
 * write itself. What must hold is the same for all: afterwards everything is as before, or as after an undisturbed run.
 */
export interface Write {
  readonly name: string
  readonly prepare?: (lab: FaultLab) => Promise<void> | void
  readonly order: Order
  /** Kept outside the journal: it has no entry in the log, and a retry may say that it is done already. */
  readonly unlogged?: true
  /**
   * Several writes one after the other, each by the names of what it writes. A crash in between leaves the first of them,
   * each whole, and doing it again does the rest.
   */
  readonly inOrder?: readonly RegExp[]
  /** What several of those writes change, or what git does: in between it may be as it is neither before nor after. */
  readonly passing?: RegExp
  /** What takes it back afterwards, and the files that are then as they were. */
  readonly back?: { readonly order: Order; readonly files: RegExp }
  /** One statement of SQLite and no file-system call of ours: there is nothing of ours that could fail. */
  readonly bySqlite?: true
}

const FIX = { type: 'fix', size: 'small', description: 'Login redirect' }
const FIX_ID = 'login-redirect'
/** With the clock and the dice of a lab: the first request, and the first run. */
const STAMPED = '20260102-101500-777'
const FIRST_RUN = '20260102-101500-007'

export const writes: readonly Write[] = [
  { name: 'config.set makes the file', order: call('config.set', { key: 'project.name', value: 'shop' }) },
  {
    name: 'config.set changes the file',
    prepare: lab => lab.write('.sdlc/config.yaml', '# ours\nproject:\n  name: old # a word\n'),
    order: call('config.set', { key: 'project.name', value: 'shop' }),
  },
  {
    name: 'config.unset',
    prepare: lab => lab.write('.sdlc/config.yaml', 'project:\n  name: old\n  aliases: [older]\n'),
    order: call('config.unset', { key: 'project.name' }),
  },
  { name: 'config.set_person', order: call('config.set_person', { key: 'runs.concurrency', value: '2' }) },
  {
    name: 'config.unset_person',
    prepare: lab => done(lab, call('config.set_person', { key: 'runs.concurrency', value: '2' }, 'earlier')),
    order: call('config.unset_person', { key: 'runs.concurrency' }),
  },
  {
    name: 'workspace.init',
    prepare: lab => lab.write('AGENTS.md', '# Ours\n'),
    order: call('workspace.init', {}),
  },
  {
    name: 'workspace.init --uninstall',
    prepare: lab => done(lab, call('workspace.init', {}, 'earlier')),
    order: call('workspace.init', { uninstall: true }),
  },
  {
    name: 'store.undo',
    prepare: lab => done(lab, call('workspace.init', {}, 'earlier')),
    order: call('store.undo', { id: 'earlier' }),
  },
  {
    name: 'store.undo of a moved folder',
    prepare: async lab => {
      changesFolder(lab)
      await done(lab, { steps: archiving(), id: 'earlier' })
    },
    order: call('store.undo', { id: 'earlier' }),
  },
  {
    name: 'a folder moved with what was written in it',
    prepare: changesFolder,
    order: { steps: archiving(), id: 'op' },
  },
  {
    name: 'trust.grant',
    prepare: async lab => {
      lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n    command: npm test\n')
      await done(lab, call('trust.status', {}, 'shown'))
    },
    order: call('trust.grant', {}),
  },
  {
    name: 'trust.revoke',
    prepare: async lab => {
      lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n    command: npm test\n')
      await done(lab, call('trust.status', {}, 'shown'))
      await done(lab, call('trust.grant', {}, 'earlier'))
    },
    order: call('trust.revoke', {}),
  },
  {
    name: 'token.create',
    order: call('token.create', { name: 'ci', allow: ['trust'] }),
    unlogged: true,
  },
  {
    name: 'token.revoke',
    prepare: lab => done(lab, call('token.create', { name: 'ci', allow: ['trust'] }, 'earlier')),
    order: call('token.revoke', { name: 'ci' }),
    unlogged: true,
  },
  { name: 'server.rotate_token', order: call('server.rotate_token', {}), unlogged: true },
  {
    name: 'request.confirm',
    prepare: lab => asked(lab, call('config.set_person', { key: 'runs.concurrency', value: '2' }, 'asked')),
    order: call('request.confirm', { id: STAMPED }),
    unlogged: true,
    inOrder: [/^home\/config\.yaml$/, /^request /],
  },
  {
    name: 'request.dismiss',
    prepare: lab => asked(lab, call('config.set_person', { key: 'runs.concurrency', value: '2' }, 'asked')),
    order: call('request.dismiss', { id: STAMPED }),
    unlogged: true,
    bySqlite: true,
  },
  {
    name: 'doctor.adopt_home',
    prepare: lab => lab.write('.git/furrow-home.json', '{"home":"/elsewhere","host":"elsewhere","claimed_at":""}\n'),
    order: call('doctor.adopt_home', {}),
    unlogged: true,
  },
  {
    name: 'doctor.repair',
    prepare: async lab => {
      await done(lab, call('config.set', { key: 'project.name', value: 'shop' }, 'earlier'))
      lab.write('.sdlc/config.yaml', 'project: [')
    },
    order: call('doctor.repair', {}),
    unlogged: true,
  },
  {
    name: 'run.pin',
    prepare: lab => done(lab, call('run.exec', { argv: ['true'] }, 'earlier')),
    order: call('run.pin', { id: FIRST_RUN }),
    unlogged: true,
  },
  { name: 'change.start', order: call('change.start', FIX) },
  { name: 'flow.start', order: call('flow.start', { what: 'Fix the login redirect', now: true }) },
  {
    name: 'change.advance',
    prepare: lab => done(lab, call('change.start', FIX, 'started')),
    order: call('change.advance', { content: 'The page is wrong.' }),
  },
  {
    name: 'change.cancel',
    prepare: lab => done(lab, call('change.start', FIX, 'started')),
    order: call('change.cancel', { id: FIX_ID }),
  },
  {
    name: 'change.archive',
    prepare: async lab => {
      await done(lab, call('change.start', FIX, 'started'))
      await done(lab, call('change.cancel', { id: FIX_ID }, 'cancelled'))
    },
    order: call('change.archive', { id: FIX_ID }),
  },
  {
    name: 'change.reopen',
    prepare: async lab => {
      await done(lab, call('change.start', FIX, 'started'))
      await done(lab, call('change.cancel', { id: FIX_ID }, 'cancelled'))
    },
    order: call('change.reopen', { id: FIX_ID, reason: 'again' }),
  },
  {
    name: 'change.accept_command',
    prepare: lab => done(lab, call('change.start', FIX, 'started')),
    order: call('change.accept_command', { id: FIX_ID, argv: ['npm', 'test'] }),
  },
  {
    name: 'change.withdraw_command',
    prepare: async lab => {
      await done(lab, call('change.start', FIX, 'started'))
      await done(lab, call('change.accept_command', { id: FIX_ID, argv: ['npm', 'test'] }, 'accepted'))
    },
    order: call('change.withdraw_command', { id: FIX_ID, argv: ['npm', 'test'] }),
  },
  {
    name: 'change.tick',
    prepare: async lab => {
      await done(lab, call('change.start', FIX, 'started'))
      lab.write(`sdd/changes/${FIX_ID}/tasks.md`, '- [ ] one\n- [ ] two\n')
    },
    order: call('change.tick', { id: FIX_ID, task: 2 }),
  },
  {
    name: 'change.pause',
    prepare: lab => done(lab, call('change.start', FIX, 'started')),
    order: call('change.pause', { id: FIX_ID }),
  },
  {
    name: 'change.switch',
    prepare: async lab => {
      await done(lab, call('change.start', FIX, 'started'))
      lab.write('sdd/changes/other/change.json', pausedChange('other'))
    },
    order: call('change.switch', { id: 'other' }),
  },
  {
    name: 'context.check',
    prepare: lab => done(lab, call('change.start', FIX, 'started')),
    order: call('context.check', {}),
  },
  {
    name: 'adr.record',
    prepare: lab => done(lab, call('change.start', FIX, 'started')),
    order: call('adr.record', { title: 'One login', context: 'c', decision: 'd', rationale: 'r' }),
  },
  ...boardWrites,
  ...backupWrites,
  ...askWrites,
  ...agentWrites,
  ...explorationWrites,
  ...secretsWrites,
  ...setupWrites,
  ...toolsWrites,
  ...reviewWrites,
  ...specWrites,
]

/** Operations that write nothing durable of their own, each with its reason. */
export const exempt: Readonly<Record<string, string>> = {
  ...because('transactions of memory.db, without a file-system call of ours; killed in memory.test.ts', [
    'memory.save',
    'memory.update',
    'memory.delete',
    'memory.erase',
    'memory.relate',
    'memory.unrelate',
    'memory.session_start',
    'memory.session_end',
    'memory.progress',
    'memory.compact',
    'memory.restore_revision',
    'memory.explore',
    'memory.import',
    'memory.import_database',
    'hook.answer',
    'memory.vectors',
    'memory.projects_merge',
    'memory.projects_split',
  ]),
  'secrets.grant_all': 'the file and the write of secrets.grant, with several grants at once',
  ...because('a process and its record, never twice the same; killed in killed-owners.test.ts', [
    'run.again',
    'run.exec',
    'run.cancel',
    'gate.run',
    'ask.index',
    'tool.run',
    'tool.rerun',
    'tool.cancel',
    'tool.setup',
    'tool.test',
    'tool.install',
    'tool.plan',
    'tool.build',
    'tool.evolve',
  ]),
  ...because('a process, its record and letters to its owner; killed in agent-runs.test.ts', [
    'agent.start',
    'agent.resume',
    'agent.stop',
    'agent.permit',
  ]),
  ...because('git writes beside the journal; killed in crash.test.ts as rows of their own', [
    'agent.merge',
    'agent.undo',
  ]),
  'exploration.research': 'starts agents, each a run; the topics are marked in one commit, as exploration.task_update',
  'exploration.accept': 'reads a run through git, then one commit as exploration.cite; git removes the worktree',
  'agent.discard': 'git removes a worktree; what was in it is kept by a ref before',
  ...because('one card, with or without one text beside it, as in the rows of the board', boardExempt),
  'tool.act': 'another operation, which has its row, a link in a record as tool.pin writes it, and a run',
  'feature.budget': 'one transaction of SQLite, and no file',
  'feature.use': 'one statement of SQLite, and no file',
  'ask.answer': 'the question first, then its passages, then its answer; killed in tests/doors/ask.test.ts',
  'tool.options': 'a question to a tool, which leaves nothing behind',
  'tool.delete_interaction': 'the record goes first, and what is left without one is swept by the next run; P8',
  'exploration.share': 'one commit of git, which keeps its own order; no file of ours is written',
  'exploration.settle': 'one commit of the journal, as exploration.abandon, before git is asked',
  'run.delete': 'the record goes first, and what is left without one is swept by the next run; P8',
}

function because(reason: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map(name => [name, reason]))
}

/** Writes by which any domain's operation could be damaged, done by the domain-free store. */
function archiving(): Step[] {
  return [
    { append: 'changes/a/change.json', text: 'archived\n' },
    { write: 'changes/a/report.md', text: 'r'.repeat(9000) },
    { remove: 'changes/a/draft.md' },
    { rename: 'changes/a', to: 'history/2026/a' },
    { append: 'changes/index.md', text: '- a\n' },
    { remove: 'changes/lock.txt' },
    { write: 'docs/history/a.md', text: 'a\n' },
  ]
}

function changesFolder(lab: FaultLab): void {
  lab.write('changes/a/change.json', 'active\n')
  lab.write('changes/a/draft.md', 'draft\n')
  lab.write('changes/a/notes/n.txt', 'kept\n')
  lab.write('changes/index.md', '# changes\n')
  lab.write('changes/lock.txt', 'a\n')
}

/** An agent asks for what only a person may do; with the clock and the dice of a lab its id is known. */
async function asked(lab: FaultLab, order: Order): Promise<void> {
  const reply = await lab.perform({ ...order, actor: { kind: 'agent', id: 'agent', door: 'mcp' } })
  if (reply.ok || !('error' in reply) || reply.error.details?.request !== STAMPED)
    throw new Error(`could not prepare: ${JSON.stringify(reply)}`)
}

function pausedChange(id: string): string {
  const stages = ['describe', 'context-check', 'tasks', 'verify'].map(name => ({ name, status: 'pending' }))
  const at = '2026-01-02T10:15:00.000Z'
  const change = { id, type: 'fix', size: 'small', description: id, stages, current_stage: 'describe', adrs: [] }
  return `${JSON.stringify({ ...change, status: 'paused', created_at: at, updated_at: at }, null, 2)}\n`
}
