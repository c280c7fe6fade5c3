import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../tests/lab.ts'
import { PROJECT, TEXTS } from '../../tests/support/spec-texts.ts'
import { specifiedTo } from '../../tests/support/specified.ts'
import type { Spec, SpecView } from './model.ts'
import { SPEC_STAGES, TABLE, WRITTEN } from './stages.ts'

const specIn = (lab: Lab) => JSON.parse(lab.read('sdd/sdd.json')) as Spec
const stageOf = ({ stages }: SpecView, name: string) => stages.find(stage => stage.name === name)
const staleIn = ({ stages }: SpecView) => stages.filter(({ stale }) => stale.length > 0).map(({ name }) => name)

test('seed 001 §2.2: the stages come in their order, business-rules between specify and clarify', async () => {
  await using lab = await openLab()
  const seen: string[] = [(await lab.call('spec.init', PROJECT)).current_stage]
  for (const stage of WRITTEN) {
    const view = (await lab.call(TABLE[stage].operation, TEXTS[stage] as never)) as SpecView
    seen.push(view.current_stage)
  }
  expect(seen).toEqual([...SPEC_STAGES.slice(1), 'validate'])
  expect(lab.list('sdd')).toEqual([
    'business-rules.md',
    'clarifications.md',
    'design.md',
    'proposal.md',
    'requirements.md',
    'sdd.json',
    'tasks.md',
    'validation.md',
  ])
})

test('sdd.json holds mode, stages with times, iterations and hashes, and the scores of each round', async () => {
  await using lab = await openLab({ clock: { now: () => Date.parse('2026-01-02T03:04:05Z') } })
  await specifiedTo(lab, 'design')
  const at = '2026-01-02T03:04:05.000Z'
  expect(specIn(lab)).toMatchObject({
    schema_version: 1,
    ...PROJECT,
    mode: 'guided',
    current_stage: 'design',
    stage_status: {
      specify: { status: 'completed', started_at: at, completed_at: at, iterations: 1 },
      design: { status: 'in_progress', started_at: at, iterations: 0 },
      tasks: { status: 'pending' },
    },
    clarity_score: 85,
    clarity_rounds: [{ round: 1, score: 85, scores: { target_users: 90 } }],
  })
  expect(specIn(lab).stage_status.specify.artifact_hash).toMatch(/^[0-9a-f]{64}$/)
})

