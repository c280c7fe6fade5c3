import type { Lab } from '../lab.ts'

export const EXPLORATION = 'sign-on'

const LONG = 'A provider that is down must not lock anybody out, so sessions outlive it by an hour.'

/** An exploration whose topics are resolved, with one summary approved, one sent back and one that waits. */
export async function makeExploration(lab: Lab): Promise<void> {
  await lab.call('exploration.start', { title: 'How could we add single sign-on?', name: EXPLORATION })
  await lab.call('exploration.task_create', { name: 'OAuth 2.0 flows', question: 'Which flow fits a command line?' })
  await lab.call('exploration.task_create', { name: 'Session lifetime' })
  await lab.call('exploration.task_create', { name: 'SAML' })
  lab.write('.sow/project/findings/oauth.md', '# OAuth\n\nThe device flow needs no browser on the same machine.\n')
  await lab.call('exploration.task_update', {
    id: '001',
    status: 'completed',
    outcome: 'The device flow.',
    refs: ['findings/oauth.md'],
  })
  await lab.call('exploration.task_update', { id: '002', status: 'completed', outcome: LONG })
  await lab.call('exploration.task_update', { id: '003', status: 'abandoned', reason: 'Nobody we know uses it.' })
  await lab.call('exploration.note', { text: 'Sessions stay on the server.', kind: 'decision' })
  await lab.call('exploration.advance', {})
  lab.write('.sow/project/summary.md', SUMMARY)
  lab.write('.sow/project/costs.md', '# Costs\n\n| what | a year |\n| --- | --- |\n| provider | 1,200 |\n')
  lab.write('.sow/project/risks.md', `# Risks\n\n1. ${LONG}\n2. A second provider.\n`)
  for (const path of ['summary.md', 'costs.md', 'risks.md']) await lab.call('artifact.add', { path })
  await lab.call('artifact.approve', { path: 'summary.md', note: 'Clear.' })
  await lab.call('artifact.reject', { path: 'costs.md', note: 'The second year is missing.' })
}

const SUMMARY = `# Single sign-on

Use the **device flow**; see [costs](costs.md) and [risks](risks.md).

## Takeaways

- One provider first
- Sessions on the server
`
