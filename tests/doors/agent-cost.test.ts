import { expect, test } from 'vitest'
import { AGENT_SCRIPTS, followScript } from '../../bench/agent-scripts.ts'

test.each(AGENT_SCRIPTS.map(script => [script.name, script] as const))(
  'an agent that does only what the last answer said gets through a %s within its calls and tokens',
  async (_name, script) => {
    const { calls, tokens } = await followScript(script)
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(script.limits.calls)
    expect(tokens).toBeLessThanOrEqual(script.limits.tokens)
  },
)

test('a three-topic exploration takes an agent at most 8 calls and a person one approval', async () => {
  const script = AGENT_SCRIPTS.find(({ name }) => name === 'three-topic exploration')
  if (script === undefined) throw new Error('no script of that name')
  expect(script.limits.calls).toBe(8)
  const { calls, approvals, last } = await followScript(script)
  expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(8)
  expect(approvals).toBe(1)
  expect(last.structuredContent).toMatchObject({ state: 'Completed', blocked: false })
})

test('a small fix takes at most five calls and 1,200 tokens', () => {
  expect(AGENT_SCRIPTS.find(({ name }) => name === 'small fix')?.limits).toEqual({ calls: 5, tokens: 1200 })
})
