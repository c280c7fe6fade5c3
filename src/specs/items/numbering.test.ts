import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { TEXTS } from '../../../tests/support/spec-texts.ts'
import { specifiedTo } from '../../../tests/support/specified.ts'
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
  ['lines after one with an id', 'FR-007: The system shall a.\nThe system shall show b.\nUsers log out.', 2],
  [
    'numbered items after a line with an id',
    'FR-007: The system shall a.\n1. The system shall b.\n2) Users log out.',
    2,
  ],
  ['bullets after a line with an id', 'FR-007: The system shall a.\n- The system shall b.\n- The system shall c.', 2],
  ['a line before one with an id', 'The system shall b.\n\nFR-007: The system shall a.', 1],
  ['a line between bullets', '- FR-007: The system shall a.\nThe system shall b.\n- The system shall c.', 2],
  ['parts of a line with an id', 'FR-007: The export has\n- one row per order\n- UTF-8 letters', 0],
  ['a list that a line announces', 'FR-007: The system shall read:\n- PDF\n- CSV', 0],
  ['text below a heading with an id', '### FR-007 Export\nThe system shall a.\n- The system shall b.', 0],
  ['text below a bold line with an id', '**FR-007: Export**\nThe system shall a.\nThe system shall b.', 0],
  ['a sentence about all bullets', 'All of these are for the launch.\n- The system shall a.\nNothing else is.', 1],
  ['a text that is indented as a whole', '    - The system shall a.\n    - The system shall b.', 2],
  ['a noun that is also a label', 'FR-007: The system shall a.\nFiles are kept for a year.\nFiles: src/a.ts', 1],
  ['acceptance as a bullet', '- The system shall a.\n- **Acceptance:** x.\n- The system shall b.', 2],
  ['lines in another script below an id', 'FR-007: 用户可以登录。\n用户可以注销。', 1],
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

test('ids that are given stay, every other line gets one, and each acceptance belongs to its own item', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify')
  const must_have = [
    'FR-001: The system shall store links.',
    'Acceptance: a link is there after a restart.',
    'The system shall show the newest link first.',
    'Acceptance: the list starts with it.',
    '1. The system shall delete links.',
    'FR-007: The system shall export links.',
  ].join('\n')
  const view = await lab.call('spec.specify', { ...TEXTS.specify, must_have })
  expect(view.saved?.ids_given.slice(0, 2)).toEqual(['FR-008', 'FR-009'])
  const { nodes } = await lab.call('spec.trace', {})
  expect(nodes.filter(({ kind }) => kind === 'FR').map(({ id }) => id)).toEqual(
    expect.arrayContaining(['FR-001', 'FR-007', 'FR-008', 'FR-009']),
  )
  const { findings } = await lab.call('spec.lint', {})
  const without = findings.filter(({ kind }) => kind === 'no_acceptance').map(({ id }) => id)
  expect(without).toEqual(['FR-009', 'FR-007'])
})

test('lint finds a line without an id that somebody added to the file by hand', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'business-rules')
  const file = 'sdd/requirements.md'
  lab.write(file, lab.read(file).replace('## Should Have', 'The system shall forget links.\n\n## Should Have'))
  const { findings } = await lab.call('spec.lint', {})
  expect(findings.find(({ kind }) => kind === 'missing_id')?.message).toBe(
    '"The system shall forget links." has no id.',
  )
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

test('every id that is used twice is named at once', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify')
  const must_have = '- FR-001: a\n- FR-001: b\n- FR-001: c\n- FR-002: d'
  const refusal = await lab.refusal('spec.specify', { ...TEXTS.specify, must_have, should_have: '- FR-002: e' })
  expect(refusal.message).toContain('FR-001 is used 3 times: in line 1 of must_have ("a"), in line 2')
  expect(refusal.message).toContain('FR-002 is used twice: in line 4 of must_have ("d") and in line 1 of should_have')
})

test('an id that another text only mentions is not doubled', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify')
  const given = { ...TEXTS.specify, must_have: '- FR-001: a', assumptions: '- FR-001: holds offline, too' }
  expect((await lab.call('spec.specify', given)).saved?.path).toBe('sdd/requirements.md')
})
