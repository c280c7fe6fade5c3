import { expect, test } from 'vitest'
import { agent, type Lab, openLab, person } from '../../../tests/lab.ts'
import { git } from '../../../tests/support/explorations.ts'
import { followNext } from '../../../tests/support/follow-next.ts'
import { type ForgeServer, startForge } from '../../../tests/support/forge.ts'
import { directDoor, expectFinished, WAYS, withForge } from '../../../tests/support/project-types.ts'
import { BUILT_IN_TYPES } from './names.ts'

test.each(BUILT_IN_TYPES)('%s goes from its start to a pull request', async type => {
  await using forge = await startForge()
  await using lab = await openLab()
  const bare = withForge(lab, forge)
  await WAYS[type]?.(lab, directDoor(lab))
  expect(await lab.call('exploration.finish', {})).toMatchObject({ blocked: false, reasons: [] })
  expectFinished(type, { lab, bare, forge })
})

async function planned(lab: Lab): Promise<void> {
  await lab.call('exploration.start', { title: 'Add a login', name: 'login', type: 'standard' })
  await lab.call('exploration.task_create', { name: 'The model' })
  await lab.call('exploration.task_create', { name: 'The page', depends_on: ['001'] })
}

test('a task waits for those it depends on, never for itself, and the next ready one is named', async () => {
  await using lab = await openLab({ git: false })
  await planned(lab)
  expect(await lab.refusal('exploration.task_update', { id: '001', depends_on: ['002'] })).toMatchObject({
    code: 'blocked',
    details: {
      reasons: [
        { code: 'dependency_cycle', message: 'task 001 would wait for itself: 001 waits for 002 waits for 001' },
      ],
    },
  })
  expect(await lab.refusal('exploration.task_update', { id: '001', depends_on: ['009'] })).toMatchObject({
    details: { reasons: [{ code: 'unknown_task' }] },
  })
  expect(await lab.refusal('exploration.task_update', { id: '002', status: 'in_progress' })).toMatchObject({
    details: { reasons: [{ code: 'task_waits', ids: ['002', '001'] }] },
  })
  expect(await lab.refusal('exploration.task_delete', { id: '001' })).toMatchObject({ code: 'blocked' })
  const { tasks } = await lab.call('exploration.status', {})
  expect(tasks).toMatchObject([{ id: '001' }, { id: '002', depends_on: ['001'], waits_for: ['001'] }])
  await lab.call('exploration.task_update', { id: '002', depends_on: ['none'] })
  await lab.call('exploration.task_update', { id: '001', depends_on: ['002'] })
})

test('a topic of an exploration depends on no other', async () => {
  await using lab = await openLab({ git: false })
  await lab.call('exploration.start', { title: 'Which login?', type: 'exploration' })
  await lab.call('exploration.task_create', { name: 'One' })
  expect(await lab.refusal('exploration.task_create', { name: 'Two', depends_on: ['001'] })).toMatchObject({
    details: { reasons: [{ code: 'no_dependencies' }] },
  })
})

async function reviewing(lab: Lab): Promise<void> {
  await planned(lab)
  lab.write('.sow/project/plan.md', '# Plan\n\nBuild it.\n')
  await lab.call('artifact.add', { path: 'plan.md' })
  await lab.call('artifact.approve', { path: 'plan.md' })
  await lab.call('exploration.complete', {})
  for (const id of ['001', '002']) await lab.call('exploration.task_update', { id, status: 'completed' })
  await lab.call('exploration.complete', {})
}

