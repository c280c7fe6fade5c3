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
  const report = await text(lab, { change_description: 'Login', detail_level: 'full' })
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

test('convention files are summarized by their headings and rules', async () => {
  await using lab = await openLab()
  lab.write('CLAUDE.md', '# Shop\n\nA long story.\n\n## Code\n\n- Always run the tests.\n- Written in spring.\n')
  const { conventions } = await lab.call('context.check', { change_description: 'Login' })
  expect(conventions).toEqual([{ path: 'CLAUDE.md', text: '# Shop\n## Code\n- Always run the tests.' }])
})

test.each([100, 200, 500, 2000])('an answer costs at most %i tokens, whatever there is to show', async max_tokens => {
  await using lab = await openLab()
  lab.write('README.md', 'x'.repeat(3 * 2 ** 20))
  lab.write('CLAUDE.md', Array.from({ length: 400 }, (_, n) => `- You must keep rule ${n} of the login`).join('\n'))
  for (let n = 1; n <= 12; n += 1) completed(lab, `login-page-${n}`, 'The login page')
  const report = await text(lab, { change_description: 'Login', detail_level: 'full', max_tokens })
  expect(Buffer.byteLength(report) / 4).toBeLessThanOrEqual(max_tokens)
  expect(report).toMatch(/\d+ more did not fit/)
})

test('levels of detail differ, and each has a budget of its own', async () => {
  await using lab = await openLab()
  lab.write(
    'sdd/requirements.md',
    `# Requirements\n\n## Login\n\n${'FR-001 redirects home after a login. '.repeat(60)}\n`,
  )
  const sizes = []
  for (const detail_level of ['summary', 'standard', 'full'])
    sizes.push((await text(lab, { change_description: 'Login', detail_level })).length)
  const [summary = 0, standard = 0, all = 0] = sizes
  expect([summary < standard, standard < all]).toEqual([true, true])
})

test('a word that every description has leads to nothing', async () => {
  await using lab = await openLab()
  completed(lab, 'fix-the-login-page', 'Fix the login page')
  const { prior } = await lab.call('context.check', { change_description: 'Fix the export of invoices' })
  expect(prior).toEqual([])
  const { prior: near } = await lab.call('context.check', { change_description: 'Fix the login form' })
  expect(near).toMatchObject([{ id: 'fix-the-login-page' }])
})

test('a cancelled change is never listed as completed work, not even from the history', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  await lab.call('change.cancel', { id: ID })
  await lab.call('change.archive', { id: ID })
  const { prior } = await lab.call('context.check', { change_description: FIX.description })
  expect(prior).toEqual([])
})

test('a damaged record in the history blocks no other change', async () => {
  await using lab = await openLab()
  lab.write('sdd/history/old-1/change.json', '<<<<<<< HEAD\n{}\n')
  await atContextCheck(lab)
  await lab.call('context.check', {})
  await lab.call('change.advance', { content: 'Nothing there.' })
})

test('the first stage brings the context check along', async () => {
  await using lab = await openLab()
  completed(lab, 'login-page', 'The login page')
  await lab.call('change.start', FIX)
  const { context_report, next } = await lab.call('change.advance', { content: 'After login: wrong page.' })
  expect(context_report).toContain('login-page')
  expect(next.tool.name).toBe('sdd_change_advance')
  await lab.call('change.advance', { content: 'Nothing there.' })
})

test('a change can be started with its first stage done', async () => {
  await using lab = await openLab()
  const { current_stage, context_report } = await lab.call('change.start', { ...FIX, content: 'The wrong page.' })
  expect([current_stage, context_report]).toEqual(['context-check', '- nothing related was found'])
  expect(lab.read(`sdd/changes/${ID}/describe.md`)).toBe('The wrong page.\n')
})

test('the stage takes content only after the check', async () => {
  await using lab = await openLab()
  await atContextCheck(lab)
  await lab.call('change.reopen', { id: ID, stage: 'context-check' })
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

test('the report says which record it could not read, and that the text given was not looked for', async () => {
  await using lab = await openLab()
  lab.write('sdd/history/old-1/change.json', '<<<<<<< HEAD\n{}\n')
  const about = async (change_description: string) =>
    (await lab.call('context.check', { change_description })).next.says
  expect(await about('the login page')).toContain('sdd/history/old-1/change.json cannot be read')
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Login' })
  expect(await about('the invoices')).toContain('about the active change login; the text that was given was not looked')
  expect(await about('Login')).not.toContain('text that was given')
})
