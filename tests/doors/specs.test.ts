import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { NextStep } from '../../src/lifecycle/next-step.ts'
import type { SpecView } from '../../src/specs/model.ts'
import { TABLE, WRITTEN, type WrittenStage } from '../../src/specs/stages.ts'
import { bin, type Lab, openLab } from '../lab.ts'
import { runCli, shellTty } from '../support/cli.ts'
import { connectStdio } from '../support/mcp.ts'
import { PROJECT, TEXTS } from '../support/spec-texts.ts'
import { specifiedTo } from '../support/specified.ts'

const modes = ['guided', 'expert'] as const

describe.each(modes)('%s', mode => {
  test('an agent that follows the next step of every answer comes to the end of all eight stages', async () => {
    await using lab = await openLab()
    await using mcp = await connectStdio(lab, { era: '2026-07-28' })
    const call = async (name: string, args: Record<string, unknown>) => {
      const answer = await mcp.client.callTool({ name, arguments: args })
      expect(answer.isError, `${name} ${JSON.stringify(answer.content)}`).not.toBe(true)
      return answer.structuredContent as { next: NextStep; current_stage?: string }
    }
    const seen: string[] = []
    let { next } = await call('sdd_init_project', { ...PROJECT, mode })
    while (next.tool.arguments['action'] !== 'trace') {
      seen.push(next.stage ?? '')
      expect(seen.length).toBeLessThan(20)
      ;({ next } = await call(next.tool.name, { ...next.tool.arguments, ...textsFor(next) }))
    }
    await call(next.tool.name, next.tool.arguments)
    expect(seen).toEqual(['propose', 'specify', 'business-rules', 'clarify', 'clarify', 'design', 'tasks', 'validate'])
    await isWhole(lab, mode)
  })

  test('a person who types the next command of every answer comes to the end of all eight stages', async () => {
    await using lab = await openLab()
    const type = typistIn(lab)
    await type(`furrow spec init "${PROJECT.name}" "${PROJECT.description}" --mode ${mode}`)
    for (const stage of WRITTEN) {
      const { next } = await lab.call('flow.next', {})
      expect(next.stage).toBe(stage)
      if (stage === 'clarify') expect(await type(next.command)).toContain('furrow spec write clarify --document -')
      const command = stage === 'clarify' ? 'furrow spec write clarify --document -' : next.command
      lab.write('filled.md', await filledIn(lab, stage))
      const shown = await type(`${command} < filled.md`)
      expect(shown).toContain((await lab.call('spec.context', {})).next.command)
    }
    expect(await type((await lab.call('spec.context', {})).next.command)).toContain('TASK-002')
    fs.rmSync(path.join(lab.root, 'filled.md'))
    await isWhole(lab, mode)
  })
})

test('after a change in the middle the next steps lead through everything stale to the end', async () => {
  await using lab = await openLab()
  const type = typistIn(lab)
  await specifiedTo(lab)
  await type('furrow spec reopen specify --reason "One more"')
  lab.write(
    'filled.md',
    `## Must Have\n\n${TEXTS.specify.must_have}\n- FR-002 is not enough: the system shall sort. Acceptance: x.\n\n## Should Have\n\nNone\n\n## Non-Functional Requirements\n\n${TEXTS.specify.non_functional}\n`,
  )
  await type(`${(await lab.call('flow.next', {})).next.command} < filled.md`)
  const confirmed: string[] = []
  for (
    let { next } = await lab.call('flow.next', {});
    /confirm/.test(next.command);
    { next } = await lab.call('flow.next', {})
  ) {
    if (next.stage === 'validate') break
    confirmed.push(next.stage ?? '')
    await type(next.command)
  }
  expect(confirmed).toEqual(['business-rules', 'clarify', 'design', 'tasks'])
})

