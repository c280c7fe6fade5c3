import { expect, test } from 'vitest'
import { packageRoot } from '../../../../tests/lab.ts'
import { makeManifest } from '../../../app/manifest.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { answerForAgents, failureForAgents } from './for-agents.ts'
import { spellCommands } from './spell-commands.ts'
import { spellCall, toolCallFor } from './tool-call.ts'

const { operations } = await makeManifest(packageRoot)
const core = { operations, profile: { kind: 'core' } } as const
const all = { operations, profile: { kind: 'all' } } as const
const entryOf = (name: string) => {
  const entry = operations.find(each => each.name === name)
  if (entry === undefined) throw new Error(name)
  return entry
}

test.each([
  [shell`furrow change status ${'fix-login'}`, 'sdd_change_status {"change_id":"fix-login"}'],
  [shell`furrow change list`, 'sdd_change_manage {}'],
  [shell`furrow change archive ${'x'}`, 'sdd_change_manage {"action":"archive","id":"x"}'],
  [shell`furrow change advance --stage ${'tasks'} --content -`, 'sdd_change_advance {"stage":"tasks"} with content'],
  [
    shell`furrow spec reopen tasks --reason 'it has to change'`,
    'sdd_spec {"action":"reopen","reason":"it has to change","stage":"tasks"}',
  ],
  [
    shell`furrow agent artifact new finding ${"it's.md"}`,
    'exploration {"action":"artifact_new","kind":"finding","path":"it\'s.md"}',
  ],
  [shell`furrow runs watch ${'20260102-101500-a1b'}`, 'tool_runs {"action":"wait","id":"20260102-101500-a1b"}'],
  [shell`furrow run ${'lint'}`, 'tool_run {"name":"lint"}'],
  [shell`furrow call change.cancel --input ${'{"id":"x"}'}`, 'sdd_change_manage {"action":"cancel","id":"x"}'],
  [shell`furrow start "<what>"`, 'furrow_start {} with what'],
  [
    shell`furrow adr record "<title>" --supersedes ADR-002`,
    'sdd_adr {"supersedes":"ADR-002"} with title, context, decision, rationale',
  ],
  [
    shell`furrow feature show ${'sso'}`,
    'furrow_tools {"name":"board_feature","arguments":{"action":"show","id":"sso"}}',
  ],
  [shell`furrow feature create --help`, 'furrow_tools {"name":"board_feature"}'],
  [shell`furrow reference`, 'furrow_tools {}'],
  [shell`furrow memory explore --help`, 'sdd_explore {} with title'],
  [shell`furrow change accept --help`, 'sdd_change_manage {"action":"accept"} with id, argv'],
])('%s is %s for an agent', (command, call) => {
  const found = toolCallFor(command, core)
  expect(found === undefined ? undefined : sorted(spellCall(found))).toBe(sorted(call))
})

