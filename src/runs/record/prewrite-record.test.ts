import { expect, test } from 'vitest'
import { type Lab, openLab, person } from '../../../tests/lab.ts'
import { trustedTool } from '../../../tests/support/tools.ts'

const page = { ...person, door: 'http' } as const
const OK = `print({ ok: true, data: { said: 1 } })`

/** How a tool that does this ended, as the answer and as the record on disk say. */
async function endOf(lab: Lab, code: string) {
  await trustedTool(lab, 'brief', {}, code)
  const answer = await lab.call('tool.run', { name: 'brief', wait: 300 }, page)
  const record = await lab.call('tool.interaction', { name: 'brief', id: answer.interaction_id })
  const names = lab.list('.sdlc/tool-interactions/brief')
  expect(names).toContain(`${answer.interaction_id}.yaml`)
  return { answer, record, staged: names.filter(name => name.endsWith('.tmp')) }
}

test('a tool that ends at once after its result is recorded as it ended', async () => {
  await using lab = await openLab()
  const { answer, record, staged } = await endOf(lab, OK)
  expect(answer).toMatchObject({ status: 'succeeded', ok: true, data: { said: 1 } })
  expect(record).toMatchObject({ status: 'succeeded', exit_code: 0, result: { ok: true, data: { said: 1 } } })
  expect(Date.parse(record.completed_at ?? '')).toBeGreaterThanOrEqual(Date.parse(record.created_at))
  expect(staged).toEqual([])
})

test.each([
  ['ends with another exit code', `${OK}; process.exitCode = 3`, { status: 'failed', exit_code: 3 }],
  ['says something else', `${OK}; print({ ok: false, error: 'no' })`, { status: 'failed', result: { error: 'no' } }],
  ['writes more', `${OK}; setTimeout(() => console.log('more'), 5)`, { status: 'succeeded', lines: 1 }],
  ['is killed', `${OK}; process.kill(process.pid, 'SIGKILL')`, { status: 'failed', exit_code: 137 }],
])('one that %s after its result is recorded so', async (_, code, expected) => {
  await using lab = await openLab()
  const { record, staged } = await endOf(lab, code)
  expect(record).toMatchObject(expected)
  expect(staged).toEqual([])
})

test('one that goes on after its result took as long as it took', async () => {
  await using lab = await openLab()
  const { record, staged } = await endOf(lab, `${OK}; setTimeout(() => undefined, 300)`)
  expect(record.status).toBe('succeeded')
  expect(record.duration_ms).toBeGreaterThanOrEqual(300)
  expect(staged).toEqual([])
})

test('one that has just begun is shown as running, although its record says so later', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'brief', {}, OK)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { interaction_id: id } = await lab.call('tool.run', { name: 'brief' }, page)
    expect((await lab.call('run.show', { id }, page)).status).not.toBe('queued')
    await lab.call('run.wait', { id }, page)
  }
})
