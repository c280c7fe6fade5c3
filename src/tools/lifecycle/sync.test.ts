import fs from 'node:fs'
import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { trustedTool } from '../../../tests/support/tools.ts'

const LIST = '.sdlc/tools/tools.md'

test('a list that is out of date is written again', async () => {
  await using lab = await openLab()
  await lab.call('tool.create', { name: 'one' })
  await lab.call('tool.sync', {})
  await lab.call('tool.create', { name: 'two' })
  expect(await lab.call('tool.sync', {})).toMatchObject({ changed: true })
  expect(lab.read(LIST)).toContain('## two\n')
  expect(await lab.call('tool.sync', {})).toMatchObject({ changed: false })
})

test('what the check finds wrong is shown where it points to', async () => {
  await using lab = await openLab()
  const result_actions = [{ label: 'More', prompt_template: '', condition: '$.x ===' }]
  await trustedTool(lab, 'odd', { confirm_when: '$.y >', result_actions }, 'print({ ok: true })')
  const { details } = await lab.refusal('tool.sync', { check: true })
  const reasons = (details as { reasons: { code: string; ids: string[] }[] }).reasons
  expect(reasons.filter(({ code, ids }) => code === 'tool_wrong' && ids[0] === 'odd')).toHaveLength(2)
  const { problems } = await lab.call('tool.info', { name: 'odd' })
  expect(problems.map(({ field }) => field).sort()).toEqual(['confirm_when', 'result_actions[0].condition'])
})

test('the list is the same for everyone, whatever they trust', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'greet', { description: 'Says hello.\n## no-tool' }, 'print({ ok: true })')
  await lab.call('tool.sync', {})
  const text = lab.read(LIST)
  expect(text).toContain('Says hello.')
  // Somebody else, or CI: a home in which nothing is trusted.
  fs.rmSync(lab.home, { recursive: true, force: true })
  expect(await lab.call('tool.info', { name: 'greet' })).toMatchObject({ trusted: false })
  expect(await lab.call('tool.sync', { check: true })).toMatchObject({ changed: false })
  expect(await lab.call('tool.sync', {})).toMatchObject({ changed: false })
  expect(lab.read(LIST)).toBe(text)
  // What describes other files is old, and noticed without running them.
  lab.write('.sdlc/tools/greet/tool.ts', `${lab.read('.sdlc/tools/greet/tool.ts')}\n// changed\n`)
  expect(await lab.refusal('tool.sync', { check: true })).toMatchObject({ code: 'blocked', target: LIST })
})

test('a new tool does not take the place of one that is built in', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('tool.create', { name: 'ama' })).toMatchObject({
    code: 'conflict',
    target: 'ama',
    fix: 'furrow tool clone ama my-ama',
  })
  expect(lab.list('.sdlc/tools')).toEqual([])
})
