import { expect, test } from 'vitest'
import { agent, type Lab, openLab, person } from '../lab.ts'
import { ended, type Step, script, setUpAgent } from '../support/agents.ts'
import { bareTool, runToEnd, trust } from '../support/tools.ts'

const FOLDER = '.sdlc/tools/count-words'

function files(version: string, expected: number): Step[] {
  const code = bareTool(
    { name: 'count-words', version, description: 'Counts words.' },
    "print({ ok: true, data: { words: String(input.text).split(' ').length } })",
  )
  const fixture = { name: 'two', input: { text: 'one two' }, expect: { ok: true, data: { words: expected } } }
  const written = [
    ['tool.ts', code],
    ['README.md', '# Counts words'],
    ['tests/two.json', JSON.stringify(fixture)],
    ['../tools.md', '# Tools\n\n## count-words\n'],
  ]
  return written.map(([file, content]) => ({ scribble: { path: `${FOLDER}/${file}`, content } }))
}

async function made(lab: Lab, steps: readonly Step[], evolving = false) {
  const wish = script(...steps)
  const started = evolving
    ? await lab.call('tool.evolve', { name: 'count-words', change_request: wish }, person)
    : await lab.call('tool.build', { name: 'count-words', plan: wish }, person)
  return ended(lab, started)
}

test('a built tool is proven in its worktree, and works after it was merged and trusted; so does its next version', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  const run = await made(lab, files('1.0.0', 2))
  expect([run.status, run.reason]).toEqual(['succeeded', undefined])
  expect(run.agent).toMatchObject({ key: 'tool-build:count-words', profile: 'write', changes: 'open' })
  expect((await lab.call('tool.list', {})).tools.map(({ name }) => name)).not.toContain('count-words')
  await lab.call('agent.merge', { id: run.id }, person)
  await trust(lab)
  expect((await runToEnd(lab, 'count-words', { text: 'a b c' })).result).toMatchObject({ data: { words: 3 } })
  const same = await made(lab, files('1.0.0', 2), true)
  expect([same.status, same.reason]).toEqual(['failed', expect.stringContaining('1.0.0 is not above 1.0.0')])
  expect((await made(lab, files('1.1.0', 2), true)).status).toBe('succeeded')
})

test('a tool that changed since it was trusted is not evolved: its version is not known, and nothing of it runs', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  await lab.call('tool.create', { name: 'mine' })
  await trust(lab)
  lab.write('.sdlc/tools/mine/notes.md', 'x')
  const wish = { name: 'mine', change_request: script({ say: 'Done.' }) }
  expect(await lab.refusal('tool.evolve', wish, person)).toMatchObject({ code: 'untrusted' })
  await trust(lab)
  const run = await ended(lab, await lab.call('tool.evolve', wish, person))
  expect([run.status, run.reason]).toEqual(['failed', expect.stringContaining('is not above')])
})

test('what fails its own tests, or lacks what belongs to a tool, is not done', async () => {
  await using lab = await openLab()
  setUpAgent(lab)
  const wrong = await made(lab, files('1.0.0', 3))
  expect([wrong.status, wrong.reason]).toEqual(['failed', expect.stringContaining('tests/two.json: $.data.words is 2')])
  const bare = await made(lab, files('1.0.0', 2).slice(0, 1))
  expect(bare.reason).toMatch(/README.*test.*tools\.md/)
  expect((await made(lab, [{ say: 'Done!' }])).reason).toContain('tool.ts is not there')
})

test('a plan only reads; a taken name, a built-in tool and a missing agent are refused with what to do', async () => {
  await using lab = await openLab()
  const wish = { name: 'check-links', description: 'Finds dead links.' }
  expect(await lab.refusal('tool.plan', wish)).toMatchObject({
    code: 'unsupported',
    fix: expect.stringMatching(/^furrow agent/),
  })
  setUpAgent(lab)
  const run = await ended(lab, await lab.call('tool.plan', wish, agent))
  expect(run.agent).toMatchObject({ profile: 'read', prompt: expect.stringContaining('Finds dead links.') })
  const evolved = await lab.refusal('tool.evolve', { name: 'quality-check', change_request: 'x' })
  expect(evolved).toMatchObject({ code: 'forbidden', fix: 'furrow tool clone quality-check my-quality-check' })
  await lab.call('tool.create', { name: 'mine' })
  expect(await lab.refusal('tool.build', { name: 'mine', plan: 'x' })).toMatchObject({ code: 'conflict' })
})
