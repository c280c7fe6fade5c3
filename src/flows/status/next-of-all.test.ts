import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { specifiedTo } from '../../../tests/support/specified.ts'

const git = (lab: Lab, ...words: string[]) =>
  execFileSync('git', ['-C', lab.root, '-c', 'user.name=Lab', '-c', 'user.email=lab@localhost', ...words], {
    encoding: 'utf8',
    stdio: 'pipe',
  })
const commit = (lab: Lab) => [git(lab, 'add', '-A'), git(lab, 'commit', '-q', '-m', 'x')]
const nextOf = async (lab: Lab) => (await lab.call('flow.next', {})).next
const start = (lab: Lab) =>
  lab.call('change.start', { type: 'fix', size: 'small', description: 'One', content: 'Wrong.' })

test('a merge that repair has left open is the next step of a change until it is committed', async () => {
  await using lab = await openLab()
  await start(lab)
  commit(lab)
  git(lab, 'checkout', '-q', '-b', 'other')
  await lab.call('change.advance', { content: 'Theirs.' })
  commit(lab)
  git(lab, 'checkout', '-q', '-')
  await lab.call('change.advance', { content: 'Ours.' })
  commit(lab)
  expect(() => git(lab, 'merge', '-q', 'other')).toThrow()

  expect((await nextOf(lab)).command).toBe('furrow doctor')
  await lab.call('doctor.repair', {})
  expect((await nextOf(lab)).command).toBe('git diff -- sdd/changes/one/context-check.md')
  lab.write('sdd/changes/one/context-check.md', 'Both.\n')
  const { command } = await nextOf(lab)
  expect(command).toBe('git add -- sdd/changes/one/change.json sdd/changes/one/context-check.md')
  execFileSync('sh', ['-c', command], { cwd: lab.root })
  expect((await nextOf(lab)).command).toBe('git commit --no-edit')
  git(lab, 'commit', '-q', '--no-edit')
  expect((await nextOf(lab)).command).toBe('furrow change advance --stage tasks --content -')
})

test('decisions in which a merge stopped hold the change up: two of one number are repaired, one is edited', async () => {
  await using lab = await openLab()
  await start(lab)
  await lab.call('adr.record', { title: 'Use Kafka', context: 'c', decision: 'd', rationale: 'r' })
  const file = 'sdd/changes/one/adrs/ADR-001.md'
  const ours = lab.read(file)
  const both = (theirs: string) => lab.write(file, `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> other\n`)
  both(ours.replace('accepted', 'deprecated'))
  expect((await nextOf(lab)).command).toBe(`git diff -- ${file}`)
  both(ours.replace('Use Kafka', 'Use Redis'))
  const { says, command } = await nextOf(lab)
  expect([says.includes('`furrow doctor repair`'), command]).toEqual([true, 'furrow doctor'])
  expect((await lab.refusal('change.advance', { content: 'Nothing.' })).fix).toBe('furrow doctor repair')
  await lab.call('doctor.repair', {})
  expect((await nextOf(lab)).stage).toBe('context-check')
})

test('before verify, next and status of the change say that a person has not trusted the checks', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n    command: "true"\n')
  await start(lab)
  await lab.call('change.advance', { content: 'Nothing.' })
  await lab.call('change.advance', { content: '- [x] TASK-001 it' })
  const missing = '.sdlc/config.yaml (gates) is not trusted; nothing was run. `furrow trust`'
  expect((await nextOf(lab)).says).toContain(missing)
  expect((await lab.call('change.status', {})).next.says).toContain(missing)
})

test('status names a complete specification, in a fresh clone too', async () => {
  await using lab = await openLab()
  await specifiedTo(lab)
  expect(await lab.call('workspace.status', {})).toMatchObject({ finished_specification: { mode: 'guided' } })
  await using clone = await openLab()
  fs.cpSync(path.join(lab.root, 'sdd'), path.join(clone.root, 'sdd'), { recursive: true })
  const status = await clone.app.call('workspace.status', {}, { actor: { kind: 'person', id: 'p', door: 'cli' } })
  expect(status.ok && status.text()).toMatch(/## Specification, complete\n- \*\*.+\*\* \(guided\): `furrow trace`/)
  expect(status.ok && status.text()).not.toContain('Nothing has happened here yet')
})
