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
  ['a sentence about all bullets', 'All of these are for the launch.\n- The system shall a.', 1],
  ['a line of two words between bullets', '- FR-001: Save an article.\nDelete an article.\n- FR-007: List.', 1],
  ['a line of two words around empty lines', '- FR-001: Save an article.\n\nDelete an article\n\n- FR-007: List.', 1],
  ['a line of two words after the last bullet', '- FR-001: Save an article.\n- FR-007: List.\nDelete an article.', 1],
  ['a line of two words before the first bullet', 'Delete an article.\n- FR-001: Save an article.', 1],
  ['a line in lower case between bullets', '- FR-001: Save an article.\ndelete an article.\n- FR-007: List.', 1],
  ['a label that is a requirement', '- FR-001: Save.\n**Print orders**: on paper', 1],
  ['a title above bullets', '**Reading**\n- Save an article.\nWriting:\n- Delete an article.', 2],
  ['a bullet that goes on with a capital', '- The report shall name the owner and\nFurrow itself.', 1],
  ['a checkbox without a bullet', '2) Print\n[ ] Tick', 2],
  ['headings that are items', '### Delete\nmore\n\n### Export\n\n### List\nAcceptance: newest first.', 3],
  ['a heading above items', '### Reading\n#### Online\n- Save an article.\n- Delete an article.', 2],
  ['a bullet below None', 'None\n- delete', 1],
  ['a line across', '- Save an article.\n\n---\n\n- Delete an article.', 2],
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

test('an id stands behind the box of a checkbox', () => {
  expect(numbered('- [ ] Save an article.').text).toBe('- [ ] **FR-001**: Save an article.')
})

test('a heading that is an item keeps the line below it', () => {
  expect(numbered('### Delete\nmore').text).toBe('- **FR-001**: Delete\n  more')
})

test.each([
  ['| what |\n| --- |\n| Save |', 'Line 3 of must_have'],
  ['- FR-001: Save.\n\n| id | what |\n| --- | --- |\n| FR-002 | Delete |', 'Line 5 of must_have'],
])('a row of a table without an item of its own is refused by its line', async (must_have, says) => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify')
  const refusal = await lab.refusal('spec.specify', { ...TEXTS.specify, must_have })
  expect(refusal).toMatchObject({ code: 'usage', target: 'must_have', message: expect.stringContaining(says) })
})

test.each([
  '- FR-001: The rates are:\n\n| a | b |\n| --- | --- |\n| 1 | 2 |',
  '- FR-001: Save.\n- FR-002: Delete.\n\n| id | when |\n| --- | --- |\n| FR-002 | later |',
  '### FR-001 Rates\n\n| a | b |\n| --- | --- |\n| 1 | 2 |',
])('a table that belongs to an item is taken', async must_have => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify')
  const view = await lab.call('spec.specify', { ...TEXTS.specify, must_have })
  expect(view.saved?.ids_given.filter(id => id.startsWith('FR-'))).toHaveLength(1)
})

test('a count of tasks that is too high names the lines that were not counted', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'tasks')
  const tasks = '- TASK-001: build it\n- list it\nexport it'
  const refusal = await lab.refusal('spec.tasks', { ...TEXTS.tasks, total_tasks: 3, tasks })
  expect(refusal.message).toBe(
    'total_tasks is 3, but the list holds 2 tasks. Not counted is line 3 ("export it"), which continues the line above; a task of its own begins with "- ".',
  )
})

test.each(['- Delete orders', 'Cancel orders', '**Print orders**: on paper', '- x'])(
  'lint finds "%s", added by hand, below an item and below None',
  async line => {
    await using lab = await openLab()
    await specifiedTo(lab, 'specify')
    const must_have = '- **FR-001**: List orders. Acceptance: newest first.'
    await lab.call('spec.specify', { ...TEXTS.specify, must_have, should_have: 'None' })
    const file = 'sdd/requirements.md'
    const written = lab.read(file)
    const kinds = async () => (await lab.call('spec.lint', {})).findings.map(({ kind }) => kind)
    for (const above of [must_have, 'None']) {
      lab.write(file, written.replace(above, `${above}\n${line}`))
      expect(await kinds()).toContain('missing_id')
    }
  },
)

test('lint finds the markers of a merge, and the next stage waits until they are gone', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'business-rules')
  const file = 'sdd/requirements.md'
  const whole = lab.read(file)
  lab.write(file, whole.replace('## Should Have', '<<<<<<< HEAD\n=======\n>>>>>>> other\n\n## Should Have'))
  const { findings } = await lab.call('spec.lint', {})
  expect(findings.map(({ kind }) => kind)).toContain('conflict_marker')
  expect(await lab.refusal('spec.rules', TEXTS['business-rules'])).toMatchObject({ code: 'blocked' })
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
