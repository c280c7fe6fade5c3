import { expect, test } from 'vitest'
import { openLab, person } from '../../../tests/lab.ts'

test('the stream of a silent run ends at once when its reader goes', async () => {
  await using lab = await openLab()
  const running = lab.call('run.exec', { argv: ['sleep', '600'] })
  const list = () => lab.call('run.list', { status: 'running' })
  await expect.poll(async () => (await list()).runs.length, { timeout: 30_000 }).toBe(1)
  const id = (await list()).runs[0]?.id ?? ''

  const reader = new AbortController()
  const opened = await lab.app.open(
    'run.events',
    { params: { id }, query: {}, headers: {} },
    { actor: person, signal: reader.signal },
  )
  if (!opened.ok) throw new Error(opened.error.message)
  const frames = (opened.body.body as AsyncIterable<string>)[Symbol.asyncIterator]()
  expect(await frames.next()).toMatchObject({ value: ': open\n\n' })
  const next = frames.next()
  reader.abort()
  expect(await next).toMatchObject({ done: true })

  await lab.call('run.cancel', { id })
  await running
})
