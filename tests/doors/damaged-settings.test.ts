import { expect, test } from 'vitest'
import { openLab, person, testManifest } from '../lab.ts'

/** What shows the settings themselves, or what they name to be executed. */
const ABOUT_SETTINGS = [
  'adr.list',
  'agent.detect',
  'agent.list',
  'agent.rules',
  'budget.show',
  'change.flows',
  'check.run',
  'config.list',
  'gate.list',
  'memory.export',
  'secrets.list',
  'trust.status',
]

test('settings that cannot be read hide nothing else, and are named with their repair', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'project: {name: orchard}\n')
  const saved = await lab.call('memory.save', { title: 'Tokens live one hour', content: 'Refresh is silent.' })
  expect(saved.project.name).toBe('orchard')
  await lab.call('feature.create', { title: 'Single sign-on' })
  lab.write('.sdlc/config.yaml', 'project: {name: [\n')
  const { operations } = await testManifest()
  const looking = operations.filter(({ effect, input }) => effect === 'read' && (input.required ?? []).length === 0)
  const refused: string[] = []
  for (const { name } of looking) {
    const outcome = await lab.app.call(name, {}, { actor: person })
    if (!outcome.ok && outcome.error.code === 'damaged') refused.push(name)
  }
  expect(looking.length).toBeGreaterThan(40)
  expect(refused).toEqual(ABOUT_SETTINGS)

  const { needs } = await lab.call('workspace.status', {})
  expect(needs).toContainEqual(
    expect.objectContaining({ kind: 'damaged', href: '/doctor', fix: 'furrow doctor repair' }),
  )
  const { phases, problems } = await lab.call('board.list', {})
  expect(phases.flatMap(({ features }) => features).map(({ title }) => title)).toEqual(['Single sign-on'])
  expect(problems).toMatchObject([{ kind: 'settings', path: '.sdlc/config.yaml' }])
  const { observations, project } = await lab.call('memory.context', {})
  expect(observations.map(({ title }) => title)).toEqual(['Tokens live one hour'])
  expect(project).toMatchObject({ name: 'orchard', problem: { fix: 'furrow doctor repair' } })
  expect((await lab.call('memory.search', { query: 'how long do tokens live' })).hits).toHaveLength(1)
  expect((await lab.refusal('memory.save', { title: 'Other', content: 'Text.' })).code).toBe('damaged')
})
