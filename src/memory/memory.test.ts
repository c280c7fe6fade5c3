import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, openLab, person } from '../../tests/lab.ts'
import { full } from '../../tests/support/full.ts'

test('on a new machine the very first save, progress note and exploration work', async () => {
  for (const [name, input] of [
    ['memory.save', { title: 'First', content: 'The first thing ever kept.' }],
    ['memory.progress', { content: 'Begun.' }],
    ['memory.explore', { title: 'Sign-on', goals: 'One login' }],
  ] as const) {
    await using lab = await openLab()
    const outcome = await lab.app.call(name, input, { actor: agent })
    expect(outcome).toMatchObject({ ok: true })
    expect(fs.statSync(path.join(lab.home, 'memory/memory.db')).mode & 0o777).toBe(0o600)
  }
})

test('every write says which project it went to and how that was found', async () => {
  await using lab = await openLab()
  expect((await lab.call('memory.save', { title: 'a', content: 'b' })).project).toEqual({
    name: 'workspace',
    resolved_by: 'folder name',
  })
  await lab.call('config.set', { key: 'project.name', value: 'shop' })
  expect((await lab.call('memory.save', { title: 'a', content: 'b' })).project.resolved_by).toBe('config')
  expect((await lab.call('memory.save', { title: 'a', content: 'b', project: 'x' })).project.resolved_by).toBe(
    'argument',
  )
})

test('the same topic key updates the record and keeps the text it had', async () => {
  await using lab = await openLab()
  const first = await lab.call('memory.save', { title: 'Tokens', content: 'One hour.', topic_key: 'decision/tokens' })
  const second = await lab.call('memory.save', { title: 'Tokens', content: 'Two hours.', topic_key: 'Decision/Tokens' })
  expect(second).toMatchObject({ action: 'updated', observation: { id: first.observation?.id, revision_count: 2 } })
  const { revisions } = await lab.call('memory.history', { id: 1 })
  expect(revisions).toEqual([expect.objectContaining({ n: 1, content: 'One hour.' })])
  expect(revisions[0]?.diff).toContain('-One hour.')

  const restored = await lab.call('memory.restore_revision', { id: 1, revision: 1 })
  expect(restored.observation).toMatchObject({ content: 'One hour.', revision_count: 3 })
  expect((await lab.call('memory.history', { id: 1 })).revisions).toHaveLength(2)
})

test('the same text again within a quarter of an hour is one record, later it is another', async () => {
  let now = Date.parse('2026-01-01T10:00:00Z')
  await using lab = await openLab({ clock: { now: () => now } })
  const note = { title: 'Flaky', content: 'The login test fails on Mondays.' }
  expect((await lab.call('memory.save', note)).action).toBe('created')
  expect((await lab.call('memory.save', { ...note, content: 'The  LOGIN test fails on Mondays.' })).action).toBe(
    'duplicate',
  )
  now += 16 * 60 * 1000
  expect((await lab.call('memory.save', note)).action).toBe('created')
})

test('a text above the limit is refused whole, and nothing is cut', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('memory.save', { title: 'Long', content: 'x'.repeat(500_001) })).toMatchObject({
    code: 'usage',
    target: 'content',
  })
  const saved = await lab.call('memory.save', { title: 'Long', content: 'x'.repeat(50_000) })
  expect(saved.observation?.content).toHaveLength(50_000)
})

test('what is private and what looks like a secret never reaches the disk', async () => {
  await using lab = await openLab()
  const token = `ghp_${'a1B2'.repeat(9)}`
  const saved = await lab.call('memory.save', {
    title: 'Deploy',
    content: `Use ${token} for it. <private>my salary</private> Then <PRIVATE>never closed: 42`,
  })
  expect(saved.notices).toHaveLength(2)
  expect(saved.observation?.content).toBe('Use [redacted a GitHub token] for it.  Then ')
  await lab.app[Symbol.asyncDispose]()
  const files = fs.readdirSync(lab.home, { recursive: true, encoding: 'utf8' }).map(file => path.join(lab.home, file))
  const bytes = files.filter(file => fs.statSync(file).isFile()).map(file => fs.readFileSync(file, 'latin1'))
  for (const secret of [token, 'salary', 'never closed']) expect(bytes.join('')).not.toContain(secret)
})

