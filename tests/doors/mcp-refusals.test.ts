import { expect, test } from 'vitest'
import { type AgentFailure, failureForAgents } from '../../src/doors/mcp/answer/for-agents.ts'
import { readCommand } from '../../src/operation/command/command-call.ts'
import type { Failure, Reason } from '../../src/operation/errors.ts'
import type { OperationEntry } from '../../src/operation/manifest.ts'
import { fixtures } from '../fixtures.ts'
import { agent, openLab, testManifest } from '../lab.ts'
import { wrongInputs } from '../support/wrong-inputs.ts'

/** What an agent is told when it is refused: a tool with arguments, and a shell command only for what a person does. */
const { operations } = await testManifest()
const surface = { operations, profile: { kind: 'core' } } as const
const offered = { tools: 0, commands: 0 }

function faultsOf(entry: OperationEntry, input: Record<string, unknown>, failure: Failure): string[] {
  const error = failureForAgents(failure, surface, { entry, input })
  const reasons = (error.details?.['reasons'] ?? []) as Pick<AgentFailure, 'fix' | 'fix_tool'>[]
  const calls = [error, ...reasons].filter(({ fix_tool }) => fix_tool !== undefined)
  const commands = [error, ...(reasons as Reason[])].flatMap(({ fix }) => (fix === undefined ? [] : [fix as string]))
  offered.tools += calls.length
  offered.commands += commands.length
  const where = `${entry.name} ${JSON.stringify(input)} (${error.code}: ${error.message})`
  return [
    ...(calls.length + commands.length === 0 ? [`${where} leads nowhere`] : []),
    ...commands.filter(command => !isForPeople(command)).map(command => `${where} names ${command}`),
  ]
}

/** Git has no tool of ours. */
function isForPeople(command: string): boolean {
  if (command.startsWith('git ')) return true
  const entry = readCommand(operations, command)?.entry
  return entry !== undefined && (entry.authority === 'person' || entry.mcp === undefined)
}

async function faultsIn(entry: OperationEntry): Promise<string[]> {
  const fixture = fixtures[entry.name]
  if (fixture === undefined) return []
  await using lab = await openLab()
  const made = (await fixture.prepare?.(lab)) ?? {}
  const good = typeof fixture.input === 'function' ? fixture.input(made) : { ...fixture.input }
  const faults: string[] = []
  for (const input of [...wrongInputs(entry, good), good, good]) {
    const outcome = await lab.app.call(entry.name, input, { actor: agent })
    if (outcome.ok || outcome.error.code === 'needs_person') continue
    faults.push(...faultsOf(entry, input, outcome.error))
  }
  return faults
}

test.each(operations.filter(({ mcp }) => mcp !== undefined).map(entry => [entry.name, entry] as const))(
  'an agent that %s refuses is led on by a tool',
  async (_name, entry) => {
    expect(await faultsIn(entry)).toEqual([])
  },
)

test('tools were offered, and commands hardly ever', () => {
  expect(offered.tools).toBeGreaterThan(100)
  expect(offered.commands).toBeLessThan(offered.tools / 20)
})
