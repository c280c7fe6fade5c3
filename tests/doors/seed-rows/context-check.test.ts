import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../lab.ts'
import { type ConnectedAgent, connectAgent } from '../../support/told.ts'

const SMALL = { type: 'fix', size: 'small' }

async function finish(agent: ConnectedAgent, description: string): Promise<void> {
  await agent.tell('sdd_change', { ...SMALL, description, content: 'It is wrong.' })
  for (const content of ['Nothing stands against it.', '- [x] TASK-001 it', 'Done.'])
    await agent.tell('sdd_change_advance', { content })
}

function conventions(lab: Lab, file: string, text: string): void {
  fs.writeFileSync(path.join(lab.root, file), text)
}

test('1-1, 1-2, 1-17: the context check is the second stage, keeps its file, and takes any text that is not empty', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  await agent.tell('sdd_change', { ...SMALL, description: 'The login page', content: 'It is blank.' })
  expect((await agent.tell('sdd_change_advance', { content: '  ' })).failed).toBe(true)
  expect((await agent.tell('sdd_change_advance', { content: 'Nothing stands against it.' })).failed).toBe(false)
  expect(lab.list('sdd/changes/the-login-page')).toContain('context-check.md')
  const { stages } = JSON.parse(lab.read('sdd/changes/the-login-page/change.json'))
  expect(stages[1]?.name).toBe('context-check')
})

test('1-3: a description is needed where no change is active; an active change brings its own', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  expect((await agent.tell('sdd_context_check', {})).failed).toBe(true)
  await agent.tell('sdd_explore', { title: 'Walrus', goals: 'Feed the walrus' })
  await agent.tell('sdd_change', { ...SMALL, description: 'The walrus is hungry' })
  const { text } = await agent.tell('sdd_context_check', { change_description: 'something else' })
  expect(text).toContain('Feed the walrus')
})

test('1-7, 1-8: finished changes of the same subject are named; a cancelled one and a common word name nothing', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  await finish(agent, 'Fix the login page')
  await agent.tell('sdd_change_manage', { action: 'archive', id: 'fix-the-login-page' })
  await agent.tell('sdd_change', { ...SMALL, description: 'Rewrite the login form' })
  await agent.tell('sdd_change_manage', { action: 'cancel', id: 'rewrite-the-login-form' })
  await agent.tell('sdd_change_manage', { action: 'archive', id: 'rewrite-the-login-form' })
  const about = async (change_description: string) =>
    (await agent.tell('sdd_context_check', { change_description })).text
  const login = await about('The login shows nothing')
  expect(login).toContain('Fix the login page')
  expect(login).not.toContain('Rewrite the login form')
  expect(await about('Fix the export of invoices')).not.toContain('Fix the login page')
})

test('1-9, 1-14: at most five explorations, below the five headings of the seed', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  for (let n = 1; n <= 7; n += 1)
    await agent.tell('sdd_explore', { title: `Walrus number ${n}`, goals: `Feed walrus ${n}` })
  const { text } = await agent.tell('sdd_context_check', { change_description: 'Feed the walrus' })
  expect(text.match(/Walrus number \d/g)?.length).toBe(5)
  expect(text.match(/^## .+$/gm)).toHaveLength(5)
})

test('1-11, 1-12, 1-13: convention files are summarised, and every budget holds, also for one line of 3 MB', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  conventions(lab, 'CLAUDE.md', `# Rules\n\n- Always use tabs.\n${'Some words about the login.\n'.repeat(400)}`)
  conventions(lab, 'README.md', `login ${'word '.repeat(600_000)}`)
  const sizeOf = async (more: object) => {
    const answer = await agent.tell('sdd_context_check', { change_description: 'The login page', ...more })
    expect(answer.failed).toBe(false)
    return answer.text.length
  }
  const [summary, full, tight] = [
    await sizeOf({ detail_level: 'summary' }),
    await sizeOf({ detail_level: 'full' }),
    await sizeOf({ max_tokens: 500 }),
  ]
  expect(summary).toBeLessThan(full)
  expect(full).toBeLessThan(40_000)
  expect(tight).toBeLessThanOrEqual(2_000)
})

test('1-16: one damaged record in the history blocks nothing but itself', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  await finish(agent, 'Fix the login page')
  await agent.tell('sdd_change_manage', { action: 'archive', id: 'fix-the-login-page' })
  const record = path.join(lab.root, 'sdd/history/fix-the-login-page/change.json')
  fs.writeFileSync(record, `<<<<<<< ours\n${fs.readFileSync(record, 'utf8')}`)
  await agent.tell('sdd_change', { ...SMALL, description: 'The invoices', content: 'They are late.' })
  expect((await agent.tell('sdd_context_check', {})).failed).toBe(false)
  expect((await agent.tell('sdd_change_advance', { content: 'Nothing stands against it.' })).failed).toBe(false)
})

test('1-19: a specification that changes after the check voids it', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  fs.mkdirSync(path.join(lab.root, 'sdd'), { recursive: true })
  fs.writeFileSync(path.join(lab.root, 'sdd/requirements.md'), '# Requirements\n\n- **FR-001** The login page\n')
  await agent.tell('sdd_change', { ...SMALL, description: 'The login page', content: 'It is blank.' })
  await agent.tell('sdd_context_check', {})
  fs.appendFileSync(path.join(lab.root, 'sdd/requirements.md'), '- **FR-002** The login form\n')
  const stale = await agent.tell('sdd_change_advance', { content: 'Nothing stands against it.' })
  expect([stale.failed, stale.text]).toEqual([true, expect.stringContaining('sdd/requirements.md changed')])
})
