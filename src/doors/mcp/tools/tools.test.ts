import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Effect } from '../../../operation/actor.ts'
import type { JsonSchema, OperationEntry } from '../../../operation/manifest.ts'
import { chooseVerb, groupTools, listTool, type ToolGroup } from './tools.ts'

const start = entry('change.start', {
  action: 'start',
  effect: 'write',
  properties: {
    type: { type: 'string', enum: ['fix', 'feature'], description: 'What kind of work.' },
    note: { type: 'string', description: 'Why.', default: 'none' },
  },
  required: ['type'],
})
const archive = entry('change.archive', {
  action: 'archive',
  effect: 'write',
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 120, 'x-furrow': 'id' },
    type: { type: 'string', enum: ['fix', 'chore'] },
    note: { type: 'string', default: 'done' },
  },
  required: ['id', 'type'],
})

test('verbs of one tool become one flat schema with an action', () => {
  expect(listTool(group(start, archive), { outputs: false }).inputSchema).toEqual({
    type: 'object',
    properties: {
      action: { type: 'string', enum: ['start', 'archive'] },
      type: { type: 'string', enum: ['fix', 'feature', 'chore'], description: 'What kind of work.' },
      note: { type: 'string', description: 'Why.' },
      id: { type: 'string' },
    },
    required: ['action', 'type'],
    additionalProperties: false,
  })
})

test('the description says which fields belong to which action', () => {
  expect(listTool(group(start, archive), { outputs: false }).description).toBe(
    'start: Summary of change.start. Takes type, note?.\narchive: Summary of change.archive. Takes id, type, note?.',
  )
})

test('an operation of its own keeps its schema without our marks', () => {
  const single = entry('guide.show', { properties: { name: { type: 'string', 'x-furrow': 'id' } } })
  expect(listTool(group(single), { outputs: false })).toMatchObject({
    description: 'Summary of guide.show.',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false },
  })
})

test('what only a person may do says so', () => {
  const trust = { ...entry('trust.grant', {}), authority: 'person' as const }
  expect(listTool(group(trust), { outputs: false }).description).toBe('Summary of trust.grant. A person confirms.')
})

test.each([
  { effects: ['read', 'read'], hints: { readOnlyHint: true, openWorldHint: false } },
  { effects: ['read', 'write'], hints: { destructiveHint: false, openWorldHint: false } },
  { effects: ['write', 'destructive'], hints: { destructiveHint: true, openWorldHint: false } },
] as const)('annotations of $effects are true of each verb', ({ effects, hints }) => {
  const verbs = effects.map((effect, index) => entry(`a.verb${index}`, { effect, action: `verb${index}` }))
  expect(listTool(group(...verbs), { outputs: false }).annotations).toEqual(hints)
})

test('what HTTP calls idempotent is idempotent', () => {
  const put = { ...entry('config.set', { effect: 'write' }), http: { method: 'PUT', path: '/api/config/:key' } }
  expect(listTool(group(put), { outputs: false }).annotations).toMatchObject({ idempotentHint: true })
})

test('an output schema is sent on request, and never for a group', () => {
  const single = entry('guide.show', {})
  expect(listTool(group(single), { outputs: true }).outputSchema).toEqual({ type: 'object', properties: {} })
  expect(listTool(group(single), { outputs: false }).outputSchema).toBeUndefined()
  expect(listTool(group(start, archive), { outputs: true }).outputSchema).toBeUndefined()
})

test('a call names its verb by the action and the rest is the input', () => {
  expect(chooseVerb(group(start, archive), { action: 'archive', id: 'x' })).toEqual({
    entry: archive,
    input: { id: 'x' },
  })
})

test('an action that is not there is answered with those that are', () => {
  const problem = 'a_tool takes an action, one of: start, archive.'
  for (const action of [undefined, 'burn', '__proto__', 7, null])
    expect(chooseVerb(group(start, archive), { action })).toEqual({ problem })
})

test('an operation without actions may have an input called action', () => {
  const single = entry('a.b', { properties: { action: { type: 'string' } } })
  expect(chooseVerb(group(single), { action: 'x' })).toEqual({ entry: single, input: { action: 'x' } })
})

test('every field of every verb is in the merged schema, and required only where all verbs need it', () => {
  const field = fc.constantFrom('id', 'name', 'size', 'note', 'limit')
  const verb = fc.record({ fields: fc.uniqueArray(field), needed: fc.uniqueArray(field) })
  fc.assert(
    fc.property(fc.array(verb, { minLength: 2, maxLength: 5 }), verbs => {
      const entries = verbs.map(({ fields, needed }, index) =>
        entry(`a.verb${index}`, {
          action: `verb${index}`,
          properties: Object.fromEntries(fields.map(name => [name, { type: 'string' }])),
          required: needed.filter(name => fields.includes(name)),
        }),
      )
      const { properties, required = [] } = listTool(group(...entries), { outputs: false }).inputSchema
      for (const { input } of entries) {
        for (const name of Object.keys(input.properties ?? {})) expect(properties).toHaveProperty(name)
        for (const name of required) if (name !== 'action') expect(input.required).toContain(name)
      }
    }),
  )
})

interface Parts {
  readonly action?: string
  readonly effect?: Effect
  readonly properties?: Record<string, JsonSchema>
  readonly required?: string[]
}

function entry(name: string, { action, effect = 'read', properties = {}, required }: Parts): OperationEntry {
  return {
    name,
    domain: 'test',
    key: name,
    summary: `Summary of ${name}.`,
    effect,
    authority: 'anyone',
    input: { type: 'object', properties, ...(required && { required }), additionalProperties: false },
    output: { type: 'object', properties: {} },
    mcp: { tool: 'a_tool', ...(action !== undefined && { action }) },
  }
}

function group(...entries: OperationEntry[]): ToolGroup {
  const [found] = groupTools(entries).values()
  if (found === undefined) throw new Error('no tool')
  return found
}