test.each(WRITTEN)(
  '%s has two real variants: guided explains every section in block quotes, expert none',
  async stage => {
    await using lab = await openLab()
    const guided = await lab.call('spec.template', { stage, mode: 'guided' })
    const expert = await lab.call('spec.template', { stage, mode: 'expert' })
    const sections = guided.document.split(/^(?=##? )/m)
    expect(sections).toHaveLength(TABLE[stage].fields.length + 1)
    expect(sections.filter(section => !/^> \S/m.test(section))).toEqual([])
    expect(expert.document).not.toMatch(/^>/m)
    expect(expert.document.match(/^## .*$/gm)).toEqual(guided.document.match(/^## .*$/gm))
  },
)

test.each(['guided', 'expert'] as const)('the files of a %s specification are written in its variant', async mode => {
  await using lab = await openLab()
  await specifiedTo(lab, undefined, mode)
  const quoted = WRITTEN.filter(stage => /^> /m.test(lab.read(`sdd/${TABLE[stage].file}`)))
  expect(quoted).toEqual(mode === 'guided' ? WRITTEN : [])
})

test('items without an id are given one, the same words keep theirs, and no number is given twice', async () => {
  await using lab = await openLab()
  const { saved } = await specifiedTo(lab, 'business-rules')
  expect(saved).toEqual({ path: 'sdd/requirements.md', ids_given: ['FR-001', 'FR-002', 'FR-003', 'NFR-001'] })
  await lab.call('spec.reopen', { stage: 'specify', reason: 'One is gone, one is new' })
  const must_have =
    '- The system shall list saved articles. Acceptance: newest first.\n- The system shall forget articles.'
  const again = await lab.call('spec.specify', { ...TEXTS.specify, must_have })
  expect(again.saved?.ids_given).toEqual(['FR-002', 'FR-004', 'FR-003', 'NFR-001'])
  expect(lab.read('sdd/requirements.md')).toContain('- **FR-004**: The system shall forget articles.')
})

test('wrong order: a stage that comes later, and one that is done, are refused with what to do', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify')
  expect(await lab.refusal('spec.design', TEXTS.design)).toMatchObject({
    code: 'blocked',
    message: 'The specification is at specify; design comes later.',
    fix: 'furrow next',
  })
  expect(await lab.refusal('spec.propose', TEXTS.propose)).toMatchObject({
    code: 'blocked',
    fix: "furrow spec reopen propose --reason 'it has to change'",
  })
  expect(lab.list('sdd')).toEqual(['proposal.md', 'sdd.json'])
})

test('without sdd.json there is a clear answer, and a second init is refused', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('spec.propose', TEXTS.propose)).toMatchObject({
    code: 'not_found',
    fix: 'furrow spec init --help',
  })
  await lab.call('spec.init', PROJECT)
  expect(await lab.refusal('spec.init', PROJECT)).toMatchObject({ code: 'blocked', target: 'sdd/sdd.json' })
})

test.each([
  ['', 'problem_statement is required'],
  [' \n ', 'problem_statement is required'],
  ['TBD', 'problem_statement is only a placeholder (TBD)'],
  ['_None defined for this version._', 'is only a placeholder'],
  ['- TODO\n- ???', 'is only a placeholder'],
  ['@problem.txt', 'problem_statement is the name of a file (@problem.txt), not its text'],
])('a required text %j is refused, and nothing is written', async (problem_statement, says) => {
  await using lab = await openLab()
  await lab.call('spec.init', PROJECT)
  const refused = await lab.refusal('spec.propose', { ...TEXTS.propose, problem_statement })
  expect(refused).toMatchObject({ code: 'usage', target: 'problem_statement', fix: 'furrow guide spec-propose' })
  expect(refused.message).toContain(says)
  expect(lab.list('sdd')).toEqual(['sdd.json'])
})

test("a user's own design.md is not replaced; with overwrite its text is kept beside the new one", async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'design')
  lab.write('sdd/design.md', '# Ours\n\nBy hand.\n')
  const refused = await lab.refusal('spec.design', TEXTS.design)
  expect(refused).toMatchObject({
    code: 'conflict',
    target: 'sdd/design.md',
    fix: 'mv sdd/design.md sdd/design.own.md',
  })
  expect(fs.readFileSync(String(refused.details?.['kept']), 'utf8')).toContain('A store below a page.')
  expect(lab.read('sdd/design.md')).toBe('# Ours\n\nBy hand.\n')
  const { saved } = await lab.call('spec.design', { ...TEXTS.design, overwrite: true })
  expect(saved?.kept).toBe('sdd/design.own.md')
  expect(lab.read('sdd/design.own.md')).toBe('# Ours\n\nBy hand.\n')
  expect(lab.read('sdd/design.md')).toContain('A store below a page.')
})

test('a file that was edited by hand since is not replaced either, and each overwrite keeps its own copy', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify')
  for (const n of [1, 2]) {
    await lab.call('spec.reopen', { stage: 'propose', reason: 'again' })
    lab.write('sdd/proposal.md', `edited ${n}\n`)
    expect(await lab.refusal('spec.propose', TEXTS.propose)).toMatchObject({ code: 'conflict' })
    await lab.call('spec.propose', { ...TEXTS.propose, overwrite: true })
  }
  expect([lab.read('sdd/proposal.own.md'), lab.read('sdd/proposal.own-2.md')]).toEqual(['edited 1\n', 'edited 2\n'])
})

test('what follows from a changed file is stale until it is confirmed or rewritten, in order', async () => {
  await using lab = await openLab()
  await specifiedTo(lab)
  await lab.call('spec.reopen', { stage: 'business-rules', reason: 'A rule is missing' })
  const constraints = `${TEXTS['business-rules'].constraints}\n- When an Article is older than a year, Then it is archived.`
  const changed = await lab.call('spec.rules', { ...TEXTS['business-rules'], constraints })
  expect(staleIn(changed)).toEqual(['clarify', 'design', 'tasks', 'validate'])
  expect(changed).toMatchObject({ current_stage: 'clarify', done: false })
  expect(changed.next.command).toBe('furrow spec confirm clarify')
  await lab.call('spec.confirm', { stage: 'clarify' })
  const design = await lab.call('spec.design', { ...TEXTS.design, security: 'Nothing leaves the device.' })
  expect([staleIn(design), design.current_stage]).toEqual([['tasks', 'validate'], 'tasks'])
  await lab.call('spec.confirm', { stage: 'tasks' })
  expect(await lab.call('spec.confirm', { stage: 'validate' })).toMatchObject({ done: true })
})

