import { expect, test } from 'vitest'
import { refusal } from '../../../../tests/support/refusals.ts'
import { openYaml } from './yaml.ts'

const STATE = `# The state of one project
project:
    name: login   # shown on the board
    branch: "explore/login"

    # people put notes here
    unknown_key: { kept: true, since: 2024-01-02 }
phases:
- name: discovery
  tasks:
  - id: "001"   # first
    status: done
  - id: "002"
    status: open
- name: summary # last
notes: |
  [not a list]
  # not a comment
big: 12345678901234567890
`

test('a document that nobody edits is printed byte for byte', () => {
  expect(openYaml(STATE, 'state.yaml').print()).toBe(STATE)
})

test('setting what is already there changes no byte', () => {
  const document = openYaml(STATE, 'state.yaml')
  document.set(['project'], {
    unknown_key: { since: '2024-01-02', kept: true },
    branch: 'explore/login',
    name: 'login',
  })
  document.set(['big'], Number('12345678901234567890'))
  expect(document.print()).toBe(STATE)
})

test('a changed value changes its own characters only', () => {
  const document = openYaml(STATE, 'state.yaml')
  document.set(['project', 'name'], 'sign-in')
  document.set(['project', 'branch'], 'explore/sign-in')
  document.set(['phases', 0, 'tasks', 1, 'status'], 'done')
  expect(document.print()).toBe(
    STATE.replace('name: login', 'name: sign-in')
      .replace('explore/login', 'explore/sign-in')
      .replace('status: open', 'status: done'),
  )
})

test('new keys and items follow the last of their kind in the layout that the file has', () => {
  const document = openYaml(STATE, 'state.yaml')
  document.set(['project', 'owner'], { name: 'Maintainer', team: 'core' })
  document.set(['phases', 0, 'tasks', 2], { id: '003', status: 'open' })
  document.set(['project', 'unknown_key', 'by'], 'me')
  expect(document.print()).toBe(
    STATE.replace(
      'since: 2024-01-02 }\n',
      'since: 2024-01-02, by: me }\n    owner:\n        name: Maintainer\n        team: core\n',
    ).replace('    status: open\n', '    status: open\n  - id: "003"\n    status: open\n'),
  )
})

test('what is removed takes its own line and leaves the comments above', () => {
  const document = openYaml(STATE, 'state.yaml')
  document.remove(['project', 'unknown_key'])
  document.remove(['phases', 0, 'tasks', 0])
  document.remove(['big'])
  expect(document.print()).toBe(
    STATE.replace('    unknown_key: { kept: true, since: 2024-01-02 }\n', '')
      .replace('  - id: "001"   # first\n    status: done\n', '')
      .replace('big: 12345678901234567890\n', ''),
  )
})

test.each([
  ['a scalar by a list', 'a: 1 # c\nb: 2\n', ['x', 'z'], 'a: # c\n  - x\n  - z\nb: 2\n'],
  ['a list by a scalar', 'a: # c\n  - x\n  - y\nb: 2\n', 1, 'a: 1 # c\nb: 2\n'],
  ['a scalar by several lines', 'a: 1 # c\nb: 2\n', 'x\ny\n', 'a: | # c\n  x\n  y\nb: 2\n'],
  ['several lines by a scalar', 'a: | # c\n  x\n  y\nb: 2\n', 'z', 'a: z # c\nb: 2\n'],
  ['nothing by a mapping', 'a: # c\nb: 2\n', { k: 1 }, 'a: # c\n  k: 1\nb: 2\n'],
  ['a mapping by an empty one', 'a:\n  k: 1\nb: 2\n', {}, 'a: {}\nb: 2\n'],
  ['an empty list by a full one', 'a: []\nb: 2\n', [1], 'a:\n  - 1\nb: 2\n'],
  ['a quoted text by another', "a: 'it' # c\nb: 2\n", "don't", "a: 'don''t' # c\nb: 2\n"],
  ['a text by one that looks like a number', 'a: x\nb: 2\n', '012', 'a: "012"\nb: 2\n'],
  ['a text by one that YAML 1.1 takes for a truth value', 'a: x\nb: 2\n', 'yes', 'a: "yes"\nb: 2\n'],
])('replacing %s keeps the comment and the neighbour', (_name, before, value, after) => {
  const document = openYaml(before, 'a.yaml')
  document.set(['a'], value)
  expect(document.print()).toBe(after)
})

