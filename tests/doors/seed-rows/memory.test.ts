import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../../lab.ts'
import { connectAgent } from '../../support/told.ts'

test('M-2, M-3, M-4, M-16: doubles, secrets, wrong ids and erasing', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  const note = { title: 'Ports', content: `Port 8080. sk-ant-api03-${'a'.repeat(40)} <private>salary` }
  const saved = await agent.tell('mem_save', note)
  expect(saved.text).toContain('redacted')
  expect((await agent.tell('mem_save', note)).text).toContain('Known already: #1')
  const { text } = await agent.tell('mem_get', { id: 1 })
  expect(text).not.toMatch(/salary|aaaaaa/)
  for (const id of [99, -1, 'one']) expect((await agent.tell('mem_get', { id })).failed).toBe(true)
  expect((await agent.tell('mem_delete', { id: 1, hard: true })).text).toContain('needs_person')
  expect((await agent.tell('mem_get', { id: 1 })).failed).toBe(false)
})

test('M-5, M-6, M-10: spellings, slips of a letter, two characters and the family of a topic find', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  const notes = {
    Palette: 'The colours of links are defined in theme.css.',
    Header: 'Its color is blue.',
    Reports: 'The timezone of reports is UTC.',
    Auth: 'Access tokens expire after an hour.',
    用户登录: '登录后跳转。',
  }
  for (const [title, content] of Object.entries(notes))
    await agent.tell('mem_save', { title, content, session_id: title })
  await agent.tell('mem_save', {
    title: 'One database',
    content: 'Only one.',
    topic_key: 'adr/shop/one',
    session_id: 'x',
  })
  for (const [query, title] of [
    ['where are the colors defined', 'Palette'],
    ['colr', 'Header'],
    ['timezne of reprots', 'Reports'],
    ['toknes', 'Auth'],
    ['登录', '用户登录'],
    ['topic:adr', 'One database'],
    ['topic:adr/', 'One database'],
    ['topic:adr/*', 'One database'],
  ])
    expect([query, (await agent.tell('mem_search', { query, limit: 1 })).text]).toEqual([
      query,
      expect.stringContaining(`${title} (`),
    ])
})

test('M-7, M-8: a budget that shows nothing says what it left out, and nothing found says what was searched', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  for (const n of [1, 2, 3])
    await agent.tell('mem_save', { title: `Redis ${n}`, content: `redis ${'words '.repeat(100)} ${n}` })
  const small = await agent.tell('mem_search', { query: 'redis', max_tokens: 50 })
  expect(small.text).toContain('3 records match, but the budget is too small to show any')
  expect(small.text).not.toContain('Nothing')
  const nothing = await agent.tell('mem_search', { query: 'walrus' })
  expect(nothing.text).toContain('Nothing matches among the 3 records of workspace.')
  expect(nothing.text).not.toContain('--all-projects')
})

test('M-9: nothing that is typed as a question is an error', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  for (const query of ['"', 'NEAR(', "'; DROP TABLE observations; --", '*', 'a AND', '(((', '', 'title:'])
    expect([query, (await agent.tell('mem_search', { query })).failed]).toEqual([query, false])
})

test('M-11, M-12: a remote that is added keeps the records; another repository of the same folder name has its own', async () => {
  await using lab = await openLab()
  const git = (root: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root, env: lab.env })
  git(lab.root, 'commit', '-q', '--allow-empty', '-m', 'first')
  {
    await using agent = await connectAgent(lab)
    await agent.tell('sdd_explore', { title: 'Walrus', goals: 'Feed it at noon' })
  }
  git(lab.root, 'remote', 'add', 'origin', 'https://example.com/team/shop-api.git')
  {
    await using agent = await connectAgent(lab)
    const { text } = await agent.tell('mem_context', {})
    expect(text).toContain('This repository was known as `workspace`; its record is here.')
    expect(text).toContain('Walrus (explore)')
    const again = await agent.tell('sdd_explore', { title: 'Walrus', unknowns: 'Who?' })
    expect(again.text).toContain('Updated (revision #2)')
  }
  const other = path.join(path.dirname(lab.root), 'elsewhere', 'workspace')
  fs.mkdirSync(other, { recursive: true })
  git(other, 'init', '-q', '-b', 'main')
  git(other, 'commit', '-q', '--allow-empty', '-m', 'another beginning')
  await using stranger = await connectAgent({ ...lab, root: other })
  expect((await stranger.tell('mem_search', { query: 'walrus' })).text).toContain('holds no records')
})

test('M-13, 1-6: the examples of a guided specification are neither found in memory nor quoted by the context check', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  await agent.tell('sdd_spec', { action: 'init', name: 'Shop', description: 'Sells boots', mode: 'guided' })
  await agent.tell('sdd_spec', { action: 'propose', problem: 'Boots are sold by phone', solution: 'A page' })
  const examples = 'manager approves order exceeding 500 EUR premium customer discount'
  const found = await agent.tell('mem_search', { query: examples })
  expect(found.text).not.toContain('500 EUR')
  const check = await agent.tell('sdd_context_check', { change_description: examples })
  expect(check.text).not.toContain('500 EUR')
})

test('M-17, 0-21, 1-10: a damaged memory is named by its own tools, and everything else goes on', async () => {
  await using lab = await openLab()
  fs.mkdirSync(path.join(lab.home, 'memory'), { recursive: true })
  fs.writeFileSync(
    path.join(lab.home, 'memory/memory.db'),
    'this is no database, but long enough to be taken for one'.repeat(200),
  )
  await using agent = await connectAgent(lab)
  const save = await agent.tell('mem_save', { title: 'T', content: 'C' })
  expect([save.failed, save.text]).toEqual([true, expect.stringContaining('memory_unavailable')])
  expect((await agent.tell('sdd_explore', { title: 'T', goals: 'g' })).text).toContain('memory_unavailable')
  const change = { type: 'fix', size: 'small', description: 'The login page', content: 'It is blank.' }
  const started = await agent.tell('sdd_change', change)
  expect([started.failed, started.text]).toEqual([false, expect.stringContaining('memory is not available')])
  expect((await agent.tell('sdd_context_check', {})).text).toContain('_Memory subsystem not available:')
})

test('M-5: a change is found by its description in a script that its id cannot hold', async () => {
  await using lab = await openLab()
  const description = '修正ログイン 登録'
  await lab.call('change.start', { type: 'fix', size: 'small', description, content: 'It is slow.' })
  const { hits } = await lab.call('memory.search', { query: '登録' })
  expect(hits.map(({ title }) => title)).toEqual(['change: describe'])
})
