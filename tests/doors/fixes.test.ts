import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Actor } from '../../src/operation/actor.ts'
import type { Failure } from '../../src/operation/errors.ts'
import type { OperationEntry } from '../../src/operation/manifest.ts'
import { type Fixture, fixtures } from '../fixtures.ts'
import { agent, type Lab, openLab, packageRoot, person } from '../lab.ts'
import { endServer, offersOf, type } from '../support/fixes.ts'
import { wrongInputs } from '../support/wrong-inputs.ts'

interface Refusal {
  readonly operation: string
  readonly failure: Failure
}

async function refusalsOf(lab: Lab, entry: OperationEntry, good: Record<string, unknown>): Promise<Refusal[]> {
  const calls: [Record<string, unknown>, Actor][] = [
    [good, agent],
    ...wrongInputs(entry, good).map(input => [input, person] as [Record<string, unknown>, Actor]),
  ]
  const found: Refusal[] = []
  for (const [input, actor] of calls) {
    const outcome = await lab.app.call(entry.name, input, { actor })
    if (!outcome.ok) found.push({ operation: entry.name, failure: outcome.error })
  }
  return found
}

const bare = (text: string) => text.replace(/\s+/g, '')

/** What is wrong with a fix: it fails in the very way that it was offered for. */
async function fault(lab: Lab, { operation, failure }: Refusal, fix: string): Promise<string | undefined> {
  const { code, said } = await type(lab, fix)
  if (code === 0 || !bare(said).includes(bare(failure.message).slice(0, 60))) {
    const isUnknown = /unknown command|has no flag|There is no command|not found: |: not found/i.test(said)
    return isUnknown ? `${operation} (${failure.message}): ${fix} is no command: ${said}` : undefined
  }
  return `${operation} (${failure.message}): ${fix} ends the same way`
}

const tried = new Set<string>()

async function faultsIn(entry: OperationEntry, fixture: Fixture): Promise<string[]> {
  await using lab = await openLab()
  const made = (await fixture.prepare?.(lab)) ?? {}
  const good = typeof fixture.input === 'function' ? fixture.input(made) : { ...fixture.input }
  const faults: string[] = []
  for (const refusal of await refusalsOf(lab, entry, good)) {
    expect([entry.name, refusal.failure.message, refusal.failure.message.trim() !== '']).toContain(true)
    for (const { fix } of offersOf(refusal.failure)) {
      if (tried.has(fix)) continue
      tried.add(fix)
      faults.push(...[await fault(lab, refusal, fix)].filter(found => found !== undefined))
    }
  }
  await endServer(lab)
  return faults
}

const { operations } = await manifestOf()

test.each(operations.map(entry => [entry.name, entry] as const))(
  'every fix that %s offers runs, and does not end in the same failure',
  async (name, entry) => {
    const fixture = fixtures[name]
    expect(fixture === undefined ? [] : await faultsIn(entry, fixture)).toEqual([])
  },
)

test('fixes were offered', () => {
  expect(tried.size).toBeGreaterThan(20)
})

test('every fix written in the sources names a command that exists', async () => {
  await using lab = await openLab()
  const commands = new Set(
    sourcesBelow(path.join(packageRoot, 'src'))
      .filter(file => !file.endsWith('.test.ts'))
      .flatMap(file => [...fs.readFileSync(file, 'utf8').matchAll(/^[^*\n]*fix: (?:\w+ \? )?shell`(furrow [^'`$]+)/gm)])
      .map(([, line = '']) => wordsOf(line))
      .filter(command => !LATER.includes(command)),
  )
  expect(commands.size).toBeGreaterThan(10)
  const faults: string[] = []
  for (const command of commands) {
    const { code, said } = await type(lab, `${command} --help`)
    if (code !== 0) faults.push(`${command}: ${said}`)
  }
  expect(faults).toEqual([])
})

/** Commands of slices that are not built yet. */
const LATER = ['furrow secrets list', 'furrow exec']

/** The words of a command, without what is filled in. */
function wordsOf(line: string): string {
  return line.split(/ (?=-|<|@|[A-Z"])/)[0]?.trim() ?? line
}

function sourcesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => path.join(folder, name))
}

async function manifestOf() {
  await using lab = await openLab({ git: false })
  return lab.app.manifest
}