test('unknown ids are errors, not success', async () => {
  await using lab = await openLab()
  for (const [name, input] of [
    ['memory.get', { id: 7 }],
    ['memory.update', { id: 7, title: 'x' }],
    ['memory.delete', { id: 7 }],
    ['memory.timeline', { observation_id: 7 }],
    ['memory.history', { id: 7 }],
    ['memory.restore_revision', { id: 7, revision: 1 }],
    ['memory.relate', { from_id: 7, to_id: 8 }],
    ['memory.unrelate', { id: 7 }],
    ['memory.session_end', { id: 'never' }],
    ['memory.compact', { compact_ids: [7] }],
  ] as const)
    expect(await lab.refusal(name, input)).toMatchObject({ code: 'not_found' })
})

test('a deleted record is not found, can be restored, and only a person erases it', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'Gone', content: 'zebra crossing' })
  await lab.call('memory.delete', { id: 1 })
  expect((await lab.call('memory.search', { query: 'zebra' })).hits).toEqual([])
  await lab.call('memory.delete', { id: 1, restore: true })
  expect((await lab.call('memory.search', { query: 'zebra' })).hits).toHaveLength(1)
  expect(await lab.refusal('memory.delete', { id: 1, hard: true }, agent)).toMatchObject({ code: 'needs_person' })
  await lab.call('memory.delete', { id: 1, hard: true }, person)
  expect(await lab.refusal('memory.get', { id: 1 })).toMatchObject({ code: 'not_found' })
})

test('another project’s records stay out unless asked for; personal ones are found everywhere', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'Theirs', content: 'walrus habits', project: 'zoo' })
  await lab.call('memory.save', { title: 'Mine', content: 'walrus facts', project: 'zoo', scope: 'personal' })
  expect((await lab.call('memory.search', { query: 'walrus' })).hits.map(hit => hit.title)).toEqual(['Mine'])
  expect((await lab.call('memory.search', { query: 'walrus', all_projects: true })).hits).toHaveLength(2)
})

test('fields of a query narrow it as the parameters do; a parameter beside them wins', async () => {
  await using lab = await openLab()
  const save = (title: string, more: object) => lab.call('memory.save', { title, content: `walrus ${title}`, ...more })
  await save('decided', { type: 'decision', topic_key: 'decision/walrus', session_id: 'monday' })
  await save('seen', { type: 'bug', namespace: 'ice' })
  await save('theirs', { type: 'decision', project: 'the zoo' })
  await save('mine', { type: 'preference', scope: 'personal', session_id: 'tuesday' })
  const titles = async (query: string, more: object = {}) =>
    (await lab.call('memory.search', { query, ...more })).hits.map(({ title }) => title).sort()
  expect(await titles('walrus type:decision')).toEqual(['decided'])
  expect(await titles('TYPE:decision')).toEqual(['decided'])
  expect(await titles('walrus project:"the zoo" scope:project')).toEqual(['theirs'])
  expect(await titles('walrus topic:decision')).toEqual(['decided'])
  expect(await titles('walrus topic:decision/walrus')).toEqual(['decided'])
  expect(await titles('walrus topic:decisio')).toEqual([])
  expect(await titles('walrus session:tuesday')).toEqual(['mine'])
  expect(await titles('walrus namespace:ice')).toEqual(['seen'])
  expect(await titles('walrus type:decision', { type: 'bug' })).toEqual(['seen'])
  expect(await titles('walrus scope:nonsense')).toEqual(['decided', 'mine', 'seen'])
})

