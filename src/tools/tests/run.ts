import fs from 'node:fs'
import path from 'node:path'
import { isRefused, type Refused, refuse } from '../../operation/errors.ts'
import type { RunPlan } from '../../runs/start/run-plan.ts'
import { startRun } from '../../runs/start/start-run.ts'
import { waitForEnd } from '../../runs/watch/wait-for-run.ts'
import { isObject } from '../../shared/is-object.ts'
import { shell } from '../../shared/shell/shell.ts'
import { readRegularFile } from '../../store/files/read-file.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { findTool } from '../find-tool.ts'
import * as contracts from '../lifecycle/contracts.ts'
import { objectIn } from '../meta/ask.ts'
import type { JsonObject, TestReport } from '../model.ts'
import { planRun } from '../run/plan-tool-run.ts'
import { misfits } from './shape.ts'

type Tested = TestReport['tests'][number]

export const test = implement(() => contracts.test, {
  async run(call, { name, confirmed }) {
    const { place } = await findTool(call, name)
    const folder = path.join(place.folder, 'tests')
    const files = fs.existsSync(folder)
      ? fs
          .readdirSync(folder)
          .filter(file => file.endsWith('.json'))
          .sort()
      : []
    if (files.length === 0)
      return refuse('not_found', `${name} has no tests.`, { target: name, fix: shell`furrow tool history ${name}` })
    // What a person has to allow is asked before the first test runs.
    const planned: PlannedTest[] = []
    for (const file of files) planned.push(await plan(call, { name, confirmed }, path.join(folder, file)))
    const tests: Tested[] = []
    for (const each of planned) {
      call.progress({ message: each.file, done: tests.length, total: files.length })
      tests.push(await perform(call, name, each))
    }
    const failed = tests.filter(({ ok }) => !ok)
    const report = { name, passed: tests.length - failed.length, failed: failed.length, tests }
    if (failed.length === 0) return report
    const first = `${failed[0]?.file} (${failed[0]?.name}): ${failed[0]?.problems[0]}`
    return refuse('failed', `${failed.length} of ${tests.length} tests of ${name} fail: ${first}`, {
      target: name,
      fix: shell`furrow tool info ${name}`,
      details: { ...report },
    })
  },
  render: ({ tests }) => tests.map(each => `- ${each.ok ? 'ok' : 'failed'}: ${each.name}`).join('\n'),
})

interface PlannedTest {
  readonly file: string
  readonly name: string
  readonly expected: unknown
  /** Or what keeps the tool from running with this input, and why the file cannot be used. */
  readonly run: RunPlan | { readonly refused: Refused } | { readonly problem: string }
}

async function plan(
  call: Call,
  { name, confirmed }: { name: string; confirmed: boolean | undefined },
  file: string,
): Promise<PlannedTest> {
  const fixture = objectIn(readRegularFile(file).toString('utf8'))
  const base = path.basename(file)
  const shown = { file: base, name: String(fixture?.['name'] ?? base), expected: fixture?.['expect'] ?? { ok: true } }
  if (fixture === undefined || !isObject(fixture['input'] ?? {}))
    return { ...shown, run: { problem: 'the file is no fixture: { name, input, expect }' } }
  try {
    return { ...shown, run: await planRun(call, { name, input: (fixture['input'] ?? {}) as JsonObject, confirmed }) }
  } catch (error) {
    if (!isRefused(error)) throw error
    if (isForPerson(error)) throw again(error, name)
    return { ...shown, run: { refused: error } }
  }
}

/** Refusals that no test is about: nothing runs before a person agreed. */
function isForPerson({ code, details }: Refused): boolean {
  return ['untrusted', 'needs_person', 'forbidden'].includes(code) || details?.['confirm'] === true
}

/** The command that confirms is that of the test. */
function again(error: Refused, name: string): Refused {
  if (error.details?.['confirm'] !== true) return error
  const { code, message, details } = error
  return refuse(code, message, { target: name, fix: shell`furrow tool test ${name} --confirmed`, details })
}

async function perform(call: Call, tool: string, { file, name, expected, run }: PlannedTest): Promise<Tested> {
  if ('problem' in run) return { file, name, ok: false, problems: [run.problem] }
  const refused = 'refused' in run ? run.refused : undefined
  // What the tool is refused for is its result here: a test may be about just that.
  const result =
    'refused' in run
      ? { ok: false, error: run.refused.message, code: run.refused.code }
      : await resultOf(call, { tool, file, run })
  const problems = misfits(expected, result)
  const why = refused === undefined ? [] : [`${refused.code}: ${refused.message}`]
  return { file, name, ok: problems.length === 0, problems: problems.length === 0 ? [] : [...why, ...problems] }
}

async function resultOf(call: Call, { tool: name, file, run }: { tool: string; file: string; run: RunPlan }) {
  const tool = run.tool === undefined ? {} : { tool: { ...run.tool, passing: true } }
  try {
    // By its own label: one call that starts the same thing again gets the run it has already.
    const { id } = await startRun(call, { ...run, ...tool, label: `${name} (test ${file})`, detach: false })
    return (await waitForEnd(call, id, call.signal)).tool?.result
  } catch (error) {
    if (!isRefused(error)) throw error
    return { ok: false, error: error.message, code: error.code }
  }
}
