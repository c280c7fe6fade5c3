import { setUpAgent } from '../../support/agents.ts'
import { addSummaries, exploring, finalizing, summarizing, withRemote } from '../../support/explorations.ts'
import { proposes } from '../../support/research.ts'
import { EXPLORATION, makeExploration } from '../explorations-stage.ts'
import { at, fill, menu, press, pressIn, type Scene, select } from './steps.ts'

const researched = '/explorations/auth-approaches'
const work = `${researched}?tab=work`
const evidence = `${researched}?tab=evidence`
const summarized = `/explorations/${EXPLORATION}`
const summaries = `${summarized}?tab=summaries`

/** Two topics are open; what an agent found out about a third waits. */
export const researchScene: Scene = {
  name: 'an exploration in research',
  async prepare({ lab }) {
    setUpAgent(lab)
    withRemote(lab)
    await exploring(lab, ['OAuth', 'SAML', 'Passkeys'])
    await proposes(lab, '003', 'readme.md:1', 'Passkeys')
    return {}
  },
  writes: {
    'exploration.task_create': at(work, fill('New topic', 'Another'), press('Add topic')),
    'exploration.task_update': at(work, select('Status of 001', 'completed')),
    'exploration.task_update of its text': at(work, press('Edit 001'), fill('Topic', 'Other'), press('Save')),
    'exploration.task_delete': at(work, press('Edit 001'), press('Delete topic')),
    'exploration.cite': at(evidence, fill('Source', 'readme.md:1'), press('Cite')),
    'exploration.research': at(evidence, press(/^Start (an agent|agents) on/)),
    'exploration.accept': at(evidence, press('Accept')),
    'agent.discard of a proposal': at(evidence, press('Discard')),
    'artifact.write': at(
      work,
      press('Write a finding'),
      fill('Title of the finding', 'A'),
      fill('Text of the finding', 'B'),
      press('Save finding'),
    ),
    'artifact.new': at(`${researched}?tab=summaries`, press('Write a summary')),
    'exploration.abandon': at(researched, menu('More', 'Abandon'), fill('Why?', 'No.'), press('Abandon')),
    'exploration.start': at('/explorations?start=on', fill('What do you want to find out?', 'Why?'), press('Start it')),
  },
}

export const summariesScene: Scene = {
  name: 'the summaries of an exploration',
  async prepare({ lab }) {
    await makeExploration(lab)
    return {}
  },
  writes: {
    'artifact.approve': at(summaries, pressIn('risks.md', 'Approve')),
    'artifact.approve on Home': at('/', press('Approve')),
    'artifact.reject': at(
      summaries,
      pressIn('risks.md', 'Reject'),
      fill('What is missing?', 'More.'),
      press('Send back'),
    ),
    'exploration.reopen': at(
      summarized,
      menu('More', 'Back to Active'),
      fill('Why?', 'More.'),
      press('Back to Active'),
    ),
  },
}

export const resolvedScene: Scene = {
  name: 'an exploration whose topics are resolved',
  async prepare({ lab }) {
    await exploring(lab)
    await lab.call('exploration.task_update', { id: '001', status: 'completed', outcome: 'It fits.' })
    return {}
  },
  writes: { 'exploration.advance': at(researched, press(/^On to/)) },
}

export const approvedScene: Scene = {
  name: 'an exploration whose summary is approved',
  async prepare({ lab }) {
    await summarizing(lab)
    await addSummaries(lab, 'summary.md')
    await lab.call('artifact.approve', { path: 'summary.md' })
    return {}
  },
  writes: { 'exploration.complete': at(researched, press('On to Finalizing')) },
}

export const abandonedScene: Scene = {
  name: 'an exploration that was abandoned',
  async prepare({ lab }) {
    await exploring(lab)
    const state = lab.read('.sow/project/state.yaml')
    lab.write('.sow/project/state.yaml', state.replace('current_state: Active', 'current_state: Abandoned'))
    return {}
  },
  writes: { 'exploration.cleanup': at(researched, press('Archive it')) },
}

export const finalizingScene: Scene = {
  name: 'the end of an exploration',
  async prepare({ lab }) {
    withRemote(lab)
    await finalizing(lab)
    return {}
  },
  writes: {
    'exploration.finalize': at(`${researched}?tab=plan`, press('Run remaining steps')),
    'exploration.finish': at(researched, press('Finish it')),
  },
}
