import { expect, test } from 'vitest'
import { agentView } from './agent-view.ts'
import { chosenId, inputsOf, summaryOf } from './history.ts'

test('an input is summed up in one short line', () => {
  expect(summaryOf({ environment: 'staging', parts: ['web'], sql: 'select\n 1' })).toBe(
    'environment: staging, parts: ["web"], sql: select 1',
  )
  expect(summaryOf({})).toBe('no input')
  expect(summaryOf({ text: 'x'.repeat(500) })).toHaveLength(66)
  expect(summaryOf({ a: 'x'.repeat(60), b: 'y'.repeat(60) })).toHaveLength(80)
})

test('earlier inputs are told once each, the newest first, and only the last few', () => {
  const runs = [{ input: { n: 2 } }, {}, { input: { n: 1 } }, { input: { n: 2 } }, { input: { n: 0 } }]
  expect(inputsOf(runs)).toEqual([{ n: 2 }, { n: 1 }, { n: 0 }])
  expect(inputsOf(runs, 2)).toEqual([{ n: 2 }, { n: 1 }])
})

test('the interaction asked for is shown, else the newest', () => {
  expect(chosenId([{ id: 'b' }, { id: 'a' }], undefined)).toBe('b')
  expect(chosenId([{ id: 'b' }, { id: 'a' }], 'a')).toBe('a')
  expect(chosenId([], undefined)).toBeUndefined()
})

test('an agent sees a name that MCP allows, and the cost counts bytes', () => {
  const view = agentView({
    name: 'api-health',
    display_name: 'API',
    description: 'é',
    input_schema: {},
    effect: 'read',
  })
  expect(JSON.parse(view.text)).toMatchObject({ name: 'tool_api_health', annotations: { readOnlyHint: true } })
  expect(view.tokens).toBe(Math.ceil(Buffer.byteLength(JSON.stringify(JSON.parse(view.text))) / 4))
})
