import { expect, test } from 'vitest'
import type { Failure } from '../../src/operation/errors.ts'
import type { OperationEntry } from '../../src/operation/manifest.ts'
import { type Fixture, fixtures } from '../fixtures.ts'
import { type Lab, openLab, person } from '../lab.ts'
import { endServer, messagesOf, type Offer, offersOf, type } from '../support/fixes.ts'
import { full } from '../support/full.ts'

/** Every state that a fixture prepares, and every operation in it: what is refused there names a command that helps. */
interface State {
  readonly name: string
  readonly prepare: NonNullable<Fixture['prepare']>
}

const states: State[] = Object.entries(fixtures).flatMap(([name, { prepare }], at, all) =>
  prepare === undefined || all.findIndex(([, other]) => other.prepare === prepare) !== at ? [] : [{ name, prepare }],
)

interface Refusal {
  readonly entry: OperationEntry
  readonly input: Record<string, unknown>
  readonly failure: Failure
}

const seen = new Set<string>()
const counted = { refused: 0, executed: 0, repeated: 0 }

/** One of each kind is enough: ids, numbers and times differ. */
function isNew({ entry, failure }: Refusal, fix: string): boolean {
  const kind = JSON.stringify([entry.name, failure.code, fix]).replaceAll(/[0-9a-f]*\d[0-9a-f-]*/g, '0')
  if (seen.has(kind)) return false
  seen.add(kind)
  return true
}

async function refused(lab: Lab, entry: OperationEntry, input: Record<string, unknown>): Promise<Failure | undefined> {
  const outcome = await lab.app.call(entry.name, input, { actor: person })
  return outcome.ok ? undefined : outcome.error
}

/** The operation that a command carries out, where it is one of ours. */
function operationOf(operations: readonly OperationEntry[], line: string): OperationEntry | undefined {
  const paths = operations.flatMap(entry =>
    entry.cli === undefined
      ? []
      : [entry.cli.path, ...(entry.cli.also ?? []).map(({ path }) => path)].map(path => ({ entry, path })),
  )
  const fitting = paths.filter(({ path }) => `${line} `.startsWith(`furrow ${path} `))
  return fitting.sort((one, other) => other.path.length - one.path.length)[0]?.entry
}

interface Step {
  readonly fix: string
  readonly isDone: boolean
}

const MOST_STEPS = 8

/**
 * What is wrong with a fix, in words. A command that only shows something has to end well, and so has the same call with
 * other values; one that acts has to help. It may be one step of several: then another command is offered now.
 */
async function fault(
  lab: Lab,
  refusal: Refusal,
  { message, fix }: Offer,
  before: Step[] = [],
): Promise<string | undefined> {
  const { entry, input, failure } = refusal
  const where = `${entry.name} ${JSON.stringify(input)} (${failure.code}: ${message}): ${[...before.map(step => step.fix), fix].join(', then ')}`
  counted.executed += 1
  const { code, said } = await type(lab, fix)
  const does = operationOf(lab.app.manifest.operations, fix)
  const isShown = /--help$/.test(fix) || does === undefined || does.effect === 'read'
  if (isShown || does.name === entry.name)
    return code === 0 || does?.cli?.blocks !== undefined ? undefined : `${where} ended with ${code}: ${said}`
  const again = await refused(lab, entry, input)
  counted.repeated += 1
  if (code === 0 && (again === undefined || !messagesOf(again).includes(message))) return undefined
  const offered = code === 0 ? again && offersOf(again).find(offer => offer.message === message)?.fix : offeredIn(said)
  // What was refused for another reason may be tried again when that is gone; what was done and did not help may not.
  const steps = [...before, { fix, isDone: code === 0 }]
  const isTried = steps.some(step => step.isDone && step.fix === offered) || steps.length === MOST_STEPS
  if (offered !== undefined && !isTried) return fault(lab, refusal, { message, fix: offered }, steps)
  // `explore finish` took every step it could, and says which one is left for somebody to write or decide.
  if (does.cli?.blocks !== undefined && /^ *Next: \S/m.test(said)) return undefined
  return `${where} ended with ${code}: ${said}`
}

/** The fix of a refusal, or the next step of an answer that waits, as `explore finish` does. */
function offeredIn(said: string): string | undefined {
  return (/^ *fix +(furrow .*?)\r?$/m.exec(said) ?? /^ *Next: [\s\S]*?^ *• (furrow .*?)\r?$/m.exec(said))?.[1]
}

async function faultsIn({ prepare }: State): Promise<string[]> {
  await using lab = await openLab()
  const made = await prepare(lab)
  const faults: string[] = []
  const { operations } = lab.app.manifest
  for (const entry of [
    ...operations.filter(({ effect }) => effect === 'read'),
    ...operations.filter(({ effect }) => effect !== 'read'),
  ]) {
    const fixture = fixtures[entry.name]
    if (fixture === undefined || entry.cli === undefined) continue
    const input = typeof fixture.input === 'function' ? fixture.input(made ?? {}) : { ...fixture.input }
    const failure = await refused(lab, entry, input)
    if (failure === undefined) continue
    counted.refused += 1
    for (const offer of offersOf(failure)) {
      const refusal = { entry, input, failure }
      if (isNew(refusal, offer.fix))
        faults.push(...[await fault(lab, refusal, offer)].filter(found => found !== undefined))
    }
  }
  await endServer(lab)
  return faults
}

/** The short form takes every third. */
test.each(full ? states : states.filter((_, at) => at % 3 === 0))(
  'the fixes that are offered in the state of $name help',
  async state => {
    expect(await faultsIn(state)).toEqual([])
  },
)

test('fixes were offered, executed, and what they were for was tried again', () => {
  console.log(`${counted.refused} refusals, ${counted.executed} fixes executed, ${counted.repeated} calls repeated`)
  expect(counted.executed).toBeGreaterThan(50)
})
