import { expect } from 'vitest'
import type { Operations } from '../../../src/app/registry.ts'

// What there is to see of tests/fixtures/0.1, and what is done to it.

export const has = (...parts: unknown[]) => expect.arrayContaining(parts)
export const like = (shape: Record<string, unknown>) => expect.objectContaining(shape)

interface Look {
  readonly name: keyof Operations
  readonly input?: Record<string, unknown>
  readonly shows: Record<string, unknown>
}

export const IN_SHOP: readonly Look[] = [
  {
    name: 'adr.list',
    shows: {
      adrs: [
        like({ id: 'ADR-003', status: 'proposed' }),
        like({ id: 'ADR-002', status: 'accepted' }),
        like({ id: 'ADR-001', status: 'superseded' }),
      ],
    },
  },
  { name: 'adr.show', input: { id: 'ADR-001' }, shows: { title: 'Keep the target in the session' } },
  { name: 'agent.list', shows: { agents: [like({ name: 'mine', command: 'node', default: true })] } },
  { name: 'agent.rules', shows: { rules: [like({ tool: 'edit', action: 'allow' })] } },
  { name: 'ask.status', shows: { state: 'missing' } },
  {
    name: 'board.list',
    shows: { phases: has(like({ phase: 'implementation', features: [like({ id: 'single-sign-on' })] })) },
  },
  {
    name: 'change.list',
    input: { history: true },
    shows: {
      changes: has(
        like({ id: 'export-the-list', status: 'active' }),
        like({ id: 'typo-on-the-start-page', status: 'paused' }),
        like({ id: 'a-banner-nobody-wants', status: 'cancelled' }),
        like({ id: 'rename-the-cookie', status: 'completed' }),
        like({ id: 'login-redirects-to-the-wrong-page' }),
      ),
    },
  },
  {
    name: 'change.artifact',
    input: { id: 'login-redirects-to-the-wrong-page', stage: 'describe' },
    shows: { content: expect.stringContaining('It should be /cart.') },
  },
  { name: 'config.get', input: { key: 'tools.interaction_retention' }, shows: { value: 150, source: 'project' } },
  { name: 'config.get', input: { key: 'runs.concurrency' }, shows: { value: 3, source: 'person' } },
  {
    name: 'escalation.show',
    input: { id: 'e-001' },
    shows: { resolution: 'Keycloak', context: 'Keycloak or Zitadel' },
  },
  {
    name: 'exploration.list',
    shows: {
      projects: has(
        like({ name: 'search', state: 'Summarizing' }),
        like({ name: 'cloud', state: 'Abandoned' }),
        like({ name: 'sign-on', state: 'Completed' }),
      ),
      damaged: [],
    },
  },
  { name: 'exploration.log', shows: { events: has(like({ summary: 'summary.md approved', reason: 'Good.' })) } },
  { name: 'artifact.list', shows: { artifacts: has(like({ path: 'summary.md', standing: 'unlogged' })) } },
  {
    name: 'feature.artifact',
    input: { id: 'single-sign-on', artifact: 'design' },
    shows: { content: 'A proxy in front.\n' },
  },
  {
    name: 'feature.show',
    input: { id: 'single-sign-on' },
    shows: {
      phase: 'implementation',
      tasks: [like({ id: 'T1', status: 'completed' }), like({ id: 'T2', status: 'blocked' })],
    },
  },
  {
    name: 'feedback.list',
    shows: {
      feedback: has(
        like({ id: 'f-001', promoted_to: 'ponder:one-login' }),
        like({ id: 'f-003', enrichments: [like({ text: 'On the phone as well' })] }),
      ),
    },
  },
  { name: 'gate.list', shows: { gates: [like({ name: 'unit' }), like({ name: 'lint', timeout_seconds: 20 })] } },
  {
    name: 'investigation.text',
    input: { id: 'sign-in-is-slow', step: 'triage' },
    shows: { content: expect.stringContaining('Only after midnight.') },
  },
  { name: 'investigation.show', input: { id: 'how-to-grow' }, shows: { status: 'parked', parked_because: 'Later.' } },
  {
    name: 'memory.search',
    input: { query: 'midnight' },
    shows: { hits: has(like({ title: 'parseSessionExpiry reads local time' })) },
  },
  {
    name: 'memory.get',
    input: { id: 1, depth: 1 },
    shows: {
      observation: like({ title: 'Access tokens live thirty minutes' }),
      relations: [like({ note: 'the lifetime moves to the provider' })],
    },
  },
  { name: 'memory.history', input: { id: 1 }, shows: { revisions: [like({ title: 'Access tokens live one hour' })] } },
  { name: 'memory.stats', shows: { sessions: 3, prompts: 1, relations: 1 } },
  {
    name: 'milestone.show',
    input: { id: 'one-login' },
    shows: { acceptance_test: 'Sign in once, use all.\n', uat: [like({ id: 'uat-001', verdict: 'failed' })] },
  },
  { name: 'milestone.show', input: { id: 'faster' }, shows: { status: 'skipped' } },
  { name: 'ponder.artifact', input: { id: 'one-login', name: 'providers' }, shows: { content: 'Keycloak fits.\n' } },
  {
    name: 'request.list',
    shows: {
      requests: has(
        like({ operation: 'secrets.remove', status: 'pending' }),
        like({ operation: 'config.set_person', status: 'dismissed' }),
      ),
    },
  },
  { name: 'secrets.list', shows: { secrets: [like({ name: 'API_KEY' }), like({ name: 'OTHER' })], problems: [] } },
  {
    name: 'spec.context',
    input: { stage: 'requirements', detail_level: 'full' },
    shows: { artifacts: [like({ content: expect.stringContaining('**FR-003**: The reader shall be able to tag') })] },
  },
  { name: 'spec.trace', shows: { uncovered: [] } },
  {
    name: 'store.log',
    input: { limit: 1 },
    shows: { entries: [like({ summary: 'project.aliases set to store,market' })] },
  },
  { name: 'thread.list', shows: { threads: [like({ title: 'Cookies', committed_to: 'feature:signed-cookies' })] } },
  { name: 'thread.list', input: { deleted: true }, shows: { threads: [like({ title: 'Who reads the cookie?' })] } },
  { name: 'token.list', shows: { tokens: [like({ name: 'ci', allow: ['trust', 'grant'] })] } },
  {
    name: 'tool.interactions',
    input: { name: 'reporter' },
    shows: {
      interactions: [
        like({
          status: 'succeeded',
          tags: ['weekly'],
          notes: 'Seven is fine.',
          pinned: true,
          attachments: [like({ name: 'report.csv' })],
        }),
      ],
    },
  },
  {
    name: 'tool.upstream',
    input: { name: 'my-links' },
    shows: { cloned_from: like({ name: 'check-links' }), newer: false, files: [] },
  },
  {
    name: 'trust.status',
    shows: {
      subjects: has(like({ name: 'gates', standing: 'trusted' }), like({ name: 'tool:reporter', standing: 'trusted' })),
    },
  },
  { name: 'backup.list', shows: { backups: [expect.not.objectContaining({ problem: expect.anything() })] } },
]

