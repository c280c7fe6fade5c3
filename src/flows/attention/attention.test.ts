import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { bareTool, trust, writeTool } from '../../../tests/support/tools.ts'

test('nothing waits in a new workspace', async () => {
  await using lab = await openLab()
  expect(await titles(lab)).toEqual([])
})

test('a summary that nobody judged waits, and an approved one does not', async () => {
  await using lab = await openLab()
  await lab.call('exploration.start', { title: 'Sign-on?', name: 'sign-on' })
  await lab.call('exploration.task_create', { name: 'Flows' })
  await lab.call('exploration.task_update', { id: '001', status: 'completed', outcome: 'One.' })
  await lab.call('exploration.advance', {})
  lab.write('.sow/project/summary.md', '# One\n\nUse it.\n')
  await lab.call('artifact.add', { path: 'summary.md' })
  expect(await titles(lab)).toEqual(['summary.md waits for your approval'])
  expect(await lab.call('flow.attention', {})).toMatchObject({
    needs: [{ href: '/explorations/sign-on?tab=summaries', target: 'summary.md' }],
  })
  await lab.call('artifact.approve', { path: 'summary.md' })
  expect(await titles(lab)).toEqual([])
})

test('a run that failed waits until the same one went well', async () => {
  await using lab = await openLab()
  await ran(lab, 'exit 3')
  expect(await titles(lab)).toEqual(['check failed'])
  await ran(lab, 'exit 0')
  expect(await titles(lab)).toEqual([])
})

test('a tool that lacks a secret waits', async () => {
  await using lab = await openLab()
  const secrets = [{ env_var: 'API_KEY', description: 'a key', required: true }]
  writeTool(lab, 'deploy', bareTool({ name: 'deploy', secrets }, 'print({ ok: true })'))
  await trust(lab)
  expect(await titles(lab)).toEqual(['deploy needs API_KEY'])
})

async function titles(lab: Lab): Promise<string[]> {
  return (await lab.call('flow.attention', {})).needs.map(({ title }) => title)
}

async function ran(lab: Lab, script: string): Promise<void> {
  const { id } = await lab.call('run.exec', { argv: ['sh', '-c', script], label: 'check' })
  await lab.call('run.wait', { id })
}
