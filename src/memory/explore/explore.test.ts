import { spawn } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, bin, openLab } from '../../../tests/lab.ts'
import { parseFields, renderFields } from './fields.ts'

test('ten merges keep a heading inside a field, and the newest value of each field', async () => {
  await using lab = await openLab()
  const goals = 'Sign in once.\n\n## Notes\nKeep the old form.'
  await lab.call('memory.explore', { title: 'Single sign-on', goals })
  for (let n = 1; n <= 10; n += 1)
    await lab.call('memory.explore', { title: 'single  sign-on', unknowns: `round ${n}` })
  const { observation } = await lab.call('memory.get', { id: 1 })
  expect(observation).toMatchObject({ topic_key: 'explore/single-sign-on', revision_count: 11 })
  expect(observation.content).toBe(`## Goals\n${goals}\n\n## Unknowns\nround 10`)
})

test('two processes exploring the same title at once both keep their fields', async () => {
  await using lab = await openLab()
  await lab.call('memory.explore', { title: 'Race', context: 'start' })
  const explore = (field: string) =>
    new Promise<number | null>(resolve => {
      const argv = [bin, 'memory', 'explore', 'Race', `--${field}`, `by ${field}`]
      spawn(process.execPath, argv, { cwd: lab.root, env: lab.env, stdio: 'ignore' }).on('exit', resolve)
    })
  const fields = ['goals', 'constraints', 'preferences', 'unknowns', 'decisions']
  expect(await Promise.all(fields.map(explore))).toEqual(fields.map(() => 0))
  const { observation } = await lab.call('memory.get', { id: 1 })
  for (const field of fields) expect(observation.content).toContain(`by ${field}`)
  expect(observation.revision_count).toBe(6)
})

test('an exploration that was replaced by plain text is kept as a revision and said', async () => {
  await using lab = await openLab()
  await lab.call('memory.explore', { title: 'Odd', goals: 'first' })
  await lab.call('memory.update', { id: 1, content: 'plain words' })
  const merged = await lab.call('memory.explore', { title: 'Odd', decisions: 'second' })
  expect(merged.notices).toEqual([expect.stringContaining('revision #2')])
  expect((await lab.call('memory.history', { id: 1 })).revisions.map(({ content }) => content)).toContain('plain words')
})

test('an exploration that came from elsewhere as markdown goes on with its fields', async () => {
  await using lab = await openLab()
  const content = '## Goals\nOne login.\n\n## Notes\nKeep the form.\n\n## Constraints\nNo new vendor.'
  await lab.call('memory.save', { title: 'SSO', type: 'explore', topic_key: 'explore/sso', content })
  const merged = await lab.call('memory.explore', { title: 'SSO', constraints: 'Two vendors at most.' })
  expect(merged).toMatchObject({ revision: 2, notices: [] })
  expect(merged.content).toBe(
    '## Goals\nOne login.\n\n## Notes\nKeep the form.\n\n## Constraints\nTwo vendors at most.',
  )
})

test('fields are read back from their markdown as they were', () => {
  const text = fc.stringMatching(/^[a-z#][a-z# .\n]{0,40}[a-z]$/)
  fc.assert(
    fc.property(fc.record({ goals: text, unknowns: text, context: text }, { requiredKeys: ['goals'] }), fields => {
      expect(parseFields(renderFields(fields))).toEqual(fields)
    }),
  )
  for (const odd of ['', 'plain', 'x\n## Goals\ny', '## Goals\na\n## Goals\nb'])
    expect(parseFields(odd)).toBeUndefined()
})

test('the answer of a large exploration is cut with a way to read it all, and still says how to go on', async () => {
  await using lab = await openLab()
  const field = (letter: string) => `${letter} `.repeat(25_000)
  const input = { title: 'Big', goals: field('g'), constraints: field('c') }
  const outcome = await lab.app.call('memory.explore', input, { actor: agent })
  const text = outcome.ok ? outcome.text() : ''
  expect(text.length).toBeLessThan(22_000)
  expect(text).toMatch(/\(80\d{3} of 100\d{3} characters are not shown; all of it is saved: `furrow memory get 1`\)/)
  expect(text).toContain('### Suggested Next Steps')
  expect(text).toContain('**Suggested size:** medium')
  expect((await lab.call('memory.get', { id: 1 })).observation.content).toContain(field('c').trim())
})
