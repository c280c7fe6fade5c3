import fs from 'node:fs'
import path from 'node:path'
import { FLAT } from '../../fixtures/explorations.ts'
import type { FaultLab } from '../fault-lab.ts'
import { call, done as prepare } from '../orders.ts'
import type { Write } from '../writes.ts'

const TITLE = 'Single sign-on'

export const explorationWrites: readonly Write[] = [
  { name: 'exploration.start', prepare: onBranch, order: call('exploration.start', { title: TITLE }) },
  { name: 'exploration.type_copy', order: call('exploration.type_copy', { name: 'standard', as: 'team' }) },
  { name: 'exploration.note', prepare: exploring, order: call('exploration.note', { text: 'Why?', kind: 'question' }) },
  {
    name: 'exploration.note_resolve',
    prepare: asked,
    order: call('exploration.note_resolve', { id: 'n1', answer: 'So.' }),
  },
  { name: 'exploration.edit', prepare: exploring, order: call('exploration.edit', { title: 'Which sign-on?' }) },
  { name: 'exploration.task_create', prepare: exploring, order: call('exploration.task_create', { name: 'JWT' }) },
  {
    name: 'exploration.task_update',
    prepare: exploring,
    order: call('exploration.task_update', { id: '001', status: 'completed', refs: ['oauth.md'] }),
  },
  { name: 'exploration.task_delete', prepare: exploring, order: call('exploration.task_delete', { id: '001' }) },
  { name: 'artifact.add', prepare: exploring, order: call('artifact.add', { path: 'oauth.md', task: '001' }) },
  {
    name: 'artifact.write',
    prepare: exploring,
    order: call('artifact.write', { path: 'costs.md', content: 'Little.', task: '001' }),
  },
  {
    name: 'exploration.cite',
    prepare: exploring,
    order: call('exploration.cite', { source: 'https://example.org/oauth', excerpt: 'It fits.', task: '001' }),
  },
  {
    name: 'exploration.conclude',
    prepare: exploring,
    order: call('exploration.conclude', { text: 'It fits.', confidence: 'low', would_change: 'A browser.' }),
  },
  { name: 'exploration.withdraw', prepare: cited, order: call('exploration.withdraw', { id: 's1' }) },
  {
    name: 'exploration.attach',
    prepare: exploring,
    order: call('exploration.attach', { path: '.sow/project/oauth.md' }),
  },
  { name: 'exploration.advance', prepare: resolved, order: call('exploration.advance', {}) },
  { name: 'artifact.new', prepare: summarizing, order: call('artifact.new', { kind: 'summary' }) },
  { name: 'artifact.approve', prepare: summarized, order: call('artifact.approve', { path: 'summary.md' }) },
  { name: 'artifact.reject', prepare: summarized, order: call('artifact.reject', { path: 'summary.md', note: 'No.' }) },
  { name: 'artifact.remove', prepare: summarized, order: call('artifact.remove', { path: 'summary.md' }) },
  { name: 'exploration.reopen', prepare: summarized, order: call('exploration.reopen', { reason: 'More.' }) },
  { name: 'exploration.complete', prepare: approved, order: call('exploration.complete', {}) },
  { name: 'exploration.revise', prepare: finalizing, order: call('exploration.revise', { reason: 'More.' }) },
  // Commit, push and pull request are git's and the forge's; killed in finalization.test.ts.
  {
    name: 'exploration.finalize',
    prepare: offline,
    order: call('exploration.finalize', { apply: true }),
    inOrder: [/knowledge\/(?:explorations\/(?:sign-on.*)?)?$/, /index\.md$/],
    passing: /\.sow\/project\/(?:events\.jsonl|state\.yaml)$/,
  },
  {
    name: 'exploration.finish',
    prepare: offline,
    order: call('exploration.finish', {}),
    inOrder: [/knowledge\/(?:explorations\/(?:sign-on.*)?)?$/, /index\.md$/, /\.sow\/(?:archive|project)\//],
    passing: /\.sow\/project\/(?:events\.jsonl|state\.yaml)$/,
  },
  {
    name: 'exploration.step_skip',
    prepare: finalizing,
    order: call('exploration.step_skip', { id: '006', reason: 'No pull requests here.' }),
  },
  { name: 'exploration.rebind', prepare: renamed, order: call('exploration.rebind', {}) },
  { name: 'exploration.adopt', prepare: older, order: call('exploration.adopt', {}) },
  { name: 'exploration.abandon', prepare: exploring, order: call('exploration.abandon', { reason: 'Cancelled.' }) },
  { name: 'exploration.cleanup', prepare: over, order: call('exploration.cleanup', {}) },
  {
    name: 'exploration.import_sow',
    prepare: lab => lab.write('.sow/project/state.yaml', FLAT),
    order: call('exploration.import_sow', {}),
  },
]

let prepared = 0

async function done(lab: FaultLab, operation: string, input: unknown): Promise<void> {
  prepared += 1
  await prepare(lab, call(operation, input, `prepared-${prepared}`))
}

/** On a branch that is taken as it is, no git is started. */
function onBranch(lab: FaultLab): void {
  lab.write('.git/HEAD', 'ref: refs/heads/explore/sign-on\n')
}

async function exploring(lab: FaultLab): Promise<void> {
  onBranch(lab)
  await done(lab, 'exploration.start', { title: TITLE })
  await done(lab, 'exploration.task_create', { name: 'OAuth' })
  lab.write('.sow/project/oauth.md', 'The device flow fits.\n')
}

async function cited(lab: FaultLab): Promise<void> {
  await exploring(lab)
  await done(lab, 'exploration.cite', { source: '.sow/project/oauth.md:1', task: '001' })
}

async function asked(lab: FaultLab): Promise<void> {
  await exploring(lab)
  await done(lab, 'exploration.note', { text: 'Why?', kind: 'question' })
}

async function renamed(lab: FaultLab): Promise<void> {
  await exploring(lab)
  lab.write('.git/HEAD', 'ref: refs/heads/explore/other\n')
}

/** A log that ends before the state does. */
async function older(lab: FaultLab): Promise<void> {
  await exploring(lab)
  const [first = ''] = fs.readFileSync(path.join(lab.root, '.sow/project/events.jsonl'), 'utf8').split('\n')
  lab.write('.sow/project/events.jsonl', `${first}\n`)
}

async function resolved(lab: FaultLab): Promise<void> {
  await exploring(lab)
  await done(lab, 'exploration.task_update', { id: '001', status: 'completed' })
}

async function summarizing(lab: FaultLab): Promise<void> {
  await resolved(lab)
  await done(lab, 'exploration.advance', {})
}

async function summarized(lab: FaultLab): Promise<void> {
  await summarizing(lab)
  lab.write('.sow/project/summary.md', '# Sign-on\n\n[Device flow](oauth.md)\n')
  await done(lab, 'artifact.add', { path: 'summary.md' })
}

async function approved(lab: FaultLab): Promise<void> {
  await summarized(lab)
  await done(lab, 'artifact.approve', { path: 'summary.md' })
}

async function finalizing(lab: FaultLab): Promise<void> {
  await approved(lab)
  await done(lab, 'exploration.complete', {})
}

async function offline(lab: FaultLab): Promise<void> {
  await finalizing(lab)
  for (const id of ['004', '005', '006']) await done(lab, 'exploration.step_skip', { id, reason: 'by hand' })
}

async function over(lab: FaultLab): Promise<void> {
  await offline(lab)
  await done(lab, 'exploration.finalize', { apply: true })
  await done(lab, 'exploration.complete', {})
}
