import { expect, test } from 'vitest'
import { agent, type Lab, openLab, person } from '../../../tests/lab.ts'
import { isOver, type Run } from '../model.ts'
import { gatesIn } from './read-gates.ts'

const GATES = 'gates:\n  - name: greet\n    command: echo hello && exit 3\n    timeout_seconds: 30\n'

test('a wrong gate is named with its field and does not take the others along', () => {
  const { gates, problems } = gatesIn([
    { name: 'lint', command: 'npm run lint' },
    { name: 'no command' },
    { name: '../up', command: 'x' },
    'just text',
    { name: 'slow', command: 'sleep 1', timeout_seconds: -1 },
  ])
  expect(gates).toEqual([{ name: 'lint', command: 'npm run lint', timeout_seconds: 600 }])
  expect(problems.map(({ path }) => path)).toEqual([
    'gates.1.name',
    'gates.2.name',
    'gates.3',
    'gates.4.timeout_seconds',
  ])
})

test('two gates of one name are no gate at all', () => {
  const { gates, problems } = gatesIn([
    { name: 'lint', command: 'one' },
    { name: 'lint', command: 'two' },
    { name: 'test', command: 'three' },
  ])
  expect(gates.map(({ name }) => name)).toEqual(['test'])
  expect(problems).toEqual([{ path: 'gates.lint', message: 'two gates are called lint' }])
})

test('what is no list is one problem, and still something to be trusted', () => {
  const { gates, problems, subject } = gatesIn({ lint: 'npm run lint' })
  expect([gates, problems]).toMatchObject([[], [{ path: 'gates', message: expect.stringContaining('must be a list') }]])
  expect(subject).toBeDefined()
})

test('gates are listed from the file before anybody trusts them, and not run', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', GATES)
  expect(await lab.call('gate.list', {})).toEqual({
    gates: [{ name: 'greet', command: 'echo hello && exit 3', timeout_seconds: 30 }],
    problems: [],
    trusted: false,
  })
  expect(await lab.refusal('gate.run', { name: 'greet' })).toMatchObject({
    code: 'untrusted',
    target: '.sdlc/config.yaml',
    fix: 'furrow trust',
  })
  expect((await lab.call('run.list', {})).runs).toEqual([])
})

test('a trusted gate runs as the shell command it is', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', GATES)
  await trust(lab)
  const run = await ended(lab, await lab.call('gate.run', { name: 'greet' }))
  expect(run).toMatchObject({ kind: 'gate', label: 'greet', status: 'failed', exit_code: 3, timeout_seconds: 30 })
  expect((await lab.call('run.tail', { id: run.id })).lines.map(({ text }) => text)).toEqual(['hello'])
})

test('gates of a trusted repository are operations of their own, and go with the trust', async () => {
  await using lab = await openLab()
  lab.write(
    '.sdlc/config.yaml',
    `${GATES}  - name: unit-tests\n    command: 'true'\n  - name: list\n    command: 'true'\n`,
  )
  const names = async () =>
    (await lab.app.list({ actor: agent })).flatMap(({ mcp }) => (mcp?.tool.startsWith('gate_') ? [mcp.tool] : []))
  expect(await names()).toEqual([])
  await trust(lab)
  expect(await names()).toEqual(['gate_greet', 'gate_unit_tests'])
  const outcome = await lab.app.call('gate.unit-tests', {}, { actor: person })
  if (!outcome.ok) throw new Error(outcome.error.message)
  expect(await ended(lab, outcome.value as Run)).toMatchObject({ status: 'succeeded' })
  await lab.call('trust.revoke', {})
  expect(await names()).toEqual([])
  expect(await lab.app.call('gate.unit-tests', {}, { actor: person })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  })
})

test('what changed between the list and the call is not run', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', GATES)
  await trust(lab)
  lab.write('.sdlc/config.yaml', GATES.replace('hello', 'goodbye'))
  expect(await lab.refusal('gate.run', { name: 'greet' })).toMatchObject({
    code: 'untrusted',
    details: { standing: 'changed' },
  })
})

test('an unknown gate is refused with the way to the known ones', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('gate.run', { name: 'nope' })).toMatchObject({ code: 'not_found', fix: 'furrow gate list' })
})

async function trust(lab: Lab): Promise<void> {
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
}

async function ended(lab: Lab, { id }: Pick<Run, 'id'>): Promise<Run> {
  for (;;) {
    const run = await lab.call('run.wait', { id })
    if (isOver(run)) return run
  }
}