test('a topic key belongs to one record: who would take it away is told who has it', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'a', content: 'first', topic_key: 'x/y' })
  await lab.call('memory.delete', { id: 1 })
  await lab.call('memory.save', { title: 'b', content: 'second', topic_key: 'x/y' })
  const taken = { code: 'conflict', fix: 'furrow memory get 2' }
  expect(await lab.refusal('memory.delete', { id: 1, restore: true })).toMatchObject(taken)
  await lab.call('memory.save', { title: 'c', content: 'third' })
  expect(await lab.refusal('memory.update', { id: 3, topic_key: 'X/Y' })).toMatchObject(taken)
  expect((await lab.call('memory.get', { id: 3 })).observation).toMatchObject({ content: 'third', revision_count: 1 })
  await lab.call('memory.update', { id: 2, topic_key: '' })
  await lab.call('memory.delete', { id: 1, restore: true })
})

test('a record is not saved when one that it relates to is not there', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('memory.save', { title: 'a', content: 'b', relate_to: [9] })).toMatchObject({ target: '9' })
  expect(await lab.call('memory.stats', {})).toMatchObject({ observations: 0 })
})

test('with upsert the suggested key is taken, and a source is kept', async () => {
  await using lab = await openLab()
  const note = { title: 'Use SQLite', type: 'decision', upsert: true, source: 'design-review' }
  await lab.call('memory.save', { ...note, content: 'one file' })
  const again = await lab.call('memory.save', { ...note, content: 'one file, WAL' })
  expect(again).toMatchObject({ action: 'updated', observation: { topic_key: 'decision/use-sqlite' } })
  expect(again.observation?.origin).toMatchObject({ source: 'design-review' })
})

test('secrets stay out of titles, notes, summaries and imports as well', async () => {
  await using lab = await openLab()
  const token = `ghp_${'a1B2'.repeat(9)}`
  await lab.call('memory.save', { title: 'a', content: 'b' })
  await lab.call('memory.save', { title: 'c', content: 'd' })
  expect((await lab.call('memory.update', { id: 1, title: `T ${token}` })).notices).toHaveLength(1)
  await lab.call('memory.relate', { from_id: 1, to_id: 2, note: token })
  await lab.call('memory.session_start', { id: 's' })
  expect((await lab.call('memory.session_end', { id: 's', summary: token })).notices).toHaveLength(1)
  const folded = await lab.call('memory.compact', { compact_ids: [2], summary_content: `was ${token}` })
  expect(folded.notices).toHaveLength(1)
  const entity = { type: 'entity', name: 'Anna', entityType: 'person', observations: [`uses ${token}`] }
  expect((await lab.call('memory.import', { content: JSON.stringify(entity) })).notices).toHaveLength(1)
  expect((await lab.call('memory.export', { all_projects: true })).jsonl).not.toContain(token)
  expect(await lab.refusal('memory.update', { id: 1, content: '<private>all' })).toMatchObject({ target: 'content' })
})

test('what is captured from a text is kept once, however long ago that was, and notices are not lost', async () => {
  let now = Date.parse('2026-01-01T10:00:00Z')
  await using lab = await openLab({ clock: { now: () => now } })
  const content = '## Key Learnings\n- The kernel frees locks on kill\n<private>x</private>'
  const first = await lab.call('memory.save', { content, save_type: 'passive' })
  expect(first).toMatchObject({ saved: 1, notices: ['What was marked <private> was left out.'] })
  now += 30 * 24 * 60 * 60 * 1000
  expect(await lab.call('memory.save', { content, save_type: 'passive' })).toMatchObject({ saved: 0 })
})

test('the text of every listing stays within its budget, and a timeline keeps what it is about', async () => {
  await using lab = await openLab()
  await lab.call('memory.session_start', { id: 's' })
  await lab.call('memory.session_end', { id: 's', summary: 'walrus '.repeat(30) })
  for (let n = 1; n <= 9; n += 1) {
    await lab.call('memory.save', { content: `Where is walrus ${n}?`, save_type: 'prompt', session_id: 's' })
    await lab.call('memory.save', { title: `Walrus ${n}`, content: 'walrus fact '.repeat(20 + n), session_id: 's' })
  }
  for (const [name, input] of [
    ['memory.search', { query: 'walrus' }],
    ['memory.context', {}],
    ['memory.timeline', { observation_id: 5 }],
  ] as const)
    for (const max_tokens of [150, 400, 900]) {
      const outcome = await lab.app.call(name, { ...input, max_tokens }, { actor: agent })
      if (!outcome.ok) throw new Error(outcome.error.message)
      expect(Buffer.byteLength(outcome.text()) / 4, `${name} within ${max_tokens}`).toBeLessThanOrEqual(max_tokens)
    }
  const { observations } = await lab.call('memory.timeline', { observation_id: 5, max_tokens: 250 })
  expect(observations.map(({ id }) => id)).toContain(5)
})

