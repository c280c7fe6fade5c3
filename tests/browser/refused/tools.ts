import type { Page } from 'playwright-core'
import { sixTools } from '../../fixtures/tools/six.ts'
import { setUpAgent } from '../../support/agents.ts'
import { bareTool, runToEnd, trustedTool, writeTool } from '../../support/tools.ts'
import { agree, at, choose, fill, focus, type Made, menu, press, pressIn, type Scene } from './steps.ts'

const NOTED = '.sdlc/tools/.furrow-shipped.json'
const ran = ({ run }: Made) => `/tools/chooser?run=${run}`
const going = ({ going: id }: Made) => `/tools/sleeper?run=${id}`
const agentWay = (way: string, label: string) =>
  at(
    '/tools',
    press(/^New tool/),
    choose(way),
    fill('Name', 'links'),
    fill(label, 'Finds links'),
    press('Start the agent'),
  )

export const toolsScene: Scene = {
  name: 'tools',
  async prepare({ lab }) {
    setUpAgent(lab)
    await sixTools(lab)
    await trustedTool(lab, 'prepared', { requires_setup: true }, 'print({ ok: true })')
    await trustedTool(lab, 'locked', { secrets: [{ env_var: 'LOCK', description: 'A key', required: true }] }, '')
    await lab.call('secrets.set', { name: 'LOCK', value: 'correct horse battery staple' })
    await trustedTool(
      lab,
      'asker',
      { form_layout: [{ key: 'branch', type: 'select', label: 'Branch', options_from: 'branches' }] },
      'print({ ok: true })',
    )
    await lab.call('tool.add', { name: 'notify' })
    const noted = JSON.parse(lab.read(NOTED)) as { files: Record<string, string> }
    lab.write(NOTED, JSON.stringify({ ...noted, files: { ...noted.files, 'notify/tool.ts': 'an older one' } }))
    lab.write('.sdlc/tools/notify/tool.ts', '// mine\n')
    writeTool(lab, 'later', bareTool({ display_name: 'Later' }, 'print({ ok: true })'))
    const { id: run } = await runToEnd(lab, 'chooser', { place: 'here' })
    const { interaction_id: sleeping } = await lab.call('tool.run', { name: 'sleeper', input: {} })
    return { run, going: sleeping }
  },
  writes: {
    'tool.run': at('/tools/chooser', press('Run')),
    'tool.cancel': at(going, press('Cancel')),
    'tool.rerun': at(ran, press('Run again')),
    'tool.act': at(ran, press('Keep as feedback'), agree('Keep as feedback')),
    'tool.add_to': at(ran, menu('Add to…', 'Feedback'), fill('Title', 'A'), press('Create')),
    'tool.pin': at(ran, menu('More', 'Pin')),
    'tool.save_test': at(ran, menu('More', 'Save as a test')),
    'tool.delete_interaction': at(ran, menu('More', 'Delete'), press('Delete the run')),
    'tool.clone': at('/tools/chooser', press('Clone'), fill('Name of the copy', 'other'), press('Clone it')),
    'tool.evolve': at(
      '/tools/chooser',
      press('Evolve'),
      fill('What should be different?', 'All.'),
      press('Start the agent'),
    ),
    'tool.write': at(
      '/tools/chooser?tab=source',
      press('Edit'),
      fill(/^Text of .*tool\.ts$/, 'nothing'),
      press('Save'),
    ),
    'tool.setup': at('/tools/prepared', press('Run setup')),
    'secrets.grant of all': at('/tools/locked', press('Grant'), agree('Grant')),
    'trust.grant': at('/tools/later', press('Look and trust'), press('Trust it')),
    'tool.create': at('/tools', press(/^New tool/), fill('Name', 'fresh'), press('Create it')),
    'tool.plan': agentWay('Plan with an agent', 'What it is for'),
    'tool.build': agentWay('Build with an agent', 'Plan'),
    'tool.add': at('/tools?add=true', pressIn('Tools to add', /^Add /)),
    'tool.update': at('/tools?add=true', press('Update Notify')),
    'tool.options': at('/tools/asker', askedOnce, focus('Branch')),
  },
}

/** The choices that the page asks for by itself are there, or their refusal: only then does the focus ask again. */
function askedOnce(page: Page): Promise<void> {
  return page.locator('option[value="main"], [role="alert"]').first().waitFor({ state: 'attached' })
}
