import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'

const ID = 'fix-crash'
const DONE = { content: 'All is mended.' } as const

test('without gates and accepted commands a change completes with proof: none, and says so', async () => {
  await using lab = await atVerify()
  expect(await lab.call('change.advance', DONE)).toMatchObject({ status: 'completed', proof: { kind: 'none' } })
  expect(lab.read(`sdd/changes/${ID}/verify.md`)).toContain('proof: none')
  expect(await lab.call('change.list', {})).toMatchObject({ changes: [{ id: ID, proof: 'none' }] })
})

test('the gates of the config are run, and their exit codes, output and time are the proof', async () => {
  await using lab = await atVerify('gates:\n  - name: unit\n    command: echo twelve passed\n')
  await trust(lab)
  const change = await lab.call('change.advance', DONE)
  expect(change).toMatchObject({
    status: 'completed',
    proof: { kind: 'gates', results: [{ name: 'unit', command: 'echo twelve passed', exit_code: 0, ok: true }] },
  })
  const text = lab.read(`sdd/changes/${ID}/verify.md`)
  expect(text.startsWith('All is mended.\n\n## Proof\n')).toBe(true)
  for (const part of ['exit code: 0', 'twelve passed', `run: ${change.proof?.results[0]?.run}`])
    expect(text).toContain(part)
})

test('success that a gate contradicts is refused with the run, and nothing is written', async () => {
  await using lab = await atVerify(
    'gates:\n  - name: lint\n    command: "true"\n  - name: unit\n    command: echo one failed; exit 3\n',
  )
  await trust(lab)
  const before = lab.read(`sdd/changes/${ID}/change.json`)
  const refused = await lab.refusal('change.advance', DONE)
  expect(refused).toMatchObject({
    code: 'blocked',
    details: { reasons: [{ code: 'gate_failed', ids: [ID, expect.any(String)] }] },
  })
  expect(refused.message).toContain('exit code 3')
  const { reasons } = refused.details as { reasons: { ids: string[] }[] }
  const run = String(reasons[0]?.ids[1])
  expect(refused.fix).toBe(`furrow runs show ${run}`)
  expect(await lab.call('run.show', { id: run })).toMatchObject({ label: 'unit', exit_code: 3 })
  expect([lab.read(`sdd/changes/${ID}/change.json`), lab.list(`sdd/changes/${ID}`).includes('verify.md')]).toEqual([
    before,
    false,
  ])
})

test('a gate that was mended lets the change complete', async () => {
  await using lab = await atVerify('gates:\n  - name: unit\n    command: test -e mended\n')
  await trust(lab)
  expect(await lab.refusal('change.advance', DONE)).toMatchObject({ code: 'blocked' })
  lab.write('mended', '')
  expect(await lab.call('change.advance', DONE)).toMatchObject({ status: 'completed', proof: { kind: 'gates' } })
})

test('gates that nobody trusts are not run', async () => {
  await using lab = await atVerify('gates:\n  - name: unit\n    command: touch ran\n')
  expect(await lab.refusal('change.advance', DONE)).toMatchObject({ code: 'untrusted', fix: 'furrow trust' })
  expect(lab.list('.').includes('ran')).toBe(false)
})

test('a gate that cannot be read is no reason to pass without it', async () => {
  await using lab = await atVerify('gates:\n  - name: unit\n')
  expect(await lab.refusal('change.advance', DONE)).toMatchObject({ code: 'damaged', target: '.sdlc/config.yaml' })
})

test('a person may accept a command as proof, an agent may not', async () => {
  await using lab = await atVerify()
  const command = { id: ID, argv: ['echo', 'it  works'] }
  expect(await lab.refusal('change.accept_command', command, agent)).toMatchObject({ code: 'needs_person' })
  await lab.call('change.accept_command', command)
  expect(await lab.call('change.advance', DONE, agent)).toMatchObject({
    proof: { kind: 'commands', results: [{ name: 'accepted-1', command: "echo 'it  works'", ok: true }] },
  })
  expect(lab.read(`sdd/changes/${ID}/verify.md`)).toContain('it  works')
})

