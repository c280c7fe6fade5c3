import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'

async function textOf(lab: Lab, input: object): Promise<string> {
  const outcome = await lab.app.call('memory.search', input, { actor: agent })
  return outcome.ok ? outcome.text() : JSON.stringify(outcome.error)
}

async function keep(lab: Lab, notes: Readonly<Record<string, string>>): Promise<void> {
  for (const [title, content] of Object.entries(notes)) await lab.call('memory.save', { title, content })
}

test('other projects are named where there are any, and the count is of the project', async () => {
  await using lab = await openLab()
  await keep(lab, { One: 'foo bar', Two: 'bar baz' })
  expect(await textOf(lab, { query: 'helm' })).toBe('Nothing matches among the 2 records of workspace.')
  expect(await textOf(lab, { query: 'topic:zzz helm' })).toBe('Nothing matches among the 2 records of workspace.')
  expect(await textOf(lab, { query: 'project:nope helm' })).toBe('nope holds no records.\nTry `--all-projects`.')
  expect(await textOf(lab, { query: 'helm', all_projects: true })).toBe(
    'Nothing matches among the 2 records of all projects.',
  )
})

test('a hit of a filter alone says that it fits the filter', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'One', content: 'ports', topic_key: 'adr/one' })
  expect(await textOf(lab, { query: 'topic:adr/' })).toContain('why: it fits the filter')
})

test('a project that begins beside one of a similar name says so', async () => {
  await using lab = await openLab()
  const save = (title: string, project?: string) => lab.call('memory.save', { title, content: title, project })
  await save('One', 'tools')
  await lab.call('memory.save', { title: 'My own', content: 'tabs', scope: 'personal' })
  expect((await save('Two', 'tool')).notices).toEqual([
    'tool is a new project. Projects with similar names hold records: tools.',
  ])
  expect((await save('Three', 'tool')).notices).toEqual([])
  expect((await save('Four')).notices).toEqual([])
})

test('a budget that shows nothing says how many match and how to see them', async () => {
  await using lab = await openLab()
  const long = 'redis keeps what people look at most often, and forgets it after an hour. '.repeat(5)
  await keep(lab, { 'Cache in redis': long, 'Redis version': long, 'Redis memory': long })
  const text = await textOf(lab, { query: 'redis', max_tokens: 60 })
  expect(text).toMatch(/^3 records match, but the budget is too small to show any\. .*`furrow memory get \d`\.$/)
  expect(await textOf(lab, { query: 'redis', max_tokens: 200 })).toMatch(
    /\d more did not fit into the budget\. More: `--cursor \d`/,
  )
  expect(await textOf(lab, { query: 'redis', limit: 1 })).toContain('More: `--cursor 1`')
})

test('two characters of Chinese, Japanese or Korean find, and so does a question in them', async () => {
  await using lab = await openLab()
  await keep(lab, {
    用户登录: '登录后跳转到首页。',
    検索の設定: '検索は全文で行う。',
    '로그인 화면': '사용자는 이메일로 로그인한다.',
    Other: 'Something about ports and hosts.',
  })
  const best = async (query: string) => (await lab.call('memory.search', { query })).hits[0]?.title
  expect(await best('登录')).toBe('用户登录')
  expect(await best('跳转')).toBe('用户登录')
  expect(await best('用户怎么登录？')).toBe('用户登录')
  expect(await best('設定')).toBe('検索の設定')
  expect(await best('이메일')).toBe('로그인 화면')
})

test('accents, spellings of either side of the ocean and one mistyped letter find', async () => {
  await using lab = await openLab()
  await keep(lab, {
    Café: 'The café menu is in the Straße repository by Łukasz.',
    Palette: 'The colours are defined in tokens.css; cancelled orders are grey.',
    Timezone: 'The timezone of reports is UTC; we organize them by licence.',
    Unrelated: 'Ports and hosts are exact.',
  })
  const best = async (query: string) => (await lab.call('memory.search', { query })).hits[0]?.title
  for (const query of ['cafe', 'CAFÉ', 'strasse', 'lukasz', 'łukasz']) expect(await best(query)).toBe('Café')
  for (const query of ['where are the colors defined', 'canceled', 'gray', 'color'])
    expect(await best(query)).toBe('Palette')
  for (const query of ['timezne of reprots', 'organise', 'license', 'tiemzone', 'reportts'])
    expect(await best(query)).toBe('Timezone')
  expect((await lab.call('memory.search', { query: 'walrus' })).hits).toEqual([])
})

test('where nothing fits the answer says what was searched instead of showing what shares a common word', async () => {
  await using lab = await openLab()
  for (let n = 0; n < 25; n += 1)
    await lab.call('memory.save', {
      title: `Note ${n}`,
      content: `The team agreed on item ${n} of the list.`,
      session_id: `s${n}`,
    })
  const query = 'quarterly revenue forecast of the european subsidiaries for the team'
  const found = await lab.call('memory.search', { query })
  expect(found).toMatchObject({ hits: [], searched: 25, misfits: 10 })
  expect(await textOf(lab, { query })).toMatch(
    /^Nothing fits the question among the 25 records of workspace; 10 share a word with it: `--complete` shows them\./,
  )
  expect((await lab.call('memory.search', { query, complete: true })).hits).toHaveLength(10)
  expect(await textOf(lab, { query: 'walrus' })).toMatch(/^Nothing matches among the 25 records of workspace\./)
  expect((await lab.call('memory.search', { query: 'what did the team agree on' })).hits.length).toBeGreaterThan(0)
})

