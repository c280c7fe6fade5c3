import { expect, test } from 'vitest'
import { agentView } from '../agent-view.ts'
import { chosenOf, inputsOf, interactionSummaryOf } from './history-samples.ts'

test('an input is summed up in one short line', () => {
  expect(interactionSummaryOf({ environment: 'staging', parts: ['web'], sql: 'select\n 1' })).toBe(
    'environment: staging, parts: ["web"], sql: select 1',
  )
  expect(interactionSummaryOf({})).toBe('no input')
  expect(interactionSummaryOf({ text: 'x'.repeat(500) })).toHaveLength(66)
  expect(interactionSummaryOf({ a: 'x'.repeat(60), b: 'y'.repeat(60) })).toHaveLength(80)
})

test('earlier inputs are told once each, the newest first, and only the last few', () => {
  const runs = [{ input: { n: 2 } }, {}, { input: { n: 1 } }, { input: { n: 2 } }, { input: { n: 0 } }]
  expect(inputsOf(runs)).toEqual([{ n: 2 }, { n: 1 }, { n: 0 }])
  expect(inputsOf(runs, 2)).toEqual([{ n: 2 }, { n: 1 }])
})

const older = { id: 'a', kind: 'run' as const }
const newer = { id: 'b', kind: 'run' as const }

test('the interaction asked for is shown, else the newest', () => {
  expect(chosenOf([newer, older], undefined)).toEqual({ kind: 'run', id: 'b' })
  expect(chosenOf([newer, older], 'a')).toEqual({ kind: 'run', id: 'a' })
  expect(chosenOf([], 'of-last-year')).toEqual({ kind: 'run', id: 'of-last-year' })
  expect(chosenOf([], undefined)).toEqual({ kind: 'none' })
})

test('a thread is no run, asked for or not', () => {
  const thread = { id: 'c', kind: 'thread' as const }
  expect(chosenOf([thread], undefined)).toEqual({ kind: 'thread', thread })
  expect(chosenOf([newer, thread], 'c')).toEqual({ kind: 'thread', thread })
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
