import { expect, test } from 'vitest'
import { openLab } from '../../lab.ts'
import { connectAgent } from '../../support/told.ts'

const NO_CONTENT =
  'At least one context field (goals, constraints, preferences, unknowns, decisions, context) is required'

test('0-1, 0-3, 0-6, 0-7: sdd_explore is listed, and says what is missing in the words of the seed', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  expect((await agent.schema('sdd_explore')).required).toEqual(['title'])
  const missing = await agent.tell('sdd_explore', { goals: 'one' })
  expect([missing.failed, missing.text]).toEqual([true, expect.stringContaining('title is required')])
  expect((await agent.tell('sdd_explore', { title: '  ', goals: 'one' })).text).toContain('title is required')
  expect((await agent.tell('sdd_explore', { title: 'T' })).text).toContain(NO_CONTENT)
  expect((await agent.tell('sdd_explore', { title: 'T', goals: ' ', context: '' })).text).toContain(NO_CONTENT)
  expect((await lab.call('memory.stats', {})).observations).toBe(0)
})

test('0-8, 0-11, 0-12, 0-18: sections in their order, merged with what was there, and the whole answer of the seed', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  await agent.tell('sdd_explore', { title: 'User auth system', context: 'Last one', goals: 'First one' })
  const { text } = await agent.tell('sdd_explore', {
    title: 'User auth system',
    unknowns: 'Which?',
    goals: 'Another one',
  })
  expect(text.replace(/\*\*ID:\*\* \d+/, '**ID:** n')).toBe(`## Exploration Context Saved

**Title:** User auth system
**Topic Key:** explore/user-auth-system
**Action:** Updated (revision #2)
**ID:** n

### Captured Context
## Goals
Another one

## Unknowns
Which?

## Context
Last one

### Suggested Next Steps
- When ready to start a new project: use \`sdd_spec\` (action init)
- When ready to modify existing code: use \`sdd_change\`
- To add more context: call \`sdd_explore\` again with the same title

### Type/Size Suggestion
- **Suggested type:** feature — the default; no word pointed elsewhere
- **Suggested size:** medium — the default; no word pointed elsewhere

Based on limited context — adjust as needed.`)
  expect((await lab.call('memory.stats', {})).observations).toBe(1)
})

test('0-9, 0-23: titles of any script and length are explorations of their own, and fields sent at once are all kept', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  const long = 'The same beginning of a very long title '.repeat(4)
  const titles = [
    '日本語',
    '中文',
    '😀',
    'Поиск',
    'Вход',
    'بحث',
    'C++ support',
    'C# support',
    'C support',
    `${long}a`,
    `${long}b`,
  ]
  for (const title of titles)
    expect((await agent.tell('sdd_explore', { title, goals: `of ${title}` })).text).toContain('**Action:** Created')
  const fields = ['goals', 'constraints', 'preferences', 'unknowns', 'decisions', 'context']
  await Promise.all(fields.map(field => agent.tell('sdd_explore', { title: 'At once', [field]: `the ${field} of it` })))
  const { hits } = await lab.call('memory.search', { query: '"At once"', type: 'explore', detail_level: 'full' })
  for (const field of fields) expect(hits[0]?.content).toContain(`the ${field} of it`)
})

test('0-5, 0-10, 0-24: project and scope keep explorations apart, and a question of type explore finds them', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  const title = 'Single sign-on'
  for (const where of [{}, { project: 'other' }, { scope: 'personal' }])
    expect((await agent.tell('sdd_explore', { title, goals: 'Staff sign in once', ...where })).text).toContain(
      'Created',
    )
  expect((await agent.tell('sdd_explore', { title, goals: 'x', scope: 'galaxy' })).failed).toBe(true)
  const found = await agent.tell('mem_search', { query: 'how do staff sign in?', type: 'explore', all_projects: true })
  expect(found.text.match(/Single sign-on \(explore\)/g)).toHaveLength(3)
  for (const type of ['explore', 'exploration', 'context', 'discuss'])
    expect((await agent.tell('mem_suggest_topic_key', { title, type })).text).toContain('explore/single-sign-on')
})

test('0-13, 0-19, 0-22: large fields and headings of the person survive, and too much is refused whole', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  const goals = '## Constraints\nmy own heading'
  for (const more of [{ goals }, { constraints: 'c'.repeat(50_000) }, { context: 'd' }])
    await agent.tell('sdd_explore', { title: 'Big', ...more })
  const { text } = await agent.tell('sdd_explore', { title: 'Big', unknowns: 'e'.repeat(50_000) })
  expect(text).toContain('## Goals\n## Constraints\nmy own heading')
  expect(text.length).toBeLessThan(30_000)
  expect(text).toContain('mem_get {"id":1}')
  expect(text).toContain('### Type/Size Suggestion')
  const refused = await agent.tell('sdd_explore', { title: 'Big', goals: 'x'.repeat(50_001) })
  expect([refused.failed, refused.text]).toEqual([true, expect.stringContaining('50000')])
})

test('0-14, 0-15, 0-16, 0-17: type and size are suggested by whole words of goals, constraints and context', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  const suggested = async (title: string, given: Record<string, string>) => {
    const { text } = await agent.tell('sdd_explore', { title, ...given })
    return [/Suggested type:\*\* (\w+)/.exec(text)?.[1], /Suggested size:\*\* (\w+)/.exec(text)?.[1]]
  }
  expect(await suggested('a', { goals: 'Fixing a crash, quick' })).toEqual(['fix', 'small'])
  expect(await suggested('b', { constraints: 'refactor all of it, a major step' })).toEqual(['refactor', 'large'])
  expect(await suggested('c', { goals: 'the prefix of an address' })).toEqual(['feature', 'medium'])
  expect(await suggested('d', { preferences: 'fix bug small' })).toEqual(['feature', 'medium'])
})
