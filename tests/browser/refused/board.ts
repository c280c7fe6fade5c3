import { FEATURE, makeBoard } from '../board-stage.ts'
import { at, fill, menu, press, type Scene, select } from './steps.ts'

const feature = `/board/features/${FEATURE}`
const spec = `${feature}?artifact=spec`
const milestone = '/board/milestones/one-login'
const investigation = '/board/investigations/login-fails'
const ponder = '/board/ponders/one-login'
const create = (tab: string, button: string, field: string) =>
  at(`/board?tab=${tab}`, press(button), fill(field, 'Something'), press('Create'))

export const boardScene: Scene = {
  name: 'the board',
  async prepare({ lab }) {
    await makeBoard(lab)
    await lab.call('feature.create', { title: 'Another one' })
    await lab.call('feature.create', { title: 'Third', spec: 'All of it.' })
    await lab.call('feature.approve', { id: 'third', artifact: 'spec' })
    await lab.call('task.add', { title: 'One that is going on' })
    await lab.call('task.start', { id: FEATURE, task: 'T4' })
    await lab.call('milestone.create', { title: 'Ready', features: [FEATURE] })
    await lab.call('milestone.acceptance', { id: 'ready', content: '1. Try it' })
    await lab.call('milestone.uat', { id: 'ready' })
    await lab.call('milestone.verdict', { id: 'ready', verdict: 'pass' })
    await lab.call('investigation.create', { title: 'Slow start' })
    await lab.call('investigation.write', { id: 'slow-start', content: 'Only at night.' })
    return {}
  },
  writes: {
    'feature.approve': at(`${feature}?artifact=design`, press('Approve')),
    'feature.waive': at(spec, press('Waive'), fill('Why is it not needed?', 'No.'), press('Waive it')),
    'feature.write': at(spec, press('Edit'), fill('Text of spec, in markdown', 'New.'), press('Save')),
    'feature.reject': at(
      `${feature}?artifact=design`,
      page => page.getByRole('button', { name: 'Send back', exact: true }).last().click(),
      fill('What is wrong with it?', 'All.'),
      press('Send it back'),
    ),
    'feature.use': at('/board/features/another-one', press('Make it current')),
    'feature.budget': at(feature, press('Set'), fill('Turns', '5'), press('Save the budget')),
    'feature.rework': at(feature, press('Send back'), fill('Why?', 'Because.'), press('Send it back')),
    'feature.advance': at('/board/features/third', press('On to the next phase')),
    'task.complete': at(feature, press('Complete T4')),
    'task.add': at(feature, fill('New task', 'One more'), press('Add task')),
    'task.start': at(feature, press('Begin T3')),
    'task.reopen': at(feature, press('Reopen T1')),
    'task.block': at(feature, press('Block T3'), fill('What holds it up?', 'Rain.'), press('Block it')),
    'escalation.resolve': at(
      '/board?tab=escalations',
      press('Answer e-001'),
      fill('Your answer', 'Dex.'),
      press('Answer it'),
    ),
    'feedback.promote': at('/board?tab=feedback', menu('Make f-002 work', 'New feature')),
    'feedback.archive': at(
      '/board?tab=feedback',
      press('Dismiss f-002'),
      fill('Why does nothing follow from it?', 'No.'),
      press('Dismiss'),
    ),
    'investigation.advance': at('/board/investigations/slow-start', press('On to the next step')),
    'investigation.write': at(investigation, fill(/^Text of .*, in markdown$/, 'Found.'), press('Save')),
    'investigation.park': at(investigation, press('Park'), fill('Why not now?', 'Later.'), press('Park it')),
    'milestone.order': at(milestone, select('One more', 'another-one'), press('Add')),
    'milestone.skip': at(milestone, press('Abandon'), fill('Why?', 'No.'), press('Abandon')),
    'milestone.verdict': at(milestone, press('Passed')),
    'milestone.uat': at('/board/milestones/ready', press('Start a test run')),
    'milestone.release': at('/board/milestones/ready', press('Release')),
    'milestone.acceptance': at(milestone, fill('What a person tries, in markdown', 'Other.'), press('Save')),
    'ponder.move': at(ponder, press('Converge')),
    'ponder.commit': at(ponder, fill('The work that follows from it', `feature:${FEATURE}`), press('Commit')),
    'ponder.session': at(ponder, fill('What was thought, what is open', 'Much.'), press('Write it down')),
    'feature.create': create('features', 'New feature', 'What should there be?'),
    'ponder.create': create('ponders', 'New ponder', 'What do you want to explore?'),
    'investigation.create': create('investigations', 'New investigation', 'What should be looked into?'),
    'feedback.add': create('feedback', 'New feedback', 'What did somebody say?'),
    'milestone.create': create('milestones', 'New milestone', 'What is it called?'),
    'escalation.raise': create('escalations', 'New question', 'What should a person answer?'),
  },
}
