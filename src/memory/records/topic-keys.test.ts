import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'

test('explorations whose titles differ are different records, in any script and of any length', async () => {
  await using lab = await openLab()
  const long = 'x'.repeat(150)
  const titles = [
    '日本語',
    '中文',
    '😀',
    'Поиск',
    'بحث',
    'C support',
    'C++ support',
    'C# support',
    `${long}a`,
    `${long}b`,
  ]
  for (const title of titles) {
    const saved = await lab.call('memory.explore', { title, goals: `goals of ${title}` })
    expect(saved).toMatchObject({ action: 'created', title })
  }
  for (const title of titles) {
    const saved = await lab.call('memory.explore', { title, context: 'more' })
    expect(saved.action).toBe('updated')
    expect(saved.content).toContain(`goals of ${title}`)
  }
})

test('a record of 0.1 is updated under its old key, by its own title alone', async () => {
  await using lab = await openLab()
  const old = { type: 'explore', topic_key: 'explore/general', content: '## Goals\nold goals' }
  await lab.call('memory.save', { ...old, title: '日本語' })
  const again = await lab.call('memory.explore', { title: '日本語', context: 'more' })
  expect(again).toMatchObject({ id: 1, action: 'updated', topic_key: 'explore/general' })
  expect(again.content).toContain('old goals')
  expect(await lab.call('memory.explore', { title: '中文', goals: 'others' })).toMatchObject({
    id: 2,
    action: 'created',
  })
})

test('titles that are spelled alike do not take each other’s record; the answer names it', async () => {
  await using lab = await openLab()
  await lab.call('memory.explore', { title: 'Resume', goals: 'go on' })
  const second = await lab.call('memory.explore', { title: 'Résumé', goals: 'a document' })
  expect(second).toMatchObject({ action: 'created', topic_key: expect.stringMatching(/^explore\/resume-[0-9a-f]{8}$/) })
  expect(second.notices[0]).toContain('`explore/resume` belongs to #1 "Resume"')
  const save = (title: string) => lab.call('memory.save', { title, content: title, type: 'bug', upsert: true })
  expect((await save('Bug login')).action).toBe('created')
  expect((await save('Login')).action).toBe('created')
  expect((await save('login!')).action).toBe('updated')
})

test('a key that is given updates its record, and says when that had another title', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'Tokens', content: 'One hour.', topic_key: 'decision/tokens' })
  const { notices, action } = await lab.call('memory.save', {
    title: 'Cookies',
    content: 'None.',
    topic_key: 'decision/tokens',
  })
  expect(action).toBe('updated')
  expect(notices).toEqual(['#1 had the title "Tokens"; that text is kept: `furrow memory history 1`.'])
})
