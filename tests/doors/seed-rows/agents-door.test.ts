import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lab, openLab } from '../../lab.ts'
import { type Connected, connectStdio } from '../../support/mcp.ts'

/** Rows of the black-box table about what an agent is shown, by their numbers. */
let lab: Lab
let mcp: Connected
beforeAll(async () => {
  lab = await openLab()
  mcp = await connectStdio(lab, { era: '2025-11-25' })
})
afterAll(async () => {
  await mcp[Symbol.asyncDispose]()
  await lab[Symbol.asyncDispose]()
})

interface Shown {
  readonly properties: Record<string, { enum?: string[]; default?: unknown; maxLength?: number }>
  readonly required?: string[]
  readonly examples?: unknown[]
}

async function schemaOf(tool: string): Promise<Shown> {
  const { tools } = await mcp.client.listTools()
  const found = tools.find(({ name }) => name === tool)
  if (found === undefined) throw new Error(`${tool} is not on the list`)
  return found.inputSchema as unknown as Shown
}

async function call(name: string, given: Record<string, unknown>) {
  const answer = await mcp.client.callTool({ name, arguments: given })
  const text = (answer.content as { text: string }[]).map(part => part.text).join('\n')
  const error = (answer.structuredContent as { error?: { fix_tool?: unknown; fix?: string } } | undefined)?.error
  return { isError: answer.isError === true, text, error }
}

test('0-3: sdd_explore requires its title, in the list and in the answer', async () => {
  const { required, properties } = await schemaOf('sdd_explore')
  expect(required).toEqual(['title'])
  expect(properties['title']).toMatchObject({ maxLength: 200 })
  expect(properties['scope']).toMatchObject({ enum: ['project', 'personal'], default: 'project' })
  expect((await call('sdd_explore', { goals: 'One login' })).text).toContain('title is required')
})

test('2-4: type and size of a change are enums, and a wrong one is refused with the words there are', async () => {
  const { required, properties } = await schemaOf('sdd_change')
  expect(required).toEqual(['type', 'size', 'description'])
  expect(properties['type']?.enum).toEqual(['feature', 'fix', 'refactor', 'enhancement'])
  expect(properties['size']?.enum).toEqual(['small', 'medium', 'large'])
  const { isError, text, error } = await call('sdd_change', { type: 'bug', size: 'small', description: 'Login' })
  expect(isError).toBe(true)
  expect(text).toContain('must be one of: feature, fix, refactor, enhancement')
  expect(error?.fix_tool).toEqual({
    name: 'sdd_change',
    arguments: { size: 'small', description: 'Login' },
    needs: ['type'],
  })
  expect(error?.fix).toBeUndefined()
})

test('2-19: the statuses of a decision are an enum, and the list says what a new one needs', async () => {
  const { tools } = await mcp.client.listTools()
  const adr = tools.find(({ name }) => name === 'sdd_adr')
  expect(adr?.description).toContain('needs title, context, decision, rationale')
  expect((await schemaOf('sdd_adr')).properties['status']?.enum).toEqual([
    'proposed',
    'accepted',
    'deprecated',
    'superseded',
  ])
  const { error } = await call('sdd_adr', { title: 'Use Redis' })
  expect(error?.fix_tool).toMatchObject({
    arguments: { title: 'Use Redis' },
    needs: ['context', 'decision', 'rationale'],
  })
})

test('1-33: every stage of a specification can be written by a listed tool, which names the stages', async () => {
  const { properties } = await schemaOf('sdd_spec')
  expect(properties['action']?.enum).toEqual(
    expect.arrayContaining(['init', 'propose', 'specify', 'rules', 'clarify', 'design', 'tasks', 'validate']),
  )
  expect(properties['stage']?.enum).toEqual(expect.arrayContaining(['business-rules', 'requirements']))
})

test('0-27: every tool that the answer of an exploration names is on the list', async () => {
  const { text } = await call('sdd_explore', { title: 'Single sign-on', goals: 'One login' })
  const listed = (await mcp.client.listTools()).tools.map(({ name }) => name)
  const named = text.match(/`((?:sdd|mem|furrow)_[a-z_]+)/g) ?? []
  expect(named.length).toBeGreaterThan(1)
  expect(named.map(name => name.slice(1)).filter(name => !listed.includes(name))).toEqual([])
})

test('a context check without an active change leads to sdd_change', async () => {
  const { text } = await call('sdd_context_check', { change_description: 'Invoices in another currency' })
  expect(text).toContain('`sdd_change {} with type, size, description`')
})

test('usability 2: no refusal names a flag or a shell command as its fix', async () => {
  for (const [name, given] of [
    ['sdd_explore', {}],
    ['mem_get', { id: 999 }],
    ['sdd_change_advance', { content: 'Text' }],
    ['sdd_change_manage', { action: 'switch', id: 'nothing' }],
    ['sdd_spec', { action: 'design' }],
    ['exploration', { action: 'status' }],
  ] as const) {
    const { isError, text, error } = await call(name, given)
    expect(isError, name).toBe(true)
    expect(error?.fix_tool, `${name}: ${text}`).toBeDefined()
    expect(text, name).not.toMatch(/\bfurrow [a-z]+ |--help/)
  }
})

test('2-33: a message above the limit is answered under its own id', async () => {
  const { isError, text } = await call('sdd_change', {
    type: 'fix',
    size: 'small',
    description: 'x'.repeat(30_000),
  })
  expect(isError).toBe(true)
  expect(text).toContain('description')
  await expect(call('mem_save', { title: 'Big', content: 'x'.repeat(2_000_000) })).rejects.toThrow(/larg|MiB|bytes/i)
})
