import { expect, test } from 'vitest'
import { agentIn, MARKERS } from './agent-markers.ts'
import { type CallerFacts, callerOf, usesToken } from './caller.ts'

const terminal: CallerFacts = { env: {}, stdin: true, stderr: true, piped: false, tty: () => true }
const script: CallerFacts = { ...terminal, stdin: false, stderr: false, tty: () => false }
const token = { name: 'ci', allow: ['trust'] }

test('a person is somebody at a terminal', () => {
  expect(callerOf(terminal)).toEqual({ kind: 'person', id: 'person', door: 'cli' })
})

test.each([
  ['stdin is no terminal', { ...terminal, stdin: false }],
  ['stderr is no terminal', { ...terminal, stderr: false }],
  ['a value is piped but no terminal opens', { ...script, piped: true }],
  ['a terminal would open but no value is piped', { ...script, tty: () => true }],
])('it is a script when %s', (_, facts) => {
  expect(callerOf(facts)).toEqual({ kind: 'agent', id: 'script', door: 'cli' })
})

test('a person may pipe a value when the terminal opens', () => {
  expect(callerOf({ ...script, piped: true, tty: () => true }).kind).toBe('person')
})

test.each(MARKERS.map(({ variable, agent }) => [variable, agent]))('%s at a terminal is %s', (variable, agent) => {
  const actor = callerOf({ ...terminal, env: { [variable]: '1' } })
  expect(actor).toEqual({ kind: 'agent', id: agent, door: 'cli' })
})

test('agents that use a common variable name themselves', () => {
  expect(agentIn({ AI_AGENT: 'claude-code@2.1' })).toBe('claude-code@2.1')
  expect(agentIn({ AGENT: 'goose' })).toBe('goose')
  expect(agentIn({ AGENT: '1' })).toBe('agent')
  expect(agentIn({ AI_AGENT: 'x\u001b[2J' })).toBe('agent')
})

test('a known marker is more precise than a common one', () => {
  expect(agentIn({ AGENT: '1', GEMINI_CLI: '1' })).toBe('gemini-cli')
  expect(agentIn({ CLAUDECODE: '1', AMP_CURRENT_THREAD_ID: 'T-1' })).toBe('amp')
})

test('settings of a person and of an editor are no markers', () => {
  const env = { CODEX_HOME: '/x', AIDER_MODEL: 'm', COPILOT_GITHUB_TOKEN: 't', CURSOR_TRACE_ID: 'c', CLAUDECODE: '' }
  expect(callerOf({ ...terminal, env }).kind).toBe('person')
})

test('inside a run nobody is a person', () => {
  expect(callerOf({ ...terminal, env: { FURROW_RUN_ID: '20260102-101500-a1b' } }).id).toBe('run:20260102-101500-a1b')
  expect(callerOf({ ...terminal, env: { FURROW_RUN_TOKEN: 'secret' } })).toMatchObject({ kind: 'agent', id: 'run' })
})

test('a token gives a script what it allows and nothing more', () => {
  expect(callerOf(script, token)).toEqual({ kind: 'agent', id: 'token:ci', door: 'cli', allow: ['trust'] })
})

test('a token that an agent or a run inherited does not count', () => {
  for (const env of [{ CLAUDECODE: '1' }, { FURROW_RUN_ID: 'x' }]) {
    const facts = { ...script, env: { ...env, FURROW_TOKEN: 't' } }
    expect(usesToken(facts)).toBe(false)
    expect(callerOf(facts, token)).not.toHaveProperty('allow')
  }
  expect(usesToken({ ...script, env: { FURROW_TOKEN: 't' } })).toBe(true)
})
