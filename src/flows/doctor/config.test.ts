import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'

const BY_HAND = `schema_version: 1
project:
  name: shop
gates:
  - name: unit
    command: npm test
colour: blue
`

test('a repair leaves a config with a setting that nothing reads as somebody wrote it', async () => {
  await using lab = await openLab()
  await lab.call('config.set', { key: 'project.name', value: 'walrus' })
  lab.write('.sdlc/config.yaml', BY_HAND)
  const { findings } = await lab.call('doctor.check', {})
  expect(findings.filter(({ check, level }) => check === 'config' && level !== 'ok')).toEqual([
    expect.objectContaining({ message: expect.stringContaining('nothing reads colour'), repairable: false }),
  ])
  expect((await lab.call('doctor.repair', {})).repaired.join()).not.toContain('config.yaml')
  expect(lab.read('.sdlc/config.yaml')).toBe(BY_HAND)
})

test('a config that cannot be read is still put aside', async () => {
  await using lab = await openLab()
  await lab.call('config.set', { key: 'project.name', value: 'walrus' })
  const whole = lab.read('.sdlc/config.yaml')
  lab.write('.sdlc/config.yaml', 'project: [walrus\n')
  expect((await lab.call('doctor.repair', {})).repaired.join()).toContain('config.yaml')
  expect(lab.read('.sdlc/config.yaml')).toBe(whole)
})
