import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
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