test('a topic key is suggested for something, not for nothing', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('memory.suggest_topic_key', { title: ' ' })).toMatchObject({ code: 'usage' })
  expect(await lab.call('memory.suggest_topic_key', { title: 'The quadrant' })).toEqual({
    topic_key: 'topic/the-quadrant',
  })
})

test('F9: no query is a syntax error or reaches another project', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'Here', content: 'alpha beta gamma' })
  await lab.call('memory.save', { title: 'There', content: 'alpha beta gamma', project: 'other' })
  const odd = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.constantFrom(
      '"',
      '*',
      'NEAR(',
      '^',
      'title:',
      '(',
      ')',
      'AND OR NOT',
      'alpha" OR "beta',
      '🦭',
      "'; DROP TABLE x",
      '-alpha',
      '{a b}:',
    ),
  )
  const queries = fc.array(odd, { minLength: 1, maxLength: 4 }).map(parts => parts.join(' '))
  await fc.assert(
    fc.asyncProperty(queries, async query => {
      const { hits } = await lab.call('memory.search', { query })
      expect(hits.every(hit => hit.project === 'workspace')).toBe(true)
    }),
    { numRuns: full ? 10_000 : 1500 },
  )
  await lab.call('memory.search', { query: 'word '.repeat(1900) })
  expect(await lab.refusal('memory.search', { query: 'word '.repeat(200_000) })).toMatchObject({ code: 'usage' })
})

test('whatever a record ever said is there, and any of it can be restored', async () => {
  const texts = fc.array(
    fc.string({ minLength: 1, maxLength: 40 }).filter(text => text.trim() !== '' && !text.includes('<')),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  const ways = ['save', 'update'] as const
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(...ways), fc.nat(), async (contents, way, pick) => {
      await using lab = await openLab({ git: false })
      for (const [at, content] of contents.entries())
        if (at === 0 || way === 'save') await lab.call('memory.save', { title: 'x', content, topic_key: 'a/b' })
        else await lab.call('memory.update', { id: 1, content })
      const { observation, revisions } = await lab.call('memory.history', { id: 1 })
      const said = [...[...revisions].reverse().map(({ content }) => content), observation.content]
      expect(said).toEqual(contents)
      const chosen = revisions[pick % Math.max(1, revisions.length)]
      if (chosen === undefined) return
      await lab.call('memory.restore_revision', { id: 1, revision: chosen.n })
      expect((await lab.call('memory.get', { id: 1 })).observation.content).toBe(chosen.content)
      expect((await lab.call('memory.history', { id: 1 })).revisions).toHaveLength(revisions.length + 1)
    }),
    { numRuns: 12 },
  )
})

test('the seed’s messages for a missing title and missing content', async () => {
  await using lab = await openLab()
  expect((await lab.refusal('memory.explore', { goals: 'x' })).message).toBe('title is required')
  expect((await lab.refusal('memory.explore', { title: 'x', goals: '  ' })).message).toBe(
    'At least one context field (goals, constraints, preferences, unknowns, decisions, context) is required',
  )
})

test('relations are walked in both directions and superseded records are marked', async () => {
  await using lab = await openLab()
  for (const title of ['old zebra', 'new zebra', 'far']) await lab.call('memory.save', { title, content: title })
  await lab.call('memory.relate', { from_id: 2, to_id: 1, relation_type: 'supersedes' })
  await lab.call('memory.relate', { from_id: 3, to_id: 2 })
  expect((await lab.call('memory.get', { id: 1, depth: 2 })).related).toEqual([
    expect.objectContaining({ id: 2, depth: 1 }),
    expect.objectContaining({ id: 3, depth: 2 }),
  ])
  const { hits } = await lab.call('memory.search', { query: 'zebra' })
  expect(hits.slice(0, 2).map(({ id, marks }) => [id, marks])).toEqual([
    [2, []],
    [1, ['superseded']],
  ])
  expect(hits[2]?.reasons).toEqual(['near a matching note'])
  expect(await lab.refusal('memory.relate', { from_id: 3, to_id: 2 })).toMatchObject({ code: 'conflict' })
})

