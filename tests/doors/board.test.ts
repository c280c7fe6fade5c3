import { expect, test } from 'vitest'
import { ARTIFACTS } from '../../src/board/features/phases.ts'
import { type Lab, openLab } from '../lab.ts'
import { connectStdio } from '../support/mcp.ts'

type Arguments = Record<string, unknown>

/** An agent over the official client, which does what the board says is next; a person approves and answers. */
async function agentIn(lab: Lab) {
  const mcp = await connectStdio(lab, { era: '2025-11-25' })
  const must = async (name: string, args: Arguments) => {
    const answer = await mcp.client.callTool({ name, arguments: args })
    expect(answer.isError, JSON.stringify(answer.structuredContent)).not.toBe(true)
    return answer.structuredContent as Arguments
  }
  return { must, [Symbol.asyncDispose]: () => mcp[Symbol.asyncDispose]() }
}

test('an agent that follows the next action brings a feature to its release; only a person approves', async () => {
  await using lab = await openLab()
  await using agent = await agentIn(lab)
  await agent.must('board_feature', { action: 'create', title: 'Sign-on' })
  await agent.must('board_feature', { action: 'use', id: 'sign-on' })
  await agent.must('board_task', { action: 'add', title: 'Do it' })
  await agent.must('board_escalation', { action: 'raise', title: 'Which?', feature: 'sign-on' })
  for (let n = 0; n < 60; n += 1) {
    const { feature, next } = (await agent.must('board_next', {})) as { feature?: string; next: Next }
    if (feature === undefined) break
    await follow(lab, agent.must, next)
  }
  const { phase, artifacts } = await lab.call('feature.show', { id: 'sign-on' })
  expect(phase).toBe('released')
  expect(artifacts.every(({ state }) => state === 'approved')).toBe(true)
})

interface Next {
  readonly command: string
  readonly needs?: readonly string[]
  readonly tool: { readonly name: string; readonly arguments: Arguments }
}

/** The tool where an agent may; the command where it is for a person. */
async function follow(lab: Lab, must: (name: string, args: Arguments) => Promise<Arguments>, next: Next) {
  const artifact = ARTIFACTS.find(name => next.command === `furrow feature approve sign-on ${name}`)
  const [, escalation] = /^furrow escalation resolve (\S+)/.exec(next.command) ?? []
  if (artifact !== undefined) await lab.call('feature.approve', { id: 'sign-on', artifact })
  else if (escalation !== undefined) await lab.call('escalation.resolve', { id: escalation, resolution: 'This.' })
  else await must(next.tool.name, next.needs === undefined ? next.tool.arguments : withContent(next.tool.arguments))
}

/** A tool that the client does not list is called by another one, whose `arguments` are the tool's own. */
function withContent({ arguments: inner, ...outer }: Arguments): Arguments {
  const content = { content: 'Text.' }
  return inner === undefined
    ? { ...outer, ...content }
    : { ...outer, arguments: { ...(inner as Arguments), ...content } }
}

test.each([
  ['feature.approve', { id: 'sign-on', artifact: 'spec' }],
  ['feature.waive', { id: 'sign-on', artifact: 'spec', reason: 'I say so' }],
  ['escalation.resolve', { id: 'e-001', resolution: 'I say so' }],
  ['milestone.verdict', { id: 'one-login', verdict: 'pass' }],
  ['milestone.release', { id: 'one-login' }],
] as const)('%s is not for agents', async (name, input) => {
  await using lab = await openLab()
  const { code } = await lab.refusal(name, input, { kind: 'agent', id: 'agent', door: 'mcp' })
  expect(code).toBe('needs_person')
})
