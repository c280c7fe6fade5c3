import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'

const ID = 'fix-login'
const MOVES = {
  pause: 'change.pause',
  switch: 'change.switch',
  reopen: 'change.reopen',
  cancel: 'change.cancel',
  archive: 'change.archive',
} as const

const STATES: Readonly<Record<string, (lab: Lab) => Promise<unknown>>> = {
  active: async () => undefined,
  paused: lab => lab.call('change.pause', { id: ID }),
  'paused beside another': async lab => {
    await lab.call('change.pause', { id: ID })
    await lab.call('change.start', { type: 'fix', size: 'small', description: 'Another' })
  },
  cancelled: lab => lab.call('change.cancel', { id: ID }),
  archived: async lab => {
    await lab.call('change.cancel', { id: ID })
    await lab.call('change.archive', { id: ID })
  },
}

for (const [state, make] of Object.entries(STATES))
  for (const [action, operation] of Object.entries(MOVES))
    test(`what status says of ${action} while ${state} is what the operation says`, async () => {
      await using lab = await openLab()
      await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix login' })
      await lab.call('change.advance', { content: 'x' })
      await make(lab)
      const { blocked } = await lab.call('change.status', { change_id: ID })
      const said = blocked?.[action as keyof typeof MOVES]?.[0]?.message
      const outcome = await lab.app.call(operation, { id: ID }, { actor: { kind: 'person', id: 'p', door: 'cli' } })
      expect(outcome.ok ? undefined : outcome.error.message).toBe(said)
    })

test('status says what verifying will run, and what keeps it from running', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n    command: npm test\n')
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix login' })
  const { verification } = await lab.call('change.status', {})
  expect(verification).toMatchObject({ kind: 'gates', checks: [{ name: 'unit', command: 'npm test' }] })
  expect(verification?.problem).toMatchObject({ fix: 'furrow trust' })
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
  expect((await lab.call('change.status', {})).verification?.problem).toBeUndefined()
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n')
  expect((await lab.call('change.status', {})).verification?.problem?.message).toContain('.sdlc/config.yaml')
})

test('the report of a context check stays with the change, and each conflict with its answer', async () => {
  await using lab = await openLab()
  lab.write('sdd/requirements.md', '# Requirements\n\n## FR-001 Login\n\nA person can log in.\n')
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Rework FR-001' })
  await lab.call('change.pause', { id: 'rework-fr-001' })
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix login FR-001' })
  await lab.call('change.advance', { content: 'It touches FR-001.' })
  await lab.call('context.check', {})
  const before = await lab.call('change.status', {})
  expect(before.context).toMatchObject({
    voided: [],
    artifacts: ['sdd/requirements.md'],
    passages: [{ path: 'sdd/requirements.md', heading: 'FR-001 Login' }],
    conflicts: [{ shared: 'FR-001', with: ['rework-fr-001'] }],
  })
  await lab.call('change.advance', { content: '- FR-001: done here, the other one waits' })
  expect((await lab.call('change.status', {})).context?.conflicts[0]).toMatchObject({
    disposition: 'FR-001: done here, the other one waits',
  })
})
