import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'

const FIX = { type: 'fix', size: 'small', description: 'Login redirects to the wrong page' } as const
const ID = 'login-redirects-to-the-wrong-page'

const text = async (lab: Lab, input: object) => {
  const outcome = await lab.app.call('context.check', input, { actor: { kind: 'agent', id: 'a', door: 'mcp' } })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.text()
}

test('seed 001 §1.4: the report has its headings, in their order, and says where nothing is', async () => {
  await using lab = await openLab()
  const report = await text(lab, { change_description: 'Login' })
  const headings = report.split('\n').filter(line => line.startsWith('#'))
  expect(headings).toEqual([
    '# Context Check Report',
    '## Existing Artifacts Found',
    '## Relevant Prior Changes',
    '## Explore Context (Memory)',
    '## Convention Files',
    '## Ambiguity Flags',
  ])
})

test('the sections of specs that match are shown with their lines, the others are not', async () => {
  await using lab = await openLab()
  lab.write('sdd/requirements.md', '# Requirements\n\n## Login\n\nFR-001 redirects home.\n\n## Export\n\nAs CSV.\n')
  const report = await lab.call('context.check', { change_description: FIX.description })
  expect(report.artifacts).toMatchObject([{ path: 'sdd/requirements.md' }])
  expect(report.passages).toMatchObject([{ path: 'sdd/requirements.md', heading: 'Login', from: 3, to: 5 }])
})

test('without specs the convention files are shown, at most 200 lines of each', async () => {
  await using lab = await openLab()
  lab.write('AGENTS.md', Array.from({ length: 300 }, (_, n) => `line ${n + 1}`).join('\n'))
  const report = await text(lab, { change_description: 'Login' })
  expect(report).toContain('project conventions detected but no formal SDD specs')
  expect([report.includes('line 200'), report.includes('line 201')]).toEqual([true, false])
})

test('at most ten completed changes are named, the nearest first, and never the current one', async () => {
  await using lab = await openLab()
  for (let n = 1; n <= 12; n += 1) completed(lab, `login-page-${n}`, 'The login page')
  completed(lab, 'login-redirect', 'Login redirects nowhere')
  await lab.call('change.start', FIX)
  const { prior } = await lab.call('context.check', {})
  expect([prior.length, prior[0]?.id]).toEqual([10, 'login-redirect'])
  expect(prior.map(({ id }) => id)).not.toContain(ID)
})

test('the stage takes content only after the check', async () => {
  await using lab = await openLab()
  await atContextCheck(lab)
  const refused = await lab.refusal('change.advance', { content: 'Nothing there.' })
  expect(refused).toMatchObject({ code: 'blocked', fix: 'furrow context-check' })
  await lab.call('context.check', {})
  await lab.call('change.advance', { content: 'Nothing there.' })
})

test('a spec that changes after the check voids it, one that was not listed does not', async () => {
  await using lab = await openLab()
  lab.write('sdd/requirements.md', '# Requirements\n')
  await atContextCheck(lab)
  await lab.call('context.check', {})
  lab.write('sdd/design.md', '# Design\n')
  expect(await lab.call('change.status', {})).toMatchObject({ next: { tool: { name: 'sdd_change_advance' } } })
  lab.write('sdd/requirements.md', '# Requirements\n\nFR-002\n')
  expect(await lab.call('change.status', {})).toMatchObject({ next: { command: 'furrow context-check' } })
  const refused = await lab.refusal('change.advance', { content: 'Fine.' })
  expect(refused.message).toContain('sdd/requirements.md')
})

test('a description that changes after the check voids it', async () => {
  await using lab = await openLab()
  await atContextCheck(lab)
  await lab.call('context.check', {})
  const file = `sdd/changes/${ID}/change.json`
  lab.write(file, lab.read(file).replace('"Login redirects to the wrong page",\n  "stages"', '"Logout",\n  "stages"'))
  expect(JSON.parse(lab.read(file))).toMatchObject({ description: 'Logout' })
  expect(await lab.refusal('change.advance', { content: 'Fine.' })).toMatchObject({ code: 'blocked' })
})

test('with an active change its own description is checked, whatever was passed', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  expect(await lab.call('context.check', { change_description: 'Exports' })).toMatchObject({
    change: ID,
    description: FIX.description,
  })
})

test('an id or a file shared with other open work must be named, with completed work it need not', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { ...FIX, description: 'Rework FR-012 in src/login.ts' })
  await lab.call('change.pause', { id: 'rework-fr-012-in-src-login-ts' })
  completed(lab, 'done-with-fr-099', 'FR-099')
  await lab.call('change.start', { ...FIX, description: 'FR-012 and FR-099 again' })
  await lab.call('change.advance', { content: 'Both in src/login.ts and src/other.ts.' })
  const { conflicts } = await lab.call('context.check', {})
  expect(conflicts.map(({ shared }) => shared)).toEqual(['FR-012', 'src/login.ts'])
  const refused = await lab.refusal('change.advance', { content: 'FR-012 waits for us.' })
  expect(refused.details).toMatchObject({ reasons: [{ code: 'conflict_unanswered' }] })
  await lab.call('change.advance', { content: 'FR-012 waits for us; src/login.ts is ours first.' })
})

test('without an active change and without a description there is nothing to check', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('context.check', {})).toMatchObject({ code: 'usage', target: 'change_description' })
})

async function atContextCheck(lab: Lab): Promise<void> {
  await lab.call('change.start', FIX)
  await lab.call('change.advance', { content: 'After login the wrong page is shown.' })
}

function completed(lab: Lab, id: string, description: string): void {
  const at = '2026-01-01T00:00:00.000Z'
  const stages = [{ name: 'verify', status: 'completed' }]
  const change = { id, type: 'fix', size: 'small', description, stages, current_stage: 'verify', adrs: [] }
  lab.write(
    `sdd/changes/${id}/change.json`,
    JSON.stringify({ ...change, status: 'completed', created_at: at, updated_at: at }),
  )
}

test('words of the description that usually hide something are facts under Ambiguity Flags', async () => {
  await using lab = await openLab()
  const change_description = 'The search should be easy and, if possible, faster'
  const { smells } = await lab.call('context.check', { change_description })
  expect(smells.map(({ kind, words }) => [kind, words])).toEqual([
    ['subjective', ['easy']],
    ['loophole', ['if possible']],
    ['comparative', ['faster']],
  ])
})