test('notes beside a match are shown only where fewer than three records fit, and never for a phrase', async () => {
  await using lab = await openLab()
  const save = (title: string, content: string, session_id: string) =>
    lab.call('memory.save', { title, content, session_id })
  for (let n = 1; n <= 4; n += 1) {
    await save(`Walrus ${n}`, `walrus habit ${n}`, `s${n}`)
    await save(`Aside ${n}`, 'lunch was late', `s${n}`)
  }
  await save('Zebra', 'zebra crossing', 's9')
  await save('Beside the zebra', 'lunch was early', 's9')
  const titles = async (query: string) =>
    (await lab.call('memory.search', { query })).hits.map(({ title }) => title).sort()
  expect(await titles('walrus')).toEqual(['Walrus 1', 'Walrus 2', 'Walrus 3', 'Walrus 4'])
  expect(await titles('zebra')).toEqual(['Beside the zebra', 'Zebra'])
  expect(await titles('"zebra crossing"')).toEqual(['Zebra'])
})

test('texts in other scripts that 0.1 indexed whole are found by two characters after the update', async () => {
  await using lab = await openLab()
  await keep(lab, { 用户登录: '登录后跳转。' })
  await lab.call('memory.save', { title: 'Ports', content: 'Exact ports.', session_id: 'another' })
  await lab.app[Symbol.asyncDispose]()
  const file = path.join(lab.home, 'memory/memory.db')
  const old = new DatabaseSync(file)
  old.exec(`DELETE FROM memory_terms WHERE rowid = 1;
    INSERT INTO memory_terms (rowid, title, key, body, facets) SELECT 1, '用户登录', '', '登录后跳转', facets FROM memory_documents WHERE id = 1;
    DROP INDEX observations_valid_from; DROP INDEX observations_valid_until; DROP INDEX observations_files;
    ALTER TABLE observations DROP COLUMN valid_from; ALTER TABLE observations DROP COLUMN valid_until;
    ALTER TABLE observations DROP COLUMN files; DROP TABLE memory_found; PRAGMA user_version = 4`)
  old.close()
  expect(fs.existsSync(file)).toBe(true)
  await using again = await openLab({ root: lab.root, env: lab.env })
  const found = await again.call('memory.search', { query: '登录', all_projects: true })
  expect(found.hits.map(({ title }) => title)).toEqual(['用户登录'])
})

test('a search of every project that finds nothing says so, and does not advise what was done', async () => {
  await using lab = await openLab()
  await keep(lab, { One: 'ports', Two: 'hosts' })
  expect(await textOf(lab, { query: 'walrus', all_projects: true })).toBe(
    'Nothing matches among the 2 records of all projects.',
  )
  await lab.call('memory.save', { title: 'Three', content: 'docks', project: 'harbour' })
  expect(await textOf(lab, { query: 'walrus' })).toContain('of workspace.\nTry `--all-projects`.')
})

test('a letter of a short word that is missing, doubled or swapped is forgiven; a wrong one is not', async () => {
  await using lab = await openLab()
  await keep(lab, {
    Café: 'The café opens at nine.',
    Palette: 'The color of links is blue.',
    Auth: 'The tokens expire.',
  })
  const titles = async (query: string) => (await lab.call('memory.search', { query })).hits.map(({ title }) => title)
  for (const query of ['colr', 'coolr', 'clor', 'colro']) expect(await titles(query)).toContain('Palette')
  for (const query of ['caffe', 'caffé', 'cafee']) expect(await titles(query)).toContain('Café')
  for (const query of ['toknes', 'tokns', 'tokenns', 'tokesn']) expect(await titles(query)).toContain('Auth')
  for (const query of ['safe', 'opel', 'blub']) expect(await titles(query)).toEqual([])
})

test('a slip in the ending of a word, which hides its stem, is forgiven too; two letters wrong are not', async () => {
  await using lab = await openLab()
  await keep(lab, { Keys: 'The rotation of keys is scheduled nightly.', Fish: 'A herring.' })
  const titles = async (query: string) => (await lab.call('memory.search', { query })).hits.map(({ title }) => title)
  for (const query of ['rotatoin', 'rotaion', 'rotatiom', 'rotatiton', 'schedluing', 'scheduledd'])
    expect([query, (await titles(query))[0]]).toEqual([query, 'Keys'])
  for (const query of ['rtoatoin', 'rotxxion']) expect(await titles(query)).toEqual([])
})

test('what only stands beside a match fills up to three, however many notes a sitting has', async () => {
  await using lab = await openLab()
  for (const title of ['Lunch', 'Weather', 'Zebra', 'Traffic', 'Coffee', 'Parking'])
    await lab.call('memory.save', { title, content: `${title.toLowerCase()} was a topic` })
  const { hits } = await lab.call('memory.search', { query: 'zebra' })
  expect(hits[0]?.title).toBe('Zebra')
  expect(hits).toHaveLength(3)
})
