import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../tests/lab.ts'

const FILE = 'sdd/changes/greet/tasks.md'

async function withTasks(): Promise<Lab> {
  const lab = await openLab()
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Greet', content: 'It is gone.' })
  await lab.call('change.advance', { content: 'Nothing stands against it.' })
  await lab.call('change.advance', { content: '- [ ] the greeting\n- [ ] its test' })
  return lab
}

test('a task is ticked and opened again, and verifying says how many are open', async () => {
  await using lab = await withTasks()
  const { warnings } = await lab.call('change.status', {})
  expect(warnings).toContain(`2 tasks are not ticked in ${FILE}.`)
  const step = async () => (await lab.call('flow.next', {})).next.says
  expect(await step()).toContain('To tick task 1: `furrow change tick greet 1`.')
  await lab.call('change.tick', { id: 'greet', task: 1 })
  expect(await step()).toContain('`furrow change tick greet 2`')
  await lab.call('change.tick', { id: 'greet', task: 1, open: true })
  await lab.call('change.tick', { id: 'greet', task: 2, text: 'its test' })
  expect(lab.read(FILE)).toBe('- [ ] the greeting\n- [x] its test\n')
  await lab.call('change.tick', { id: 'greet', task: 2 })
  expect(lab.read(FILE)).toBe('- [ ] the greeting\n- [x] its test\n')
  await lab.call('change.tick', { id: 'greet', task: 2, open: true })
  expect(lab.read(FILE)).toBe('- [ ] the greeting\n- [ ] its test\n')
})

test('what was edited by hand is ticked too; a task that moved, is missing or belongs to a change that is over is not', async () => {
  await using lab = await withTasks()
  lab.write(FILE, '- [ ] first\n- [ ] the greeting\n')
  await lab.call('change.tick', { id: 'greet', task: 2, text: 'the greeting' })
  expect(lab.read(FILE)).toBe('- [ ] first\n- [x] the greeting\n')
  expect(await lab.refusal('change.tick', { id: 'greet', task: 1, text: 'the greeting' })).toMatchObject({
    code: 'conflict',
    message: `Task 1 of ${FILE} says by now: first`,
    fix: 'furrow change show greet tasks',
  })
  expect(await lab.refusal('change.tick', { id: 'greet', task: 3 })).toMatchObject({ code: 'not_found' })
  await lab.call('change.cancel', { id: 'greet' })
  expect(await lab.refusal('change.tick', { id: 'greet', task: 1 })).toMatchObject({ code: 'blocked' })
})

test('two who tick at once both count', async () => {
  await using lab = await withTasks()
  await Promise.all([1, 2].map(task => lab.call('change.tick', { id: 'greet', task })))
  expect(lab.read(FILE)).toBe('- [x] the greeting\n- [x] its test\n')
})
