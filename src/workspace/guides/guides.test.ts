import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'

test('without a name the guides are listed, but for what every client is told anyway', async () => {
  await using lab = await openLab()
  const { guides = [] } = await lab.call('guide.show', {})
  expect(guides).toContainEqual({
    name: 'working-with-furrow',
    title: 'Working with Furrow',
    summary: 'How an agent and a person share one repository through Furrow: look, act, check, undo.',
  })
  expect(guides.map(({ name }) => name)).not.toContain('instructions')
  expect(await lab.call('guide.list', {})).toEqual({ guides })
})

test('a guide is shown as it is written', async () => {
  await using lab = await openLab()
  const outcome = await lab.app.call('guide.show', { name: 'working-with-furrow' }, { actor: agent })
  const { text = '' } = await lab.call('guide.show', { name: 'working-with-furrow' })
  expect(text).toMatch(/^# Working with Furrow\n/)
  expect(outcome.ok && outcome.text()).toBe(text)
})

test('a guide that is not there is answered with the way to the list', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('guide.show', { name: 'nowhere' })).toEqual({
    code: 'not_found',
    message: 'There is no guide nowhere.',
    target: 'nowhere',
    fix: 'furrow guide',
  })
})
