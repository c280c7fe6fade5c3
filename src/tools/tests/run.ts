import fs from 'node:fs'
import path from 'node:path'
import { isRefused, refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { startRun } from '../../runs/start.ts'
import { waitForEnd } from '../../runs/wait.ts'
import { readOrdinary } from '../../store/files.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { findTool } from '../find.ts'
import * as contracts from '../lifecycle/contracts.ts'
import { objectIn } from '../meta/ask.ts'
import { isObject } from '../meta/read-meta.ts'
import type { JsonObject, TestReport } from '../model.ts'
import { planRun } from '../run/plan.ts'
import { misfits } from './shape.ts'

type Tested = TestReport['tests'][number]

export const test = implement(contracts.test, {
  async run(call, { name }) {
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
    const tests: Tested[] = []
    for (const file of files) {
      call.progress({ message: file, done: tests.length, total: files.length })
      tests.push(await perform(call, name, path.join(folder, file)))
    }
    const failed = tests.filter(({ ok }) => !ok)
    const report = { name, passed: tests.length - failed.length, failed: failed.length, tests }
    if (failed.length === 0) return report
    return refuse('failed', `${failed.length} of ${tests.length} tests of ${name} fail: ${failed[0]?.problems[0]}`, {
      target: name,
      fix: shell`furrow tool info ${name}`,
      details: { ...report },
    })
  },
  render: ({ tests }) => tests.map(each => `- ${each.ok ? 'ok' : 'failed'}: ${each.name}`).join('\n'),
})

async function perform(call: Call, name: string, file: string): Promise<Tested> {
  const fixture = objectIn(readOrdinary(file).toString('utf8'))
  const shown = { file: path.basename(file), name: String(fixture?.['name'] ?? path.basename(file)) }
  if (fixture === undefined || !isObject(fixture['input'] ?? {}))
    return { ...shown, ok: false, problems: ['the file is no fixture: { name, input, expect }'] }
  const result = await resultOf(call, { name, file: shown.file, input: (fixture['input'] ?? {}) as JsonObject })
  const problems = misfits(fixture['expect'] ?? { ok: true }, result)
  return { ...shown, ok: problems.length === 0, problems }
}

/** What the tool would be refused for is its result here: a test may be about just that. */
async function resultOf(
  call: Call,
  { name, file, input }: { name: string; file: string; input: JsonObject },
): Promise<unknown> {
  try {
    const plan = await planRun(call, { name, input, confirmed: true })
    const tool = plan.tool === undefined ? {} : { tool: { ...plan.tool, passing: true } }
    // By its own label: one call that starts the same thing again gets the run it has already.
    const { id } = await startRun(call, { ...plan, ...tool, label: `${name} (test ${file})`, detach: false })
    return (await waitForEnd(call, id, call.signal)).tool?.result
  } catch (error) {
    if (!isRefused(error)) throw error
    return { ok: false, error: error.message, code: error.code }
  }
}