test('2-30: what was accepted is shown at once and before it counts, and a person can withdraw it', async () => {
  await using lab = await atVerify()
  const wrong = { id: ID, argv: ['exit 3'] }
  const right = { id: ID, argv: ['echo', 'it  works'] }
  const shown = [
    { name: 'accepted-1', command: 'exit 3', accepted: true },
    { name: 'accepted-2', command: "echo 'it  works'", accepted: true },
  ]
  await lab.call('change.accept_command', wrong)
  expect((await lab.call('change.accept_command', right)).verification).toEqual({ kind: 'commands', checks: shown })
  const status = await textOf(lab, 'change.status', {})
  expect(status).toContain("- accepted-1: `exit 3`; `furrow change withdraw fix-crash -- 'exit 3'` takes it back")
  expect(await lab.refusal('change.advance', DONE)).toMatchObject({ code: 'blocked' })
  expect(await lab.refusal('change.withdraw_command', wrong, agent)).toMatchObject({ code: 'needs_person' })
  expect((await lab.call('change.withdraw_command', wrong)).verification?.checks).toMatchObject([
    { command: shown[1]?.command },
  ])
  expect(await lab.refusal('change.withdraw_command', wrong)).toMatchObject({
    code: 'not_found',
    message: expect.stringContaining("Accepted: echo 'it  works'."),
  })
  expect(await lab.call('change.advance', DONE)).toMatchObject({ status: 'completed', proof: { kind: 'commands' } })
})

test('withdrawing one of the commands of somebody else does not trust the others', async () => {
  await using lab = await atVerify()
  const file = `sdd/changes/${ID}/change.json`
  lab.write(file, lab.read(file).replace('{\n', '{\n  "accepted_commands": ["touch ran", "touch also"],\n'))
  await lab.call('change.withdraw_command', { id: ID, argv: ['touch also'] })
  expect(await lab.refusal('change.advance', DONE)).toMatchObject({ code: 'untrusted' })
  expect(lab.list('.').includes('ran')).toBe(false)
})

test('the answer to the stage before verify shows what will be run', async () => {
  await using lab = await atVerify()
  await lab.call('change.accept_command', { id: ID, argv: ['true'] })
  await lab.call('change.reopen', { id: ID, stage: 'tasks' })
  expect(await lab.call('change.advance', { content: '- mend it once more' })).toMatchObject({
    current_stage: 'verify',
    next: { says: expect.stringContaining('Do the work now') },
    verification: { checks: [{ command: 'true' }] },
  })
})

test('2-32: the status of an archived change keeps its proof', async () => {
  await using lab = await atVerify()
  await lab.call('change.accept_command', { id: ID, argv: ['true'] })
  await lab.call('change.advance', DONE)
  await lab.call('change.archive', {})
  expect(await textOf(lab, 'change.status', { change_id: ID })).toContain('is archived with proof: commands')
})

test('a command that was written into change.json by hand is not run', async () => {
  await using lab = await atVerify()
  const file = `sdd/changes/${ID}/change.json`
  lab.write(file, lab.read(file).replace('{\n', '{\n  "accepted_commands": ["touch ran"],\n'))
  expect(await lab.refusal('change.advance', DONE)).toMatchObject({ code: 'untrusted', fix: 'furrow trust' })
  expect(lab.list('.').includes('ran')).toBe(false)
})

test('a second call waits for the run of the first, and one of them completes the change', async () => {
  await using lab = await atVerify('gates:\n  - name: slow\n    command: until test -e go; do sleep 0.1; done\n')
  await trust(lab)
  const calls = [1, 2].map(() => lab.app.call('change.advance', DONE, { actor: agent }))
  await expect
    .poll(async () => (await lab.call('run.list', { status: 'running' })).runs.length, { timeout: 30_000 })
    .toBe(1)
  lab.write('go', '')
  const outcomes = await Promise.all(calls)
  expect(outcomes.filter(({ ok }) => ok).length).toBe(1)
  expect(await lab.call('change.status', { change_id: ID })).toMatchObject({
    status: 'completed',
    proof: { kind: 'gates' },
  })
})

test('reopening voids the proof', async () => {
  await using lab = await atVerify()
  await lab.call('change.advance', DONE)
  const reopened = await lab.call('change.reopen', { id: ID, stage: 'tasks' })
  expect(reopened.proof).toBeUndefined()
})

async function textOf(lab: Lab, name: string, input: object): Promise<string> {
  const outcome = await lab.app.call(name, input, { actor: agent })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.text()
}

async function atVerify(config?: string): Promise<Lab> {
  const lab = await openLab()
  if (config !== undefined) lab.write('.sdlc/config.yaml', config)
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix crash' })
  await lab.call('change.advance', { content: 'It crashes.' })
  await lab.call('context.check', {})
  await lab.call('change.advance', { content: 'Nothing like it.' })
  await lab.call('change.advance', { content: '- mend it' })
  return lab
}

async function trust(lab: Lab): Promise<void> {
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
}