/** The order of keys says nothing. */
const sorted = (text: string) =>
  text.replace(/\{[^{}]*\}/g, found =>
    found
      .slice(1, -1)
      .split(/,(?=")/)
      .sort()
      .join(),
  )

test.each([
  shell`furrow trust`,
  shell`furrow change accept ${'x'} -- npm test`,
  shell`furrow serve`,
  shell`furrow ui`,
  shell`git log -- ${'sdd/x'}`,
  shell`furrow nowhere`,
  shell`furrow change list --nothing`,
])('%s is for a person', command => {
  expect(toolCallFor(command, core)).toBeUndefined()
})

test('with every tool listed none needs another way', () => {
  expect(toolCallFor(shell`furrow feature show ${'sso'}`, all)).toEqual({
    name: 'board_feature',
    arguments: { action: 'show', id: 'sso' },
  })
})

test('a wrong input is answered with what was right of it; the rest is named, never invented', () => {
  const failure = {
    code: 'usage',
    message: 'size: "tiny" is not one of small, medium, large.',
    target: 'size',
    fix: shell`furrow change start --help`,
    details: {
      issues: [
        { field: 'size', message: 'x' },
        { field: '', message: 'There is no input "colour".' },
      ],
    },
  } as const
  const input = { type: 'feature', size: 'tiny', description: 'Sign out everywhere', colour: 'red' }
  expect(failureForAgents(failure, core, { input }).fix_tool).toEqual({
    name: 'sdd_change',
    arguments: { type: 'feature', description: 'Sign out everywhere' },
    needs: ['size'],
  })
})

test.each([
  ['adr.record', { title: 'Use Redis' }, { target: 'context' }, ['context', 'decision', 'rationale']],
  ['memory.save', { content: 'Redis is used.' }, { target: 'title' }, ['title']],
  ['memory.explore', { title: 'Login' }, {}, ['goals', 'unknowns']],
] as const)(
  'a fix of %s never repeats the call that failed: it names what is missing',
  (name, input, target, needs) => {
    const entry = entryOf(name)
    const fix = shell`furrow ${entry.cli?.path.split(' ')[0] ?? ''} ${entry.cli?.path.split(' ')[1] ?? ''} --help`
    const failure = { code: 'usage', message: 'It is required.', fix, ...target } as const
    const call = failureForAgents(failure, core, { entry, input }).fix_tool
    expect(call).toMatchObject({ arguments: input })
    expect([...(call?.needs ?? [])].sort()).toEqual([...needs].sort())
  },
)

test('a wrong value among fields of which none is required is asked for alone', () => {
  const failure = {
    code: 'usage',
    message: 'invalid ADR status "rejected"',
    target: 'status',
    fix: shell`furrow adr record --help`,
  } as const
  const input = { id: 'ADR-003', status: 'rejected' }
  expect(failureForAgents(failure, core, { entry: entryOf('adr.record'), input }).fix_tool).toEqual({
    name: 'sdd_adr',
    arguments: { id: 'ADR-003' },
    needs: ['status'],
  })
})

test('a value at fault is asked for again, in each reason too', () => {
  const fix = shell`furrow agent artifact add --help`
  const reasons = [{ code: 'wrong_kind', message: 'It cannot be added here.', ids: ['findings'], fix }]
  const failure = {
    code: 'blocked',
    message: 'It cannot be added here.',
    target: 'findings',
    fix,
    details: { reasons },
  } as const
  const input = { path: 'findings/x.md', kind: 'findings' }
  const fix_tool = {
    name: 'exploration',
    arguments: { action: 'artifact_add', path: 'findings/x.md' },
    needs: ['kind'],
  }
  expect(failureForAgents(failure, core, { entry: entryOf('artifact.add'), input })).toMatchObject({
    fix_tool,
    details: { reasons: [{ fix_tool }] },
  })
})

test('where nothing shows what was wrong, what the tool takes is shown, and the same call is not repeated', () => {
  const fix = shell`furrow why --help`
  const failure = { code: 'usage', message: 'It names nothing.', fix } as const
  const asked = { entry: entryOf('flow.why'), input: { what: 'x' } }
  expect(failureForAgents(failure, all, asked).fix_tool).toEqual({
    name: 'furrow_tools',
    arguments: { name: 'furrow_why' },
  })
})

test('what was said to one tool is not taken for another', () => {
  const failure = {
    code: 'not_found',
    message: 'There is no active change.',
    fix: shell`furrow change start --help`,
  } as const
  const asked = { entry: entryOf('change.advance'), input: { content: 'The tasks are done.' } }
  expect(failureForAgents(failure, core, asked).fix_tool).toEqual({
    name: 'sdd_change',
    arguments: {},
    needs: ['type', 'size', 'description'],
  })
})

test.each(
  operations
    .filter(({ cli, mcp, authority }) => cli && mcp && authority !== 'person')
    .map(entry => [entry.name, entry] as const),
)('the help of %s names what is missing and fills in nothing', (_, entry) => {
  const call = toolCallFor(shell`furrow ${entry.cli?.path ?? ''} --help`.replaceAll("'", ''), all)
  const { action: __, ...given } = call?.arguments ?? {}
  expect(given).toEqual({})
  expect(call?.needs ?? []).toEqual(expect.arrayContaining([...(entry.input.required ?? [])]))
})

test('what a person decides keeps its command', () => {
  const fix = shell`furrow tool run ${'deploy'} --confirmed`
  expect(failureForAgents({ code: 'needs_person', message: 'A person decides.', fix }, core)).toMatchObject({ fix })
})

test('our own hints are in the words of the tools', () => {
  const entry = entryOf('memory.search')
  const said = 'Nothing matches. Try `--all-projects`, `--cursor 2` or `furrow memory context`.'
  expect(spellCommands(said, { surface: core, entry })).toBe(
    'Nothing matches. Try `"all_projects": true`, `"cursor": "2"` or `mem_context {}`.',
  )
})

test('what a record says is left alone', () => {
  const entry = entryOf('memory.get')
  const value = { content: 'Run `furrow log` first.' }
  expect(spellCommands('Run `furrow log` first.', { surface: core, entry, value })).toBe('Run `furrow log` first.')
})

test('a next step is one call of a listed tool, in the value and in the text', () => {
  const next = {
    says: 'Write the spec; `furrow guide board` says how.',
    command: shell`furrow feature write sso spec --content -`,
    tool: { name: 'board_feature', arguments: { action: 'write', id: 'sso', artifact: 'spec' } },
    needs: ['content'],
  }
  const text = [
    `Next: ${next.says}`,
    '',
    `- \`${next.command}\``,
    `- as a tool: \`board_feature ${JSON.stringify(next.tool.arguments)}\`, with content`,
  ].join('\n')
  const answer = answerForAgents({ feature: { next } }, text, core, entryOf('board.next'))
  const tool = { name: 'furrow_tools', arguments: { name: 'board_feature', arguments: next.tool.arguments } }
  expect(answer.value).toMatchObject({
    feature: { next: { tool, says: 'Write the spec; `sdd_guide {"name":"board"}` says how.' } },
  })
  expect(answer.text).toBe(
    `Next: Write the spec; \`sdd_guide {"name":"board"}\` says how.\n\n- \`furrow_tools ${JSON.stringify(tool.arguments)} with content\``,
  )
})