test('a reopened stage that is written with the same text makes nothing stale', async () => {
  await using lab = await openLab()
  await specifiedTo(lab)
  const open = await lab.call('spec.reopen', { stage: 'specify', reason: 'To be sure' })
  expect([open.current_stage, staleIn(open)]).toEqual(['specify', []])
  expect(await lab.call('spec.specify', TEXTS.specify)).toMatchObject({ done: true, current_stage: 'validate' })
  expect(specIn(lab).reopened).toMatchObject([{ stage: 'specify', reason: 'To be sure' }])
})

test('an edit by hand is seen, makes what follows stale, and is taken on by confirming a reopened stage', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'design')
  lab.write('sdd/proposal.md', `${lab.read('sdd/proposal.md')}\nA line.\n`)
  const edited = await lab.call('spec.context', {})
  expect(stageOf(edited, 'propose')).toMatchObject({ status: 'completed', edited: true })
  expect(edited.current_stage).toBe('specify')
  await lab.call('spec.reopen', { stage: 'propose', reason: 'A line was added' })
  const confirmed = await lab.call('spec.confirm', { stage: 'proposal.md' })
  expect(stageOf(confirmed, 'propose')).toMatchObject({ status: 'completed', edited: false })
  expect(lab.read('sdd/proposal.md')).toContain('A line.')
})

test('a stage whose file is gone is open again', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'design')
  fs.rmSync(path.join(lab.root, 'sdd/requirements.md'))
  const view = await lab.call('spec.context', {})
  expect([view.current_stage, stageOf(view, 'specify')?.missing]).toEqual(['specify', true])
  expect(await lab.refusal('spec.confirm', { stage: 'specify' })).toMatchObject({ code: 'blocked' })
  expect(await lab.call('spec.specify', TEXTS.specify)).toMatchObject({ current_stage: 'design' })
})

test('a FAIL does not complete the stage, cannot be confirmed, and leads back', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'validate')
  const failed = await lab.call('spec.validate', { ...TEXTS.validate, verdict: 'FAIL' })
  expect(failed).toMatchObject({ done: false, current_stage: 'validate', verdict: 'FAIL' })
  expect(failed.next.tool.name).toBe('sdd_spec')
  expect(await lab.refusal('spec.confirm', { stage: 'validate' })).toMatchObject({ code: 'blocked' })
  await lab.call('spec.reopen', { stage: 'tasks', reason: 'The verdict was FAIL' })
  expect(await lab.call('spec.tasks', TEXTS.tasks)).toMatchObject({
    next: { tool: { arguments: { action: 'validate' } } },
  })
  expect(await lab.call('spec.validate', TEXTS.validate)).toMatchObject({ done: true, verdict: 'PASS' })
})

test('the number of tasks is counted, not believed', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'tasks')
  expect(await lab.refusal('spec.tasks', { ...TEXTS.tasks, total_tasks: 5 })).toMatchObject({
    code: 'usage',
    message: 'total_tasks is 5, but the list holds 2 tasks.',
  })
})

test('a stage is found by its name and by that of its file, in every case', async () => {
  await using lab = await openLab()
  await specifiedTo(lab)
  const texts = await Promise.all(
    ['specify', 'requirements', 'requirements.md', 'Requirements'].map(stage => lab.call('spec.context', { stage })),
  )
  expect(new Set(texts.map(({ artifacts }) => artifacts[0]?.path))).toEqual(new Set(['sdd/requirements.md']))
  expect(await lab.refusal('spec.context', { stage: 'charter' })).toMatchObject({ code: 'usage', target: 'stage' })
})

