import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'

const FIX = { type: 'fix', size: 'small', description: 'Fix crash' } as const
const start = (lab: Lab, description: string) => lab.call('change.start', { ...FIX, description })

async function textOf(lab: Lab, name: string, input: object): Promise<string> {
  const outcome = await lab.app.call(name, input, { actor: agent })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.text()
}

test('pause, cancel and archive take the only change that can be meant', async () => {
  await using lab = await openLab()
  await start(lab, 'First')
  expect(await lab.call('change.pause', {})).toMatchObject({ id: 'first', status: 'paused' })
  await start(lab, 'Second')
  expect(await lab.call('change.cancel', {})).toMatchObject({ id: 'second', status: 'cancelled' })
  expect(await lab.call('change.archive', {})).toMatchObject({ id: 'second', path: 'sdd/history/second' })
  expect(await lab.call('change.cancel', {})).toMatchObject({ id: 'first', status: 'cancelled' })
})

test('where several changes or none can be meant, nothing is done and they are named', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('change.pause', {})).toMatchObject({ code: 'not_found', fix: 'furrow change list' })
  expect(await lab.refusal('change.archive', {})).toMatchObject({ message: 'There is no finished change to archive.' })
  for (const description of ['First', 'Second']) {
    await start(lab, description)
    await lab.call('change.cancel', {})
  }
  expect(await lab.refusal('change.archive', {})).toMatchObject({
    code: 'usage',
    message: 'Which change? first, second can be archived.',
    details: { ids: ['first', 'second'] },
  })
  expect(lab.list('sdd/changes')).toEqual(['first', 'second'])
})

test('archiving what is not finished is refused with the step that leads there', async () => {
  await using lab = await openLab()
  await start(lab, 'First')
  expect(await lab.refusal('change.archive', { id: 'first' })).toMatchObject({ fix: 'furrow next' })
  await lab.call('change.pause', {})
  expect(await lab.refusal('change.archive', { id: 'first' })).toMatchObject({ fix: 'furrow change switch first' })
})

test('the same start sent twice gets the change that the first one made', async () => {
  await using lab = await openLab()
  const first = await lab.call('change.start', { ...FIX, content: 'It crashes.' }, agent)
  const again = await lab.call('change.start', { ...FIX, content: 'It crashes.' }, agent)
  expect([first.id, again.id, again.already_started]).toEqual(['fix-crash', 'fix-crash', true])
  expect(again.next.says).toContain('was started before; nothing was written')
  expect(lab.list('sdd/changes')).toEqual(['fix-crash'])
  expect(await lab.refusal('change.start', { ...FIX, size: 'large' })).toMatchObject({ code: 'blocked' })
  expect(await lab.refusal('change.start', { ...FIX, content: 'Something else.' })).toMatchObject({ code: 'blocked' })
})

test('an archived change that was cancelled is called so, in its status and in the list', async () => {
  await using lab = await openLab()
  await start(lab, 'First')
  await lab.call('change.cancel', {})
  await lab.call('change.archive', {})
  expect(await textOf(lab, 'change.status', { change_id: 'first' })).toContain(
    'was cancelled at describe and is archived',
  )
  expect(await textOf(lab, 'change.list', { history: true })).toContain('cancelled at describe, archived')
})

test('the table of stages names files, and the folder once', async () => {
  await using lab = await openLab()
  const text = await textOf(lab, 'change.start', { ...FIX, content: 'It crashes.' })
  expect(text).toContain('| describe | done | describe.md (12 bytes) |')
  expect(text.split('sdd/changes/fix-crash').length).toBe(2)
})

test('M-14: what memory keeps of the stages names the files where they are', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { ...FIX, content: 'It crashes on an empty basket.' })
  const pathIn = async () => (await lab.call('memory.search', { query: 'crashes on an empty basket' })).hits[0]?.id
  const id = Number(await pathIn())
  const content = async () => (await lab.call('memory.get', { id })).observation.content
  expect(await content()).toContain('sdd/changes/fix-crash/describe.md')
  await lab.call('change.cancel', {})
  await lab.call('change.archive', {})
  expect(await content()).toContain('sdd/history/fix-crash/describe.md')
  expect(await content()).not.toContain('sdd/changes/')
})

const pending = async (lab: Lab) => (await lab.call('request.list', { status: 'pending' })).requests.length

test('a request to a person ends when the thing was done in another way', async () => {
  await using lab = await openLab()
  await start(lab, 'First')
  await lab.refusal('change.accept_command', { id: 'first', argv: ['npm', 'test'] }, agent)
  await lab.refusal('change.accept_command', { id: 'first', argv: ['npm run lint'] }, agent)
  expect(await pending(lab)).toBe(2)
  await lab.call('change.accept_command', { id: 'first', argv: ['npm test'] })
  expect(await pending(lab)).toBe(1)
  await lab.call('change.accept_command', { id: 'first', argv: ['npm run lint'] })
  expect(await pending(lab)).toBe(0)
})

test('a request about a change that is over ends with it', async () => {
  await using lab = await openLab()
  await start(lab, 'First')
  await lab.refusal('change.accept_command', { id: 'first', argv: ['true'] }, agent)
  await lab.call('change.cancel', {})
  expect((await lab.call('request.list', {})).requests).toMatchObject([{ status: 'dismissed' }])
})

test('a request about a change ends when an undo takes the change away', async () => {
  await using lab = await openLab()
  await start(lab, 'First')
  await lab.refusal('change.accept_command', { id: 'first', argv: ['true'] }, agent)
  await lab.call('store.undo', {})
  expect((await lab.call('request.list', {})).requests).toMatchObject([{ status: 'dismissed' }])
})

test('nobody is asked about a change that does not exist, or is over', async () => {
  await using lab = await openLab()
  const refused = await lab.refusal('change.accept_command', { id: 'no-such-change', argv: ['true'] }, agent)
  expect(refused).toMatchObject({ code: 'not_found', fix: 'furrow change list' })
  expect(await pending(lab)).toBe(0)
})

test('an empty list says whether the history or a filter holds something', async () => {
  await using lab = await openLab()
  expect(await textOf(lab, 'change.list', {})).toContain('There are no changes here yet')
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix crash' })
  expect(await textOf(lab, 'change.list', { text: 'login' })).toBe(
    'No change matches. Without filters: `furrow change list`',
  )
  await lab.call('change.cancel', {})
  await lab.call('change.archive', {})
  expect(await textOf(lab, 'change.list', {})).toBe('No open changes. 1 in the history: `furrow change list --history`')
})

test('nobody is asked to withdraw a command that never counted, and a finished change says how to go on', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix crash' })
  const input = { id: 'fix-crash', argv: ['npm', 'test'] }
  expect(await lab.refusal('change.withdraw_command', input, agent)).toMatchObject({
    code: 'not_found',
    message: 'fix-crash has no accepted command "npm test". No command is accepted.',
  })
  expect((await lab.call('request.list', {})).requests).toEqual([])
  await lab.call('change.cancel', {})
  for (const operation of ['change.accept_command', 'change.withdraw_command'] as const)
    expect(await lab.refusal(operation, input)).toMatchObject({
      details: {
        reasons: [
          {
            message: 'fix-crash is cancelled, so its commands cannot be changed. Reopen it first.',
            fix: 'furrow change reopen fix-crash',
          },
        ],
      },
    })
})
