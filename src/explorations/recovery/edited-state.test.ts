import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'
import { exploring } from '../../../tests/support/explorations.ts'

const STATE = '.sow/project/state.yaml'
const EVENTS = '.sow/project/events.jsonl'

test('a state that was edited by hand does not finish an exploration; adopt goes back to where the log leads', async () => {
  await using lab = await openLab({ git: false })
  await exploring(lab)
  lab.write(STATE, lab.read(STATE).replace('current_state: Active', 'current_state: Completed'))
  const message = `${STATE} says Completed, but its log leads to Active: no command made that move.`
  const fix = 'furrow explore adopt'
  const { problems, next } = await lab.call('exploration.status', {})
  expect(problems).toMatchObject([{ code: 'log_differs', message, fix }])
  expect(next).toMatchObject({ says: message, command: fix })
  expect((await lab.call('flow.next', {})).next).toMatchObject({ says: message, command: fix })
  expect(await lab.call('exploration.finish', {}, agent)).toMatchObject({ blocked: true, reasons: [{ message, fix }] })
  for (const operation of ['exploration.cleanup', 'exploration.settle'] as const)
    expect(await lab.refusal(operation, {})).toMatchObject({ message, fix })
  expect((await lab.call('doctor.check', {})).findings).toContainEqual(expect.objectContaining({ message, fix }))
  expect(lab.list('.sow/archive')).toEqual([])
  expect(await lab.call('exploration.adopt', {}, agent)).toMatchObject({
    state: 'Active',
    problems: [],
    changes: expect.arrayContaining(['state.yaml said Completed, where no command led; it is back in Active']),
  })
  await lab.call('exploration.task_create', { name: 'More' })
})

test('an end that neither a log nor the published files show is not archived', async () => {
  await using lab = await openLab({ git: false })
  await exploring(lab)
  lab.write(STATE, lab.read(STATE).replace('current_state: Active', 'current_state: Completed'))
  fs.rmSync(path.join(lab.root, EVENTS))
  const reason = { code: 'not_complete', message: expect.stringContaining('none of its finalization steps was done') }
  expect(await lab.call('exploration.finish', {})).toMatchObject({ blocked: true, reasons: [reason] })
  for (const operation of ['exploration.cleanup', 'exploration.adopt'] as const)
    expect(await lab.refusal(operation, {})).toMatchObject({ code: 'blocked', message: reason.message })
  expect(lab.list('.sow/archive')).toEqual([])
})

test('a log that is gone is named, and adopt begins another', async () => {
  await using lab = await openLab({ git: false })
  await exploring(lab)
  fs.rmSync(path.join(lab.root, EVENTS))
  const message = `${EVENTS} is missing, and the state is at 2.`
  expect(await lab.call('exploration.status', {})).toMatchObject({
    problems: [{ code: 'log_differs', message, fix: 'furrow explore adopt' }],
  })
  expect((await lab.call('flow.next', {})).next.command).toBe('furrow explore adopt')
  await lab.call('exploration.adopt', {})
  await lab.call('exploration.task_create', { name: 'More' })
  expect((await lab.call('exploration.status', {})).problems).toEqual([])
})

test('a topic that has its outcome is only completed', async () => {
  await using lab = await openLab({ git: false })
  await exploring(lab)
  const { project } = await lab.call('exploration.task_update', { id: '001', outcome: 'It fits.' })
  expect(project.next).toMatchObject({ command: 'furrow agent task update 001 --status completed' })
  expect(project.next.needs).toBeUndefined()
})