test('a budget is kept, and what did not fit is counted', async () => {
  await using lab = await openLab()
  await specifiedTo(lab)
  const { artifacts } = await lab.call('spec.context', { detail_level: 'full', max_tokens: 500 })
  const shown = artifacts.reduce((sum, { content }) => sum + content.length, 0)
  const whole = WRITTEN.reduce((sum, stage) => sum + lab.read(`sdd/${TABLE[stage].file}`).length, 0)
  expect(shown).toBe(2000)
  expect(artifacts.reduce((sum, { left_out }) => sum + left_out, 0)).toBe(whole - shown)
})

test.each(WRITTEN)('%s is written from one document, with the explanations still in it', async stage => {
  await using lab = await openLab()
  await specifiedTo(lab, stage)
  const { document } = await lab.call('spec.template', { stage })
  const texts: Record<string, string | number> = TEXTS[stage]
  const filled = TABLE[stage].fields.reduce(
    (text, { key, title }) =>
      text.replace(new RegExp(`(## ${title.replace(/[()]/g, '\\$&')}\n\n(?:>.*\n)+)`), `$1\n${texts[key] ?? ''}\n`),
    document,
  )
  const view = await lab.call('spec.write', { stage, document: filled })
  expect(stageOf(view, stage)).toMatchObject({ status: 'completed', iterations: 1 })
  const hints = document.match(/^> .*$/gm) ?? []
  const doubled = hints.filter(hint => lab.read(`sdd/${TABLE[stage].file}`).split(hint).length > 2)
  expect(doubled).toEqual([])
})

test('a document with a heading that the stage does not have is refused with its line', async () => {
  await using lab = await openLab()
  await lab.call('spec.init', PROJECT)
  const refused = await lab.refusal('spec.write', { stage: 'propose', document: '# P\n\n## Budget\n\nMuch\n' })
  expect(refused).toMatchObject({ code: 'usage', fix: 'furrow spec template propose' })
  expect(refused.message).toContain('Line 3 has the heading "Budget"')
})

test('headings inside a text stand below those of the file, and what is in code stays', async () => {
  await using lab = await openLab()
  await lab.call('spec.init', { ...PROJECT, mode: 'expert' })
  const problem_statement = '# Big\n\n## Small\n\n```\n# no heading\n```'
  await lab.call('spec.propose', { ...TEXTS.propose, problem_statement })
  expect(lab.read('sdd/proposal.md')).toContain(
    '## Problem Statement\n\n### Big\n\n#### Small\n\n```\n# no heading\n```\n',
  )
})

test('init can be reopened to change the mode; nothing that was written becomes stale', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'design')
  const open = await lab.call('spec.reopen', { stage: 'init', reason: 'We know what we do' })
  expect(open.next.command).toBe("furrow spec init 'Reading list' 'Keeps articles to be read offline.' --mode guided")
  const view = await lab.call('spec.init', { ...PROJECT, mode: 'expert' })
  expect([view.mode, view.current_stage, staleIn(view)]).toEqual(['expert', 'design', []])
})

test('unknown keys and the order of sdd.json survive', async () => {
  await using lab = await openLab()
  await lab.call('spec.init', PROJECT)
  lab.write('sdd/sdd.json', lab.read('sdd/sdd.json').replace('{', '{\n  "ours": [1],'))
  await lab.call('spec.propose', TEXTS.propose)
  expect(Object.keys(specIn(lab))[0]).toBe('ours')
})

test('a newer schema is named, and nothing is written', async () => {
  await using lab = await openLab()
  lab.write('sdd/sdd.json', '{"schema_version": 7}\n')
  expect(await lab.refusal('spec.propose', TEXTS.propose)).toMatchObject({
    code: 'newer_schema',
    target: 'sdd/sdd.json',
  })
})

test('the doctor names a damaged sdd.json and brings back what Furrow wrote last', async () => {
  await using lab = await openLab()
  await specifiedTo(lab, 'specify')
  const sound = lab.read('sdd/sdd.json')
  lab.write('sdd/sdd.json', '{"name": ')
  const { findings } = await lab.call('doctor.check', {})
  expect(findings).toContainEqual(expect.objectContaining({ check: 'specs', level: 'problem', repairable: true }))
  await lab.call('doctor.repair', {})
  expect(lab.read('sdd/sdd.json')).toBe(sound)
})
