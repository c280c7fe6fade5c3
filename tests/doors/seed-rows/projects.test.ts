import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../lab.ts'
import { answering, runTty } from '../../support/cli.ts'
import { addSummaries, exploring, finalizing, summarizing } from '../../support/explorations.ts'
import { carryOut } from '../../support/follow-next.ts'
import { connectAgent } from '../../support/told.ts'

test('3-83, 3-103: the brief of Summarizing names artifact add, and begins the next document in a place that is free', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  const { text: before } = await lab.call('exploration.brief', {})
  expect(before).toContain("`furrow agent artifact add '<file.md>'`")
  expect(before).toContain('`furrow agent artifact new summary detailed-findings.md`')
  await addSummaries(lab, 'summary.md', 'detailed-findings.md')
  const { text: after } = await lab.call('exploration.brief', {})
  expect(after).toContain('`furrow agent artifact new summary recommendations.md`')
  expect(after).not.toContain('artifact new summary detailed-findings.md')
  await carryOut(lab, 'furrow agent artifact new summary recommendations.md')
})

/** What a state refuses, and the fix that comes with it. */
async function fixOf(lab: Lab, operation: string, input: Record<string, unknown>): Promise<string> {
  const { code, fix } = await lab.refusal(operation as 'exploration.complete', input as never)
  expect(code).toBe('blocked')
  return fix ?? ''
}

test('3-87, 3-103: the fix of what a state refuses is a command that works there', async () => {
  await using lab = await openLab({ git: false })
  await finalizing(lab)
  const fix = await fixOf(lab, 'exploration.task_create', { name: 'More' })
  await carryOut(lab, fix)
  expect(await lab.call('exploration.status', {})).toMatchObject({ state: 'Summarizing' })
  await carryOut(lab, await fixOf(lab, 'exploration.task_create', { name: 'More' }))
  expect(await lab.call('exploration.status', {})).toMatchObject({ state: 'Active' })
  await lab.call('exploration.task_create', { name: 'More' })
  await lab.call('exploration.abandon', { reason: 'over' })

  await lab.call('exploration.start', { title: 'Split it', type: 'breakdown' })
  const forward = await fixOf(lab, 'exploration.task_create', { name: 'The model' })
  expect(forward).toBe('furrow explore finish')
  await carryOut(lab, forward)
  expect((await lab.call('exploration.status', {})).next.says).toBe('Fill in .sow/project/discovery.md first.')
})

test('3-99 and U1: exploration is on the default list with an action for each step, and the skill leads to it', async () => {
  await using lab = await openLab()
  await using connected = await connectAgent(lab)
  const { properties } = await connected.schema('exploration')
  const { enum: actions = [] } = (properties?.['action'] ?? {}) as { enum?: string[] }
  expect(actions).toEqual(
    expect.arrayContaining([
      'start',
      'status',
      'task_create',
      'task_update',
      'artifact_add',
      'artifact_approve',
      'advance',
      'complete',
      'finalize',
      'finish',
    ]),
  )
  await lab.call('workspace.init', { clients: ['claude-code'] })
  expect(lab.read('.claude/skills/furrow-explore/SKILL.md')).toContain('`exploration` with `start`')
  const answer = await connected.tell('exploration', { action: 'start', title: 'Which login?' })
  expect(answer).toMatchObject({ failed: false })
  expect(answer.text).toContain('# Exploration: which-login')
})

test('U10: what blocks is one line with all its ids and one command, in Active and in Finalizing', async () => {
  await using lab = await openLab()
  await exploring(lab, ['One', 'Two', 'Three'])
  const reasonsOf = async () => {
    const { transitions } = await lab.call('exploration.status', {})
    return transitions.find(({ by }) => by === 'advance' || by === 'complete')?.reasons ?? []
  }
  expect(await reasonsOf()).toMatchObject([{ code: 'tasks_unresolved', ids: ['001', '002', '003'] }])
  for (const id of ['001', '002', '003'])
    await lab.call('exploration.task_update', { id, status: 'completed', outcome: 'Found.' })
  await lab.call('exploration.advance', {})
  await addSummaries(lab, 'summary.md')
  await lab.call('artifact.approve', { path: 'summary.md' })
  await lab.call('exploration.complete', {})
  expect(await reasonsOf()).toMatchObject([
    { code: 'steps_open', ids: ['004', '005', '006', '007', '008'], fix: 'furrow agent finalize --apply' },
  ])
})

test('U6: a person is asked about the documents by name, and is told what was decided on each', async () => {
  await using lab = await openLab()
  await summarizing(lab)
  await addSummaries(lab, 'summary.md', 'costs.md')
  const watch = answering(['Go on?', 'y'])
  const { stdout, code } = await runTty(lab, ['agent', 'artifact', 'approve', 'summary.md', 'costs.md'], { watch })
  expect(code, stdout).toBe(0)
  expect(stdout).toContain('Approve summary.md, costs.md?')
  expect(stdout).toMatch(/^summary\.md \(summary, approved by/m)
  expect(stdout).toMatch(/^costs\.md \(summary, approved by/m)
})

test('U2: topics that are added with one call are all named, and the proposed command asks for the outcome', async () => {
  await using lab = await openLab()
  await using connected = await connectAgent(lab)
  await lab.call('exploration.start', { title: 'Which login?' })
  const { text } = await connected.tell('exploration', {
    action: 'task_create',
    name: 'OAuth',
    also: ['SAML', 'Passkeys'],
  })
  for (const line of ['[001] OAuth', '[002] SAML', '[003] Passkeys']) expect(text).toContain(`${line} (pending)`)
  expect((await lab.call('exploration.status', {}, agent)).next).toMatchObject({ needs: ['outcome'] })
})
