import { expect, test } from 'vitest'
import { openLab } from '../../tests/lab.ts'
import { TEXTS } from '../../tests/support/spec-texts.ts'
import { specifiedTo } from '../../tests/support/specified.ts'
import { numberItems } from './numbering.ts'

const numbered = (text: string) => numberItems(text, { kind: 'FR', last: 0, known: new Map() })

test.each([
  ['one per line', 'The system shall a.\nThe system shall b.', 2],
  [
    'one per line without full stops',
    'When an Order is empty Then it is refused\nWhen it is large Then somebody signs',
    2,
  ],
  ['one per paragraph', 'The system shall a.\n\nThe system shall b.', 2],
  ['a line in another script', '用户可以登录。\n用户可以注销。', 2],
  ['lower case after a full stop', 'must do a.\nmust do b.', 2],
  ['a wrapped sentence', 'The system shall keep every\narticle that was saved.', 1],
  ['an indented line', 'The system shall a.\n  Only on Fridays.', 1],
  ['its acceptance below', 'The system shall a.\nAcceptance: x.\nThe system shall b.\nAcceptance: y.', 2],
  ['its acceptance after an empty line', 'The system shall a.\n\nAcceptance: x.', 1],
  ['a bullet with a wrapped line', '- The system shall keep\nevery article.', 1],
  ['a table and a heading', '### Reading\n\n| a | b |\n| --- | --- |\n', 0],
])('1-24: %s', (_, text, count) => {
  expect(numbered(text).given).toHaveLength(count)
  expect(numbered(numbered(text).text).given).toEqual([])
})

test('1-24: requirements and rules on lines of their own stay apart in the files', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify')
  const must_have = 'The system shall store links.\nThe system shall list links.'
  const view = await lab.call('spec.specify', { ...TEXTS.specify, must_have })
  expect(view.saved?.ids_given.slice(0, 2)).toEqual(['FR-001', 'FR-002'])
  expect(lab.read('sdd/requirements.md')).toContain('- **FR-001**: The system shall store links.\n- **FR-002**: The')
  const constraints = 'When a link is empty, Then it is refused.\nWhen a link is known, Then one is kept.'
  const rules = await lab.call('spec.rules', { ...TEXTS['business-rules'], constraints })
  expect(rules.saved?.ids_given).toEqual(['BR-001', 'BR-002'])
})

test('tasks on lines of their own are counted one by one', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'tasks')
  const tasks = 'Build the store. Covers: FR-001\nBuild the page.\nCovers: FR-002'
  const refusal = await lab.refusal('spec.tasks', { ...TEXTS.tasks, total_tasks: 3, tasks })
  expect(refusal).toMatchObject({ code: 'usage', target: 'total_tasks', message: expect.stringContaining('2 tasks') })
})

test.each([
  [
    'spec.specify',
    'specify',
    { must_have: '- FR-001: The system shall a.\n- FR-001: The system shall b.' },
    'FR-001 is used twice: in line 1 of must_have ("The system shall a.") and in line 2 of must_have ("The system shall b.")',
  ],
  [
    'spec.specify',
    'specify',
    { must_have: '- FR-007: a', should_have: '- FR-008: b\n- FR-007: c' },
    'in line 1 of must_have ("a") and in line 2 of should_have ("c")',
  ],
  [
    'spec.rules',
    'business-rules',
    { constraints: '- BR-001: When a Then b\n- BR-001: When c Then d' },
    'BR-001 is used',
  ],
  ['spec.tasks', 'tasks', { tasks: '- TASK-001: a\n- TASK-001: b' }, 'TASK-001 is used twice'],
  ['spec.design', 'design', { design_decisions: '- ADR-001: a\n- ADR-001: b' }, 'ADR-001 is used twice'],
] as const)(
  '1-38: %s refuses an id that is used twice, and names both lines',
  async (operation, stage, texts, says) => {
    await using lab = await openLab()
    await specifiedTo(lab, stage)
    const before = lab.list('sdd')
    const refusal = await lab.refusal(operation, { ...TEXTS[stage], ...texts })
    expect(refusal).toMatchObject({ code: 'usage', message: expect.stringContaining(says) })
    expect(lab.list('sdd')).toEqual(before)
  },
)

test('an id that another text only mentions is not doubled', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify')
  const given = { ...TEXTS.specify, must_have: '- FR-001: a', assumptions: '- FR-001: holds offline, too' }
  expect((await lab.call('spec.specify', given)).saved?.path).toBe('sdd/requirements.md')
})
