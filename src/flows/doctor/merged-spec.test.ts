import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { TEXTS } from '../../../tests/support/spec-texts.ts'
import { specifiedTo } from '../../../tests/support/specified.ts'

const SPEC = 'sdd/sdd.json'

test('a file that somebody brought is not confirmed, but saved as it is, with its ids', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'business-rules')
  const text = lab.read('sdd/requirements.md').replaceAll('FR-003', 'FR-007')
  await using other = await openLab()
  await specifiedTo(other, 'specify')
  other.write('sdd/requirements.md', text)
  const refused = await other.refusal('spec.confirm', { stage: 'specify' })
  expect(refused).toMatchObject({ fix: 'furrow spec write specify --overwrite --document @sdd/requirements.md' })
  const view = await other.call('spec.write', { stage: 'specify', document: text, overwrite: true })
  expect(view).toMatchObject({ current_stage: 'business-rules', saved: { ids_given: [] } })
  expect(other.read('sdd/requirements.md')).toContain('FR-007')
})

test('a merge of two specifications keeps what each side finished, and no id is given twice', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify')
  const base = [lab.read(SPEC), lab.read('sdd/proposal.md')] as const
  await lab.call('spec.specify', TEXTS.specify)
  const theirs = lab.read(SPEC)
  lab.write(SPEC, base[0])
  await lab.call('spec.reopen', { stage: 'propose', reason: 'other words' })
  await lab.call('spec.propose', { ...TEXTS.propose, problem_statement: 'Links get lost in chats.' })
  lab.write(SPEC, `<<<<<<< HEAD\n${lab.read(SPEC)}=======\n${theirs}>>>>>>> theirs\n`)

  const { repaired } = await lab.call('doctor.repair', {})
  expect(repaired.join('\n')).toContain(`${SPEC} has the finished stages and the ids of both sides`)
  const merged = JSON.parse(lab.read(SPEC))
  expect(merged).toMatchObject({
    last_ids: { FR: 3, NFR: 1 },
    current_stage: 'specify',
    stage_status: { propose: { status: 'completed' }, specify: { status: 'completed' } },
    reopened: [{ stage: 'propose' }],
  })
  const view = await lab.call('spec.context', {})
  expect(view.stages.find(({ name }) => name === 'propose')).toMatchObject({ edited: false })
  expect(view.next.command).toBe('furrow spec confirm specify')
  await lab.call('spec.confirm', { stage: 'specify' })
})
