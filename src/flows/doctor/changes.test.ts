import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'

test('a damaged record in the history is a problem that repair sets aside; its stages stay', async () => {
  await using lab = await openLab()
  lab.write('sdd/history/old-1/change.json', '<<<<<<< HEAD\n{}\n')
  lab.write('sdd/history/old-1/describe.md', 'It was slow.\n')
  const { findings, problems } = await lab.call('doctor.check', {})
  expect(problems).toBe(1)
  expect(findings).toContainEqual(expect.objectContaining({ level: 'problem', fix: 'furrow doctor repair' }))
  const { repaired } = await lab.call('doctor.repair', {})
  expect(repaired.join('\n')).toMatch(/sdd\/history\/old-1\/change\.json is set aside in .*old-1/)
  expect(await lab.call('doctor.check', {})).toMatchObject({ problems: 0 })
  expect(lab.list('sdd/history/old-1')).toEqual(['describe.md'])
})

test('an open change that nobody wrote before waits for a person', async () => {
  await using lab = await openLab()
  lab.write('sdd/changes/now/change.json', '<<<<<<< HEAD\n{}\n')
  const { repaired, left } = await lab.call('doctor.repair', {})
  expect([repaired, left.map(({ target }) => target)]).toEqual([[], ['sdd/changes/now/change.json']])
  expect(lab.read('sdd/changes/now/change.json')).toBe('<<<<<<< HEAD\n{}\n')
})

test('a damaged record that git still has comes back from the last commit', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Old one' })
  await lab.call('change.cancel', { id: 'old-one' })
  await lab.call('change.archive', { id: 'old-one' })
  const file = 'sdd/history/old-one/change.json'
  const whole = lab.read(file)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Lab', '-c', 'user.email=lab@localhost', ...args], { cwd: lab.root })
  git('add', '--all')
  git('commit', '--quiet', '--message=first')
  lab.write(file, `<<<<<<< HEAD\n${whole}`)
  await lab.call('doctor.repair', {})
  expect(lab.read(file)).toBe(whole)
})
