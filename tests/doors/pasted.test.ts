import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Actor } from '../../src/operation/actor.ts'
import type { JsonSchema, OperationEntry } from '../../src/operation/manifest.ts'
import { type Fixture, fixtures } from '../fixtures.ts'
import { agent, type Lab, openLab, person } from '../lab.ts'
import { trustedTool } from '../support/tools.ts'

/** What an agent or a repository may call a thing, in the hope that somebody pastes it. */
const NAMES = ["x'; touch pwned; \\'; touch pwned; $(touch pwned)`touch pwned`\"\ntouch pwned\n", '-x; touch pwned']

/** Every command that a value offers, wherever it is in it. */
function commandsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(commandsIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) =>
    OFFERED.includes(key) && typeof inner === 'string' && /^(furrow|git) /.test(inner) ? [inner] : commandsIn(inner),
  )
}

const OFFERED = ['fix', 'command', 'undo']

/** Every input in which one text, or one text of an object, is hostile. */
function hostileInputs({ input }: OperationEntry, good: Record<string, unknown>): Record<string, unknown>[] {
  return Object.entries(input.properties ?? {}).flatMap(([field, schema]) =>
    NAMES.flatMap(name => valuesFor(schema, name).map(value => ({ ...good, [field]: value }))),
  )
}

function valuesFor(schema: JsonSchema, name: string): unknown[] {
  if (schema.enum !== undefined) return []
  if (schema.type === 'string') return [name]
  if (schema.type === 'array') return valuesFor(schema.items ?? {}, name).map(value => [value])
  return schema.type === 'object' ? [{ [name]: name, note: name }] : []
}

async function offeredBy(lab: Lab, entry: OperationEntry, fixture: Fixture): Promise<string[]> {
  const made = (await fixture.prepare?.(lab)) ?? {}
  const good = typeof fixture.input === 'function' ? fixture.input(made) : { ...fixture.input }
  const found: string[] = []
  // What is for a person comes back to an agent as a command for the person.
  const actor: Actor = entry.authority === 'anyone' ? person : agent
  for (const input of hostileInputs(entry, good)) {
    const outcome = await lab.app.call(entry.name, input, { actor })
    found.push(...commandsIn(outcome.ok ? outcome.value : outcome.error))
  }
  return found
}

/** How each line would call programs, were they pasted one after the other: those here only write it down. */
function rehearse(lab: Lab, lines: readonly string[]): string[][][] {
  const folder = path.join(path.dirname(lab.root), 'rehearsal')
  const log = path.join(folder, 'log')
  fs.mkdirSync(path.join(folder, 'bin'), { recursive: true })
  for (const name of ['furrow', 'git', 'touch', 'next-line'])
    fs.writeFileSync(
      path.join(folder, 'bin', name),
      `#!/bin/sh\nprintf '%s\\0' "\${0##*/}" "$@" >> '${log}'\nprintf '\\036' >> '${log}'\n`,
      { mode: 0o755 },
    )
  fs.rmSync(log, { force: true })
  const input = lines.map(line => `${line}\nnext-line\n`).join('')
  spawnSync('/bin/sh', [], { input, cwd: folder, env: { PATH: path.join(folder, 'bin') } })
  const calls = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').split('\u001e').slice(0, -1) : []
  const words = calls.map(call => call.split('\0').slice(0, -1))
  return lines.map(() => words.splice(0, words.findIndex(([name]) => name === 'next-line') + 1).slice(0, -1))
}

async function manifestOf() {
  await using lab = await openLab({ git: false })
  return lab.app.manifest
}

const { operations } = await manifestOf()
const counted = { offered: 0, hostile: 0 }

test.each(operations.map(entry => [entry.name, entry] as const))(
  'what %s offers to paste is one command, whatever it was given',
  async (name, entry) => {
    const fixture = fixtures[name]
    if (fixture === undefined) return
    await using lab = await openLab()
    const lines = [...new Set(await offeredBy(lab, entry, fixture))]
    counted.offered += lines.length
    counted.hostile += lines.filter(line => line.includes('pwned')).length
    const faults = rehearse(lab, lines)
      .map((calls, index) => ({ line: lines[index] ?? '', calls }))
      .filter(({ line, calls }) => calls.length !== 1 || calls[0]?.[0] !== line.split(' ')[0])
    expect(faults).toEqual([])
  },
)

test('an agent that runs a destructive tool does not choose what the person pastes instead', async () => {
  await using lab = await openLab()
  const input_schema = { type: 'object', properties: { note: { type: 'string' } } }
  await trustedTool(lab, 'wipe', { effect: 'destructive', input_schema }, 'print({ ok: true })')
  for (const note of NAMES) {
    const { fix = '' } = await lab.refusal('tool.run', { name: 'wipe', input: { note } }, agent)
    const words = ['furrow', 'tool', 'run', 'wipe', '--confirmed', '--input', JSON.stringify({ note })]
    expect(rehearse(lab, [fix]), fix).toEqual([[words]])
  }
})

test('commands were offered, with hostile values among them', () => {
  expect(counted.offered).toBeGreaterThan(50)
  expect(counted.hostile).toBeGreaterThan(20)
})
