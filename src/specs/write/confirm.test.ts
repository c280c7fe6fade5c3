import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { TEXTS } from '../../../tests/support/spec-texts.ts'
import { specifiedTo } from '../../../tests/support/specified.ts'

const MARKERS = '<<<<<<< HEAD\n- **FR-012**: one\n=======\n- **FR-012**: two\n>>>>>>> other\n'

test('nothing is confirmed while a file holds the markers of a merge, and the next step names that file', async () => {
  await using lab = await openLab()
  await specifiedTo(lab)
  const before = lab.read('sdd/requirements.md')
  lab.write('sdd/requirements.md', before + MARKERS)
  const { next } = await lab.call('spec.context', {})
  expect(next).toMatchObject({ command: 'git diff -- sdd/requirements.md' })
  expect(next.says).toContain('sdd/requirements.md holds the conflict markers')
  const refused = await lab.refusal('spec.confirm', { stage: 'business-rules' })
  expect(refused).toMatchObject({ code: 'blocked', fix: 'git diff -- sdd/requirements.md' })
  lab.write('sdd/requirements.md', `${before}\nBy hand.\n`)
  await lab.call('spec.confirm', { stage: 'business-rules' })
})

test('nothing is confirmed or validated while an id is used twice, and both lines are named', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'validate')
  const file = 'sdd/requirements.md'
  const before = lab.read(file)
  lab.write(file, before.replace('**FR-002**', '**FR-001**'))
  const lines = lab.read(file).split('\n')
  const [one = 0, other = 0] = lines.flatMap((line, index) => (line.startsWith('- **FR-001**') ? [index + 1] : []))
  const places = [
    `FR-001 is used twice: in line ${one} of ${file}`,
    `and in line ${other} of ${file} ("The system shall`,
  ]
  const { next } = await lab.call('spec.context', {})
  const { findings } = await lab.call('doctor.check', {})
  const refused = await lab.refusal('spec.confirm', { stage: 'business-rules' })
  expect(refused).toMatchObject({ code: 'blocked', fix: 'furrow lint' })
  const found = findings.find(({ check }) => check === 'specs')
  expect(found).toMatchObject({ level: 'problem', fix: 'furrow lint' })
  for (const place of places)
    for (const says of [next.says, refused.message, found?.message]) expect(says).toContain(place)
})

test('no verdict is given while two tasks have one id', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'validate')
  lab.write('sdd/tasks.md', lab.read('sdd/tasks.md').replace('**TASK-002**', 'TASK-001'))
  const refused = await lab.refusal('spec.validate', { ...TEXTS.validate, requirements_coverage: 'All.' })
  expect(refused).toMatchObject({
    code: 'blocked',
    message: expect.stringContaining('TASK-001 is used twice: in line'),
  })
})

test('an id that an assumption begins with is not used twice', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify')
  await lab.call('spec.specify', { ...TEXTS.specify, assumptions: '- FR-001: holds offline, too.' })
  expect((await lab.call('spec.rules', TEXTS['business-rules'])).next.stage).toBe('clarify')
  expect((await lab.call('spec.lint', {})).findings.map(({ kind }) => kind)).not.toContain('duplicate_id')
})

test('memory follows an edit by hand: marked at once, and rewritten when the next stage is confirmed', async () => {
  await using lab = await openLab()
  await specifiedTo(lab)
  const remembered = async () => {
    const { hits } = await lab.call('memory.search', { query: 'topic:sdd device offline', detail_level: 'full' })
    return hits.filter(({ title }) => title === 'Specification: specify')
  }
  lab.write('sdd/requirements.md', lab.read('sdd/requirements.md').replace('it opens offline', 'it opens on a plane'))
  expect(await remembered()).toMatchObject([{ marks: ['check: sdd/requirements.md has changed'] }])
  await lab.call('spec.confirm', { stage: 'business-rules' })
  const [after] = await remembered()
  expect(after?.content).toContain('it opens on a plane')
  expect(after?.marks).toEqual([])
})

test('a stage that was reopened, edited and confirmed is remembered as it is now', async () => {
  await using lab = await openLab()
  await specifiedTo(lab)
  await lab.call('spec.reopen', { stage: 'tasks', reason: 'another order' })
  lab.write('sdd/tasks.md', lab.read('sdd/tasks.md').replace('The store.', 'The warehouse.'))
  await lab.call('spec.confirm', { stage: 'tasks' })
  const { hits } = await lab.call('memory.search', { query: 'warehouse', detail_level: 'full' })
  expect(hits[0]).toMatchObject({ title: 'Specification: tasks' })
})