test('a budget covers the whole answer and says what it left out', async () => {
  await using lab = await openLab()
  for (let n = 0; n < 12; n += 1)
    await lab.call('memory.save', { title: `Walrus ${n}`, content: `walrus ${'fact '.repeat(100)}${n}` })
  const { hits, left_out, next, tokens } = await lab.call('memory.search', { query: 'walrus', max_tokens: 300 })
  expect(hits.length).toBeGreaterThan(0)
  expect(left_out).toBeGreaterThan(0)
  expect(tokens).toBeLessThanOrEqual(300)
  const rest = await lab.call('memory.search', { query: 'walrus', cursor: next, limit: 20 })
  expect(new Set([...hits, ...rest.hits].map(({ id }) => id)).size).toBe(12)
})

test('passive capture keeps the items of the last learnings section, once', async () => {
  await using lab = await openLab()
  const text =
    '# Done\n\n## Key Learnings:\n1. **SQLite** locks are freed by the kernel on kill -9\n2. short\n\n## Next\n- nothing'
  expect(await lab.call('memory.save', { content: text, save_type: 'passive' })).toMatchObject({ saved: 1 })
  expect(await lab.call('memory.save', { content: text, save_type: 'passive' })).toMatchObject({ saved: 0 })
  expect((await lab.call('memory.get', { id: 1 })).observation.content).toBe(
    'SQLite locks are freed by the kernel on kill -9',
  )
})

test.each([
  ['## Key Learnings', '- キャッシュは起動時に冷たい', 'キャッシュは起動時に冷たい'],
  ['Key Learnings:', '- The cache is cold at start', 'The cache is cold at start'],
  ['**Key Learnings:**', '* The cache is cold at start', 'The cache is cold at start'],
  ['# Key learnings', '1) The cache is cold at start', 'The cache is cold at start'],
])('passive capture reads %j, and says what it left out', async (heading, item, content) => {
  await using lab = await openLab()
  const passive = (text: string) => lab.call('memory.save', { content: text, save_type: 'passive' })
  const [mark] = item.split(' ')
  const first = await passive(`Done.\n\n${heading}\n${item}\n${mark === '1)' ? '2)' : mark} tests need redis\n`)
  expect(first).toMatchObject({
    saved: 1,
    notices: ['Too short to be understood later, so not saved: "tests need redis".'],
  })
  expect((await lab.call('memory.get', { id: 1 })).observation.content).toBe(content)
  expect((await passive(`${heading}\n${item}\n`)).notices).toEqual(['Known already: 1 of 1.'])
})

test('passive capture of a text without learnings says what it looks for', async () => {
  await using lab = await openLab()
  const saved = await lab.app.call(
    'memory.save',
    { content: 'Key Learnings were few.', save_type: 'passive' },
    { actor: agent },
  )
  expect(saved.ok && saved.text()).toMatch(/^Nothing was saved\n/)
  expect(saved.ok && saved.text()).toContain('There is no "Key Learnings" section')
})

test('a damaged database is named and kept, and nothing pretends to have saved', async () => {
  await using lab = await openLab()
  fs.mkdirSync(path.join(lab.home, 'memory'), { recursive: true })
  const file = path.join(lab.home, 'memory/memory.db')
  fs.writeFileSync(file, 'this is no database, but somebody’s bytes'.repeat(50))
  const before = fs.readFileSync(file)
  expect(await lab.refusal('memory.save', { title: 'x', content: 'y' })).toMatchObject({
    code: 'memory_unavailable',
    target: file,
    fix: expect.stringContaining('furrow doctor'),
  })
  expect(fs.readFileSync(file)).toEqual(before)
})
