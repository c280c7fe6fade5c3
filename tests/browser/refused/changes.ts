import { specifiedTo } from '../../support/specified.ts'
import { ACTIVE, DONE, makeChanges, PAUSED } from '../changes-stage.ts'
import { makeSpec } from '../specs-stage.ts'
import { agree, at, fill, press, type Scene } from './steps.ts'

const active = `/changes/${ACTIVE}`
const DECISION = '## Context\n\nA.\n\n## Decision\n\nB.\n\n## Rationale\n\nC.\n'

/** Nothing is specified; and then only its name. */
export const specScenes: readonly Scene[] = [
  {
    name: 'no specification',
    prepare: async () => ({}),
    writes: {
      'spec.init': at('/specs', fill('Name', 'Shop'), fill('Description', 'It sells.'), press('Begin')),
      'change.start': at('/changes?start=on', fill('What does this change do?', 'Wave'), press('Start it')),
    },
  },
  {
    name: 'a specification that is begun',
    async prepare({ lab }) {
      await specifiedTo(lab, 'propose')
      return {}
    },
    writes: { 'spec.write': at('/specs', fill(/^Text of propose/, 'All of it.'), press('Save propose')) },
  },
]

/** A change whose last stage is open. */
export const verifyScene: Scene = {
  name: 'a change that is verified',
  async prepare({ lab }) {
    await lab.call('change.start', { type: 'fix', size: 'small', description: 'Greet', content: 'It is gone.' })
    await lab.call('change.advance', { content: 'Nothing stands against it.' })
    await lab.call('change.advance', { content: '- [x] TASK-001 the greeting' })
    await lab.call('change.accept_command', { id: 'greet', argv: ['true'] })
    return {}
  },
  writes: {
    'change.accept_command': at('/changes/greet', fill('Accept a command as proof', 'echo fine'), press('Accept')),
    'change.withdraw_command': at('/changes/greet', press('Withdraw')),
    'change.tick': at('/changes/greet?stage=tasks', page => page.getByRole('checkbox').first().click()),
  },
}

export const changesScene: Scene = {
  name: 'changes and a specification',
  async prepare({ lab }) {
    await makeSpec(lab)
    await makeChanges(lab)
    return {}
  },
  writes: {
    'change.pause': at(active, press('Pause')),
    'change.switch': at(`/changes/${PAUSED}`, press('Switch to it')),
    'change.cancel': at(active, press('Cancel change'), agree('Cancel change')),
    'change.archive': at(`/changes/${DONE}`, press('Archive')),
    'change.reopen': at(active, press('Reopen'), fill('Why', 'Again.'), press('Reopen')),
    'change.advance': at(active, fill('Text of context check, in markdown', 'Fine.'), press(/^Save and go on to/)),
    'context.check': at(active, press('Check again')),
    'adr.record': at(
      active,
      press('Record a decision'),
      fill('Title', 'Greet'),
      fill('Text of the decision', DECISION),
      press('Save decision'),
    ),
    'spec.confirm': at('/specs?stage=tasks', press('It still holds')),
    'spec.reopen': at('/specs?stage=specify', press('Reopen'), fill('Why', 'Again.'), press('Reopen')),
  },
}