export const IN_NOTES: readonly Look[] = [
  { name: 'spec.context', shows: { name: 'Notes', mode: 'expert', current_stage: 'clarify' } },
  { name: 'exploration.status', shows: { type: 'design', state: 'Drafting' } },
  { name: 'memory.search', input: { query: 'timer' }, shows: { hits: has(like({ title: 'Notes sync at night' })) } },
]

/** What is done to each kind of thing, one after the other, and what shows that it was. */
export const WRITES: readonly (Look & { readonly read?: Omit<Look, 'shows'> })[] = [
  {
    name: 'adr.record',
    input: { id: 'ADR-003', status: 'accepted' },
    read: { name: 'adr.show', input: { id: 'ADR-003' } },
    shows: { status: 'accepted', title: 'Export as JSON lines' },
  },
  { name: 'context.check', input: {}, read: { name: 'change.status', input: {} }, shows: { id: 'export-the-list' } },
  { name: 'change.advance', input: { content: 'Nothing else writes files.' }, shows: { current_stage: 'spec' } },
  { name: 'change.pause', input: { id: 'export-the-list' }, shows: { status: 'paused' } },
  { name: 'change.switch', input: { id: 'typo-on-the-start-page' }, shows: { status: 'active' } },
  { name: 'change.archive', input: { id: 'rename-the-cookie' }, shows: { id: 'rename-the-cookie' } },
  {
    name: 'config.set',
    input: { key: 'hooks.stop', value: 'off' },
    read: { name: 'gate.list' },
    shows: { gates: [like({ name: 'unit' }), like({ name: 'lint' })] },
  },
  {
    name: 'config.set_person',
    input: { key: 'runs.retention', value: '90' },
    read: { name: 'agent.list' },
    shows: { agents: [like({ name: 'mine' })] },
  },
  { name: 'escalation.resolve', input: { id: 'e-002', resolution: 'We do.' }, shows: { resolution: 'We do.' } },
  {
    name: 'task.complete',
    input: { id: 'single-sign-on', task: 'T2' },
    shows: { id: 'single-sign-on', tasks: [like({ id: 'T1' }), like({ id: 'T2', status: 'completed' })] },
  },
  { name: 'task.add', input: { title: 'Sign in twice' }, shows: { id: 'single-sign-on', current: true } },
  {
    name: 'feature.write',
    input: { id: 'offline-list', artifact: 'spec', content: 'Off line.' },
    shows: { id: 'offline-list' },
  },
  {
    name: 'feedback.promote',
    input: { id: 'f-003', to: 'feature', title: 'One click' },
    read: { name: 'feedback.list' },
    shows: { feedback: has(like({ id: 'f-003', promoted_to: 'feature:one-click' })) },
  },
  {
    name: 'ponder.capture',
    input: { id: 'one-login', name: 'costs', content: 'None.' },
    read: { name: 'ponder.show', input: { id: 'one-login' } },
    shows: { artifacts: has('costs', 'providers') },
  },
  { name: 'investigation.advance', input: { id: 'sign-in-is-slow' }, shows: { step: 'investigate' } },
  {
    name: 'milestone.uat',
    input: { id: 'one-login' },
    shows: { uat: [like({ id: 'uat-001' }), like({ id: 'uat-002' })] },
  },
  {
    name: 'memory.update',
    input: { id: 1, content: 'Back to an hour.' },
    read: { name: 'memory.history', input: { id: 1 } },
    shows: {
      revisions: has(
        like({ title: 'Access tokens live one hour' }),
        like({ content: 'Since the audit. Silent refresh stays.' }),
      ),
    },
  },
  {
    name: 'memory.restore_revision',
    input: { id: 1, revision: 1 },
    shows: { observation: like({ title: 'Access tokens live one hour' }) },
  },
  { name: 'memory.session_start', input: { id: 'evening' }, read: { name: 'memory.stats' }, shows: { sessions: 4 } },
  {
    name: 'spec.reopen',
    input: { stage: 'tasks', reason: 'One is missing.' },
    read: { name: 'spec.context' },
    shows: { current_stage: 'tasks' },
  },
  {
    name: 'thread.update',
    input: { id: 'thread', title: 'The cookie' },
    read: { name: 'thread.list' },
    shows: { threads: has(like({ title: 'The cookie', tags: ['login'] })) },
  },
  {
    name: 'thread.restore',
    input: { id: 'deleted' },
    read: { name: 'thread.list' },
    shows: { threads: has(like({ title: 'Who reads the cookie?' })) },
  },
  {
    name: 'tool.annotate',
    input: { name: 'reporter', id: 'report', tags: ['monthly'] },
    read: { name: 'tool.interactions', input: { name: 'reporter' } },
    shows: { interactions: [like({ tags: ['monthly'], notes: 'Seven is fine.' })] },
  },
  {
    name: 'run.pin',
    input: { id: 'broken', pinned: true },
    read: { name: 'run.show', input: { id: 'broken' } },
    shows: { pinned: true, exit_code: 3 },
  },
  {
    name: 'request.dismiss',
    input: { id: 'request' },
    read: { name: 'request.list', input: { status: 'pending' } },
    shows: { requests: [like({ operation: 'token.create' })] },
  },
  {
    name: 'secrets.set',
    input: { name: 'OTHER', value: 'yet another secret value' },
    read: { name: 'secrets.list' },
    shows: { secrets: [like({ name: 'API_KEY' }), like({ name: 'OTHER' })] },
  },
  {
    name: 'artifact.approve',
    input: { path: 'summary.md' },
    read: { name: 'artifact.list' },
    shows: { artifacts: has(like({ path: 'summary.md', standing: 'approved' })) },
  },
  {
    name: 'exploration.finish',
    input: {},
    read: { name: 'exploration.list' },
    shows: { projects: has(like({ name: 'search', state: 'Completed' }), like({ name: 'sign-on' })) },
  },
]