test('the verdict of a review chooses the way, and its feedback is in the next brief', async () => {
  await using lab = await openLab({ git: false })
  await reviewing(lab)
  expect(await lab.refusal('exploration.complete', {})).toMatchObject({ details: { reasons: [{ code: 'no_review' }] } })
  const { artifact } = await lab.call('artifact.new', { kind: 'review' })
  expect(artifact).toMatchObject({ path: 'review-1.md', verdict: true, standing: 'unwritten' })
  lab.write('.sow/project/review-1.md', '# Review\n\nNo tests.\n')
  // Said before anybody is asked.
  for (const actor of [person, agent])
    expect(await lab.refusal('artifact.approve', { path: 'review-1.md' }, actor)).toMatchObject({ target: 'verdict' })
  expect(await lab.refusal('artifact.approve', { path: 'review-1.md', verdict: 'fail' })).toMatchObject({
    target: 'note',
  })
  await lab.call('artifact.approve', { path: 'review-1.md', verdict: 'fail', note: 'Write tests.' })
  const { brief, state } = await lab.call('exploration.complete', {})
  expect(state).toBe('Planning')
  expect(brief).toContain('## Feedback On Iteration 1\n\n- Write tests. (')
  expect(brief).toContain('- The review: review-1.md')
  expect(brief).toContain('Passed: 0, failed: 1')
  expect(brief).toContain('artifact new plan plan-2.md')
  expect(brief).not.toContain('Give one up')
  expect(await lab.refusal('exploration.complete', {})).toMatchObject({
    details: { reasons: [{ code: 'no_open_task' }] },
  })
})

test('a verdict that was written into state.yaml by hand does not count', async () => {
  await using lab = await openLab({ git: false })
  await reviewing(lab)
  lab.write('.sow/project/review-1.md', '# Review\n\nNo tests.\n')
  await lab.call('artifact.add', { path: 'review-1.md' })
  await lab.call('artifact.approve', { path: 'review-1.md', verdict: 'fail', note: 'Write tests.' })
  lab.write('.sow/project/state.yaml', lab.read('.sow/project/state.yaml').replace('verdict: fail', 'verdict: pass'))
  expect(await lab.refusal('exploration.complete', {})).toMatchObject({
    details: { reasons: [{ code: 'approval_unlogged' }] },
  })
})

test('a work unit without an approved specification blocks, with the command that begins one', async () => {
  await using lab = await openLab({ git: false })
  await lab.call('exploration.start', { title: 'The login', type: 'breakdown' })
  const { artifact } = await lab.call('artifact.new', { kind: 'discovery' })
  expect(artifact.path).toBe('discovery.md')
  lab.write('.sow/project/discovery.md', '# Login\n\nTwo parts.\n')
  await lab.call('artifact.approve', { path: 'discovery.md' })
  await lab.call('exploration.complete', {})
  const { project } = await lab.call('exploration.task_create', { name: 'The model' })
  expect(project.next.command).toBe('furrow agent artifact new specification --task 001')
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  expect(await lab.refusal('exploration.complete', {})).toMatchObject({
    details: {
      reasons: [{ code: 'task_without_artifact', fix: 'furrow agent artifact new specification --task 001' }],
    },
  })
})

/** A standard project whose review has passed, with its code committed. */
async function passed(lab: Lab): Promise<void> {
  await WAYS['standard']?.(lab, directDoor(lab))
}

async function openForge(lab: Lab): Promise<{ forge: ForgeServer; bare: string }> {
  const forge = await startForge()
  return { forge, bare: withForge(lab, forge) }
}

test('checks that run keep the pull request a draft, a failed one names the way back, a new commit is pushed', async () => {
  await using lab = await openLab()
  const { forge, bare } = await openForge(lab)
  await using _ = forge
  await passed(lab)
  forge.checks = () => [{ name: 'test', status: 'in_progress', conclusion: null }]
  const waiting = await lab.call('exploration.finish', {})
  expect(waiting).toMatchObject({ blocked: true, reasons: [{ code: 'checks_running' }] })
  expect(forge.opened).toMatchObject([{ draft: true }])
  const first = git(lab, 'rev-parse', 'HEAD').trim()
  forge.checks = commit => [{ name: 'test', status: 'completed', conclusion: commit === first ? 'failure' : 'success' }]
  expect(await lab.call('exploration.finish', {})).toMatchObject({
    blocked: true,
    reasons: [{ code: 'checks_failed', fix: "furrow agent revise --reason 'the check test has failed'" }],
  })
  git(lab, 'commit', '-q', '--allow-empty', '-m', 'fix: it')
  expect(await lab.call('exploration.finish', {})).toMatchObject({ blocked: false })
  expectFinished('standard', { lab, bare, forge })
})