test('the verdict FAIL leads back to the tasks by its own next step', async () => {
  await using lab = await openLab()
  const type = typistIn(lab)
  await specifiedTo(lab, 'validate')
  const { next } = await lab.call('spec.validate', { ...TEXTS.validate, verdict: 'FAIL' })
  await type(next.command)
  expect(await lab.call('spec.context', {})).toMatchObject({ current_stage: 'tasks' })
})

test('lint ends with 4 when something blocks, and prints its report all the same', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'design')
  expect((await runCli(lab, ['lint'])).code).toBe(0)
  lab.write('sdd/requirements.md', `${lab.read('sdd/requirements.md')}\n- FR-001: TBD\n`)
  const text = await runCli(lab, ['lint'])
  expect([text.code, text.stdout]).toEqual([4, expect.stringContaining('placeholder')])
  const sarif = await runCli(lab, ['lint', '--format', 'sarif'])
  expect([sarif.code, JSON.parse(sarif.stdout).runs[0].results.length > 1]).toEqual([4, true])
  const json = await runCli(lab, ['lint', '--json'])
  expect([json.code, JSON.parse(json.stdout).blocking]).toEqual([4, 2])
})

test('scores are typed as one text or as pairs', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'clarify')
  const one = ['spec', 'clarify', '--answers', 'A.', '--dimension-scores', 'edge_cases:80,security:60']
  expect((await runCli(lab, one)).code).toBe(0)
  const pairs = [
    'spec',
    'clarify',
    '--answers',
    'B.',
    '--dimension-scores',
    'data_model=10',
    '--dimension-scores',
    'security=70',
  ]
  expect((await runCli(lab, pairs)).code).toBe(0)
  const { gate } = await lab.call('spec.context', {})
  expect(gate.rounds.at(-1)?.scores).toEqual({ edge_cases: 80, security: 70, data_model: 10 })
})

test('the context check finds the files that the stages wrote', async () => {
  await using lab = await openLab()
  await specifiedTo(lab)
  const report = await lab.call('context.check', { change_description: 'Articles that are saved twice' })
  expect(report.artifacts.map(each => each.path)).toEqual(WRITTEN.map(stage => `sdd/${TABLE[stage].file}`))
  expect(report.passages.map(each => each.path)).toContain('sdd/business-rules.md')
})

function textsFor({ needs, stage }: NextStep): Record<string, unknown> {
  const texts: Record<string, unknown> = TEXTS[stage as WrittenStage]
  return needs === undefined ? {} : Object.fromEntries(needs.map(name => [name, texts[name]]))
}

/** The template of a stage as a person fills it in below the explanations. */
async function filledIn(lab: Lab, stage: WrittenStage): Promise<string> {
  const { document } = await lab.call('spec.template', { stage })
  const texts: Record<string, unknown> = TEXTS[stage]
  const parts = document.split(/^(?=## )/m)
  return parts
    .map((part, index) =>
      index === 0 ? part : `${part.trimEnd()}\n\n${texts[TABLE[stage].fields[index - 1]?.key ?? ''] ?? ''}\n\n`,
    )
    .join('')
}

function typistIn(lab: Lab): (line: string) => Promise<string> {
  const shims = path.join(path.dirname(lab.home), 'shims')
  fs.mkdirSync(shims, { recursive: true })
  fs.writeFileSync(path.join(shims, 'furrow'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 })
  return async line => {
    const { code, stdout } = await shellTty(lab, line, { env: { PATH: `${shims}:${lab.env['PATH']}` } })
    expect(code, `${line}\n${stdout}`).toBe(0)
    return stdout
  }
}

async function isWhole(lab: Lab, mode: string): Promise<void> {
  const view: SpecView = await lab.call('spec.context', {})
  expect(view).toMatchObject({ done: true, mode, verdict: 'PASS' })
  expect(view.stages.map(({ status, stale, edited }) => [status, stale, edited])).toEqual(
    view.stages.map(() => ['completed', [], false]),
  )
}
