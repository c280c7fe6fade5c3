import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../lab.ts'
import { type ConnectedAgent, connectAgent } from '../../support/told.ts'

/** Rows of the black-box table about the flows of changes, by their numbers. */
const SMALL = { type: 'fix', size: 'small' }

async function begin(agent: ConnectedAgent, description: string, more: object = {}): Promise<void> {
  const started = await agent.tell('sdd_change', { ...SMALL, description, ...more })
  expect([started.failed, started.text]).toEqual([false, expect.stringContaining(description)])
}

async function write(agent: ConnectedAgent, contents: readonly string[]): Promise<string> {
  let text = ''
  for (const content of contents) {
    const told = await agent.tell('sdd_change_advance', { content })
    expect([told.failed, told.text]).toEqual([false, expect.any(String)])
    text = told.text
  }
  return text
}

function recordOf(lab: Lab, folder: string): Record<string, unknown> {
  return JSON.parse(lab.read(`${folder}/change.json`)) as Record<string, unknown>
}

const STAGES = ['It is blank.', 'Nothing stands against it.', '- [x] TASK-001 it', 'Done.']

test('2-1, 2-5, 2-10, 2-15, 2-16: a change needs no specification, makes sdd/changes alone, and keeps every field and file', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  const started = await agent.tell('sdd_change', { ...SMALL, description: 'The login page' })
  expect(started.text).toMatch(/describe[\s\S]*context-check[\s\S]*tasks[\s\S]*verify/)
  expect(lab.list('sdd')).toEqual(['changes'])
  await write(agent, STAGES)
  const folder = 'sdd/changes/the-login-page'
  expect(lab.list(folder)).toEqual(
    expect.arrayContaining(['change.json', 'context-check.md', 'describe.md', 'tasks.md', 'verify.md']),
  )
  const record = recordOf(lab, folder)
  expect(record).toMatchObject({ id: 'the-login-page', type: 'fix', size: 'small', description: 'The login page' })
  for (const at of ['created_at', 'updated_at']) expect(record[at]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  const mode = (file: string) => fs.statSync(path.join(lab.root, file)).mode & 0o777
  expect(mode(folder)).toBe(0o755 & ~process.umask())
  expect(mode(`${folder}/change.json`)).toBe(0o644 & ~process.umask())
})

test('2-2, 2-11, 0-2: every flow goes from its start to the history without an exploration and without a score', async () => {
  await using lab = await openLab()
  const { flows } = await lab.call('change.flows', {})
  expect(flows).toHaveLength(12)
  for (const { type, size, stages } of flows) {
    const { id } = await lab.call('change.start', { type, size, description: `A ${size} ${type}` } as never)
    for (const stage of stages) await lab.call('change.advance', { content: `About ${stage}.`, stage } as never)
    await lab.call('change.archive', { id })
    expect(recordOf(lab, `sdd/history/${id}`)).toMatchObject({ status: 'archived' })
  }
  expect(lab.list('sdd/history')).toHaveLength(12)
})

test('2-6, 2-9, 2-14: every refusal names what is wrong, and no id leads out of the folder', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  const refused = async (tool: string, given: Record<string, unknown>, says: string) => {
    const told = await agent.tell(tool, given)
    expect([told.failed, told.text]).toEqual([true, expect.stringContaining(says)])
  }
  await refused('sdd_change_advance', { content: 'Text' }, 'no active change')
  await refused('sdd_change', { ...SMALL, type: 'bug', description: 'x' }, 'invalid change type "bug": must be one of')
  await refused('sdd_change', { ...SMALL, size: 'tiny', description: 'x' }, 'must be one of: small, medium, large')
  await refused('sdd_change', { ...SMALL, description: ' ' }, 'description')
  await begin(agent, 'The login page')
  await refused('sdd_change', { ...SMALL, description: 'Another' }, 'the-login-page')
  await refused('sdd_change_advance', { content: ' ' }, 'content')
  await refused('sdd_change_status', { change_id: 'nothing' }, 'nothing')
  for (const change_id of ['../../etc/passwd', '..', '/etc/shadow'])
    expect((await agent.tell('sdd_change_status', { change_id })).failed).toBe(true)
  expect((await agent.tell('sdd_change_status', { change_id: 'the-login-page' })).text).toContain('Stage Progress')
})

test('2-7: the title of a stage becomes its heading, in one line', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  await begin(agent, 'The login page')
  await agent.tell('sdd_change_advance', { content: 'It is blank.', title: 'Why it\nis blank' })
  expect(lab.read('sdd/changes/the-login-page/describe.md')).toMatch(/^# Why it is blank$/m)
})

test('2-27, 2-28, 2-32, M-14: an archived change is found, keeps its proof, and memory names its present path', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  await begin(agent, 'The greenhouse door')
  const archive = () => agent.tell('sdd_change_manage', { action: 'archive', id: 'the-greenhouse-door' })
  expect((await archive()).failed).toBe(true)
  await write(agent, ['The greenhouse door sticks.', ...STAGES.slice(1)])
  expect((await archive()).failed).toBe(false)
  expect((await archive()).failed).toBe(true)
  const status = await agent.tell('sdd_change_status', { change_id: 'the-greenhouse-door' })
  expect(status.text).toContain('sdd/history/the-greenhouse-door')
  expect(status.text).toMatch(/proof[^\n]*none/i)
  const found = await agent.tell('mem_search', { query: 'greenhouse door sticks', detail_level: 'full' })
  expect(found.text).toContain('change/workspace/the-greenhouse-door/describe')
  expect(found.text).toContain('sdd/history/the-greenhouse-door/describe.md')
  expect(found.text).not.toContain('sdd/changes/the-greenhouse-door')
})

test('2-29: a change is paused, taken up again, cancelled and reopened, and the list shows where it is', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  const manage = (action: string, id?: string) =>
    agent.tell('sdd_change_manage', { action, ...(id !== undefined && { id }) })
  await begin(agent, 'One')
  await manage('pause')
  await begin(agent, 'Two')
  expect((await manage('list')).text).toMatch(/paused/)
  expect((await manage('switch', 'one')).failed).toBe(false)
  expect((await agent.tell('sdd_change_status', {})).text).toContain('one')
  expect((await manage('cancel', 'two')).failed).toBe(false)
  expect((await manage('list')).text).toMatch(/cancelled/)
  await write(agent, STAGES)
  const reopened = await agent.tell('sdd_change_manage', { action: 'reopen', id: 'one', stage: 'tasks' })
  expect([reopened.failed, reopened.text]).toEqual([false, expect.stringContaining('tasks')])
})

test('2-30: an accepted command is shown by the answer and the status, and can be withdrawn', async () => {
  await using lab = await openLab()
  await using agent = await connectAgent(lab)
  await begin(agent, 'One')
  const argv = ['sh', '-c', 'exit 3']
  const asked = await agent.tell('sdd_change_manage', { action: 'accept', id: 'one', argv })
  expect([asked.failed, asked.text]).toEqual([true, expect.stringContaining('needs_person')])
  const outcome = await lab.app.call(
    'change.accept_command',
    { id: 'one', argv },
    { actor: { kind: 'person', id: 'p', door: 'cli' } },
  )
  expect(outcome.ok && outcome.text()).toContain('exit 3')
  expect((await agent.tell('sdd_change_status', {})).text).toContain('exit 3')
  await lab.call('change.withdraw_command', { id: 'one', argv })
  expect((await agent.tell('sdd_change_status', {})).text).not.toContain('exit 3')
})