test('no checks right after the pull request was opened is no answer; a tick by hand and complete look at the forge', async () => {
  const time = { now: Date.now() }
  await using lab = await openLab({ clock: { now: () => time.now } })
  const { forge } = await openForge(lab)
  await using _ = forge
  await passed(lab)
  forge.checks = () => []
  expect(await lab.call('exploration.finish', {})).toMatchObject({
    blocked: true,
    reasons: [{ code: 'checks_none', fix: 'furrow explore finish' }],
  })
  const tick = () => lab.refusal('exploration.task_update', { id: '007', status: 'completed' }, agent)
  expect((await tick()).message).toContain('no checks')
  forge.checks = () => [{ name: 'ci', status: 'completed', conclusion: 'failure' }]
  expect((await tick()).message).toContain('ci has failed')
  forge.checks = () => []
  time.now += 61_000
  const { steps } = await lab.call('exploration.finalize', { apply: true })
  expect(steps.at(-2)).toMatchObject({ status: 'completed', result: expect.stringContaining('has no checks') })
  forge.checks = () => [{ name: 'ci', status: 'completed', conclusion: 'failure' }]
  expect(await lab.refusal('exploration.complete', {})).toMatchObject({
    details: { reasons: [{ code: 'step_undone', message: expect.stringContaining('ci has failed') }] },
  })
  expect(await lab.call('exploration.finish', {})).toMatchObject({
    blocked: true,
    reasons: [{ code: 'checks_failed' }],
  })
  forge.checks = () => [{ name: 'ci', status: 'completed', conclusion: 'success' }]
  expect(await lab.call('exploration.finish', {})).toMatchObject({ blocked: false })
})

test('work that is not committed is named before anything is pushed', async () => {
  await using lab = await openLab()
  const { forge } = await openForge(lab)
  await using _ = forge
  await passed(lab)
  lab.write('src/forgotten.ts', 'export {}\n')
  expect(await lab.call('exploration.finish', {})).toMatchObject({
    blocked: true,
    reasons: [{ code: 'uncommitted', fix: 'git add -- src/forgotten.ts' }],
    next: { command: 'git add -- src/forgotten.ts' },
  })
  expect(forge.opened).toEqual([])
  expect((await followNext(lab)).slice(0, 3)).toEqual([
    'git add -- src/forgotten.ts',
    "git commit --message 'Add a login'",
    'furrow explore finish',
  ])
})

test('inputs are kept with what they said, and a change of one is told', async () => {
  await using lab = await openLab({ git: false })
  lab.write('docs/known.md', '# Known\n')
  expect(
    await lab.refusal('exploration.start', { title: 'Login', type: 'design', inputs: ['docs/none.md'] }),
  ).toMatchObject({
    code: 'not_found',
    target: 'inputs',
  })
  const { brief } = await lab.call('exploration.start', { title: 'Login', type: 'design', inputs: ['docs/known.md'] })
  expect(brief).toContain('## Input Documents\n\n- docs/known.md')
  lab.write('docs/known.md', '# Known better\n')
  expect((await lab.call('exploration.status', {})).inputs).toEqual([{ path: 'docs/known.md', standing: 'changed' }])
})

test('no word of explorations is in the briefs and the status of another type', async () => {
  await using lab = await openLab()
  const { forge } = await openForge(lab)
  await using _ = forge
  for (const type of ['standard', 'breakdown', 'design'] as const) {
    const seen: string[] = []
    const door = directDoor(lab)
    await WAYS[type]?.(lab, {
      ...door,
      async call(operation, input) {
        const answer = await door.call(operation, input)
        seen.push((await lab.call('exploration.brief', {})).text, (await lab.call('exploration.status', {})).next.says)
        return answer
      },
    })
    const words = seen.join('\n').replace(/furrow (?:explore|agent) [^\n`]*/g, '')
    expect(
      words.match(/\b(?:exploration|explore|topics?|research|findings?|summar(?:y|ies)|discoverys)\b/gi) ?? [],
    ).toEqual([])
    await lab.call('exploration.abandon', { reason: 'next' })
    git(lab, 'switch', '-q', 'main')
  }
})
