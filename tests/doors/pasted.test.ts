import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Actor } from '../../src/operation/actor.ts'
import type { JsonSchema, OperationEntry } from '../../src/operation/manifest.ts'
import { type Fixture, fixtures } from '../fixtures.ts'
import { agent, type Lab, openLab, person } from '../lab.ts'

/** What an agent or a repository may call a thing, in the hope that somebody pastes it. */
const NAMES = [
  "x'; touch pwned; '",
  "x\\'; touch pwned; '\\",
  'x; touch pwned',
  '$(touch pwned)',
  '`touch pwned`',
  '"; touch pwned; "',
  'x\ntouch pwned\n',
  'x | touch pwned',
  '-x',
]

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
  for (const input of hostileInputs(entry, good))
    for (const actor of [agent, person] satisfies Actor[]) {
      const outcome = await lab.app.call(entry.name, input, { actor })
      found.push(...commandsIn(outcome.ok ? outcome.value : outcome.error))
    }
  return found
}

/** A folder whose programs only write down how they were called. */
function rehearsal(lab: Lab) {
  const folder = path.join(path.dirname(lab.root), 'rehearsal')
  const log = path.join(folder, 'log')
  fs.mkdirSync(path.join(folder, 'bin'), { recursive: true })
  for (const name of ['furrow', 'git', 'touch', 'x', 'rm'])
    fs.writeFileSync(
      path.join(folder, 'bin', name),
      `#!/bin/sh\nprintf '%s\\0' "\${0##*/}" "$@" >> '${log}'\nprintf '\\036' >> '${log}'\n`,
      { mode: 0o755 },
    )
  return (shell: string, line: string): string[][] => {
    fs.rmSync(log, { force: true })
    // As pasted: what follows a line break is the next command.
    spawnSync(shell, [], { input: `${line}\n`, cwd: folder, env: { PATH: path.join(folder, 'bin') } })
    const text = fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : ''
    return text
      .split('\u001e')
      .slice(0, -1)
      .map(call => call.split('\0').slice(0, -1))
  }
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
    const rehearse = rehearsal(lab)
    const faults: string[] = []
    for (const line of new Set(await offeredBy(lab, entry, fixture))) {
      counted.offered += 1
      if (line.includes('pwned')) counted.hostile += 1
      const calls = rehearse('/bin/sh', line)
      if (calls.length !== 1 || calls[0]?.[0] !== line.split(' ')[0]) faults.push(`${line}: ${JSON.stringify(calls)}`)
    }
    expect(faults).toEqual([])
  },
)

test('commands were offered, with hostile values among them', () => {
  expect(counted.offered).toBeGreaterThan(100)
  expect(counted.hostile).toBeGreaterThan(50)
})