test('an empty mapping grows into block style', () => {
  const document = openYaml('{}\n', 'new.yaml')
  document.set(['schema_version'], 1)
  document.set(['topics', 'sso', 'status'], 'open')
  expect(document.print()).toBe('schema_version: 1\ntopics:\n  sso:\n    status: open\n')
})

test('a file of comments alone keeps them above the first key', () => {
  const document = openYaml('# Settings\n# name: x\n', 'config.yaml')
  expect(document.data()).toBeNull()
  document.set(['name'], 'y')
  expect(document.print()).toBe('# Settings\n# name: x\n\nname: "y"\n')
})

test('what is added is indented like the rest', () => {
  const document = openYaml('a:\n    - b\n    -   c: 1\n        d: 2\n', 'a.yaml')
  document.set(['new'], { k: 1 })
  expect(document.print()).toBe('a:\n    - b\n    -   c: 1\n        d: 2\nnew:\n    k: 1\n')
})

test('carriage returns, a byte order mark and a missing last line break stay as they were', () => {
  const document = openYaml('\ufeffa: 1\r\nb:\r\n  - x\r\n  - y', 'a.yaml')
  document.set(['a'], 'two\nlines\n')
  document.set(['b', 2], 'z')
  expect(document.print()).toBe('\ufeffa: |\r\n  two\r\n  lines\r\nb:\r\n  - x\r\n  - y\r\n  - z')
})

test('data that was handed out does not change with later edits, nor edits with it', () => {
  const document = openYaml('a: [1]\n', 'a.yaml')
  const before = document.data() as { a: number[] }
  document.set(['a', 1], 2)
  before.a.push(99)
  expect(before).toEqual({ a: [1, 99] })
  expect(document.data()).toEqual({ a: [1, 2] })
})

test.each([
  ['the same key twice', 'a: 1\nb: 2\na: 3\n', 3],
  ['a key twice that is spelled differently', 'a: 1\n"a": 3\n', 2],
  ['an unclosed bracket', 'a: 1\nb: [1,\nc: 2\n', 3],
  ['an unclosed quote', 'a: "x\nb: 1\n', 3],
  ['a list among keys', 'a: 1\n- b\n', 2],
  ['a tab as indentation', 'a:\n\tb: 1\n', 2],
  ['a list as a key', '? [a]\n: b\n', 1],
  ['two documents', 'a: 1\n---\nb: 1\n', 2],
  ['an anchor', 'a: 1\nb: &x 1\n', 2],
  ['an unfinished merge', 'a: 1\n<<<<<<< ours\nb: 1\n=======\nb: 2\n>>>>>>> theirs\n', 2],
])('a file with %s is refused with its path, its line and what to do', (_name, text, line) => {
  expect(refusal(() => openYaml(text, 'sub/state.yaml'))).toMatchObject({
    code: 'damaged',
    target: 'sub/state.yaml',
    fix: 'furrow doctor',
    details: { line },
  })
})

test.each(['', '\n', '  \n\t\n', '\ufeff', '\r\n'])('an empty file (%j) is damaged and not an empty document', text => {
  expect(refusal(() => openYaml(text, 'state.yaml'))).toMatchObject({ code: 'damaged', target: 'state.yaml' })
})

test('an edit that has no place in the file names the file and the field', () => {
  const document = openYaml('a: 1\nl: [1]\n', 'state.yaml')
  for (const path of [
    ['a', 'b'],
    ['l', 'x'],
    ['l', 5],
    ['__proto__', 'x'],
  ])
    expect(refusal(() => document.set(path, 1))).toMatchObject({ code: 'damaged', target: 'state.yaml' })
  expect(document.print()).toBe('a: 1\nl: [1]\n')
})

test('removing what is not there changes nothing', () => {
  const document = openYaml(STATE, 'state.yaml')
  for (const path of [['nope'], ['project', 'nope', 'x'], ['phases', 9], ['big', 'x'], ['phases', 'x']])
    document.remove(path)
  expect(document.print()).toBe(STATE)
})

test('what would be too large or too deep to read back is not printed', () => {
  const large = openYaml('a: 1\n', 'state.yaml', { maxBytes: 100 })
  large.set(['a'], 'x'.repeat(200))
  expect(refusal(() => large.print())).toMatchObject({ code: 'too_large', target: 'state.yaml' })
  const deep = openYaml('a: 1\n', 'state.yaml')
  deep.set(['a'], JSON.parse('['.repeat(70) + ']'.repeat(70)))
  expect(refusal(() => deep.print())).toMatchObject({ code: 'too_large' })
})
