import { agent } from '../../lab.ts'
import { ended, madeRun, setUpAgent, startAgent, waiting } from '../../support/agents.ts'
import { trustedTool } from '../../support/tools.ts'
import { at, choose, fill, type Made, menu, press, pressIn, type Scene } from './steps.ts'

const CHANGE = 'greet-people'
const settings = '/settings'
const read = `/changes/${CHANGE}?stage=describe`
const run =
  (name: string, search = '') =>
  (made: Made) =>
    `/runs/${made[name]}${search}`

/** Runs of every kind, agents, and what they ask for. */
export const runsScene: Scene = {
  name: 'runs and agents',
  async prepare({ lab }) {
    setUpAgent(lab, { args: ['--keeps-sessions'] })
    await trustedTool(lab, 'sender', { display_name: 'Sender' }, 'print({ ok: true })')
    lab.write('.sdlc/config.yaml', 'gates:\n  - name: tests\n    command: echo fine\n')
    await lab.call('trust.status', {})
    await lab.call('trust.grant', {})
    await lab.refusal('secrets.grant', { name: 'API_KEY', tool: 'sender' }, agent)
    const [asked] = (await lab.call('request.list', {})).requests
    const { id: over } = await lab.call('run.exec', { argv: ['true'] })
    await lab.call('run.wait', { id: over })
    const { id: going } = await lab.call('run.exec', { argv: ['sleep', '600'] })
    const stopped = await startAgent(lab, [{ say: 'one' }])
    await ended(lab, stopped)
    const { id: gate } = await lab.call('gate.run', { name: 'tests' })
    await lab.call('run.wait', { id: gate })
    const { id: open } = await madeRun(lab, { 'hello.txt': 'Hello\n' })
    const { id: merged } = await madeRun(lab, { 'bye.txt': 'Bye\n' })
    await lab.call('agent.merge', { id: merged, result: (await lab.call('agent.diff', { id: merged })).result })
    const asking = await startAgent(lab, [{ ask: { title: 'Write a.txt', kind: 'edit', paths: ['a.txt'] } }], {
      profile: 'write',
    })
    await waiting(lab, asking)
    return { over, going, gate, open, merged, asking: asking.id, stopped: stopped.id, asked: asked?.id ?? '' }
  },
  writes: {
    'run.cancel': at(run('going'), press('Cancel')),
    'run.again': at(run('over'), press('Run again')),
    'run.pin': at(run('over'), menu('More', 'Pin')),
    'run.delete': at(run('over'), menu('More', 'Delete'), press('Delete the run')),
    'gate.run': at(run('gate'), press('Run again')),
    'gate.run on Home': at('/', press('Run the gate tests')),
    'agent.stop': at(run('asking'), press('Stop')),
    'agent.resume': at(run('stopped'), press('Resume')),
    'agent.permit': at(run('asking'), press('Allow once: Write a.txt')),
    'agent.permit on Home': at('/', press('Deny: Write a.txt')),
    'agent.merge': at(run('open', '?view=changes'), press('Merge')),
    'agent.discard': at(run('open', '?view=changes'), press('Discard')),
    'agent.undo': at(run('merged', '?view=changes'), press('Undo the merge')),
    'request.confirm': at(({ asked }) => `/confirm/${asked}`, press('Allow')),
    'request.dismiss': at(({ asked }) => `/confirm/${asked}`, press('Dismiss')),
    'request.confirm on Home': at('/', press('Allow')),
    'request.dismiss on Home': at('/', press('Dismiss')),
    'store.undo': at('/', press(/^Undo: /)),
    'flow.start': at('/', fill('What do you want to do?', 'Fix the login'), press('Suggest how to start')),
  },
}

/** What a person sets, and what is said about lines of a document. */
export const settingsScene: Scene = {
  name: 'settings, secrets and comments',
  async prepare({ lab }) {
    setUpAgent(lab, { permissions: [{ tool: 'fetch', action: 'deny' }] })
    await lab.call('agent.add', { name: 'second', command: process.execPath, default: false })
    await trustedTool(lab, 'sender', { display_name: 'Sender' }, 'print({ ok: true })')
    for (const name of ['API_KEY', 'FREE_KEY']) await lab.call('secrets.set', { name, value: 'correct horse battery' })
    await lab.call('secrets.grant', { name: 'API_KEY', tool: 'sender' })
    await lab.call('change.start', { type: 'fix', size: 'small', description: 'Greet people', content: 'One\n\nTwo' })
    const path = `sdd/changes/${CHANGE}/describe.md`
    await lab.call('review.comment', { path, line: 1, text: 'Why?' })
    const { id } = await lab.call('review.comment', { path, line: 1, text: 'And this?' })
    await lab.call('review.resolve', { id })
    return {}
  },
  writes: {
    'agent.use': at(settings, press('Make default')),
    'agent.remove': at(settings, press('Remove second'), press('Remove it')),
    'agent.rule_set': at(settings, fill('What it does', 'read'), press('Add the rule')),
    'agent.rule_remove': at(settings, press('Remove the rule for fetch')),
    'config.set': at(settings, press('Edit project.name'), fill('Value of project.name', 'other'), press('Save')),
    'config.set_person': at(settings, press('Edit budget.currency'), press('Save')),
    'git.set_identity': at(
      settings,
      fill('Your name', 'Maintainer'),
      fill('Your email address', 'maintainer@example.org'),
      press('Save for this repository'),
    ),
    'workspace.init': at('/connect?client=cursor', press('Set up Cursor now')),
    'secrets.set': at('/secrets', press('Add a secret'), fill('Name', 'NEW_KEY'), fill('Value', 'x'), press('Save')),
    'secrets.import': at('/secrets', press('Import .env'), fill('Or its lines', 'OTHER=1'), press('Import')),
    'secrets.grant': at('/secrets', press('Grant FREE_KEY'), press('Grant it')),
    'secrets.revoke': at('/secrets', press('Revoke API_KEY from sender')),
    'secrets.remove': at('/secrets', menu('More for API_KEY', 'Remove from default'), press('Remove it')),
    'review.comment': at(
      read,
      choose('Comment (1)'),
      press('Comment on line 3'),
      fill('Comment on line 3', 'Why?'),
      press('Comment'),
    ),
    'review.reply': at(read, press('Reply'), fill('Your reply', 'So.'), press('Reply')),
    'review.resolve': at(read, press('Resolve')),
    'review.reopen': at(read, choose('Comment (1)'), press('Show'), pressIn('Comments on line 1', 'Reopen')),
  },
}

/** A file that somebody broke, and that can be brought back. */
export const damagedScene: Scene = {
  name: 'a damaged config',
  async prepare({ lab }) {
    await lab.call('config.set', { key: 'project.name', value: 'shop' })
    lab.write('.sdlc/config.yaml', 'project: [\n')
    return {}
  },
  writes: { 'doctor.repair': at('/doctor', press('Repair')) },
}
