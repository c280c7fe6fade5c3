import { expect, test } from 'vitest'
import { type Lab, openLab, person } from '../../../tests/lab.ts'
import type { Call } from '../../workspace/call.ts'
import type { RunLine } from '../model.ts'
import { type RunLinesEvent, watchRun } from './watch-run.ts'

test('both streams are kept line by line with their level', async () => {
  await using lab = await openLab()
  const { id } = await finished(lab, 'echo one; echo two >&2; printf three')
  const { lines, total, run } = await lab.call('run.tail', { id })
  expect(lines.map(({ level, text }) => `${level} ${text}`).sort()).toEqual([
    'stderr two',
    'stdout one',
    'stdout three',
  ])
  expect(total).toBe(3)
  expect(run).toMatchObject({ lines: 3, bytes: 13 })
})

test('a log is read from any line on', async () => {
  await using lab = await openLab()
  const { id } = await finished(lab, 'seq 1 5000')
  const page = await lab.call('run.tail', { id, from: 4321, count: 3 })
  expect(page.lines.map(({ n, text }) => [n, text])).toEqual([4321, 4322, 4323].map(n => [n, String(n)]))
  expect((await lab.call('run.tail', { id, count: 2 })).lines.map(({ n }) => n)).toEqual([4999, 5000])
  expect((await lab.call('run.tail', { id, from: 6000 })).lines).toEqual([])
})

test('the numbers of lines stay when the middle is cut', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'runs:\n  log_bytes: 100000\n')
  const { id } = await finished(lab, 'seq 1 50000')
  const { run, lines } = await lab.call('run.tail', { id, count: 10 })
  expect(run).toMatchObject({ cut: true, lines: 50_000 })
  expect(lines.map(({ n, text }) => n === Number(text))).toEqual(lines.map(() => true))
  const whole = await collect(lab, id)
  const note = whole.find(({ level }) => level === 'note')
  expect(note?.text).toMatch(/^\[\d+ lines were cut here/)
  const { gap } = await lab.call('run.tail', { id, from: 1, count: 1 })
  const kept = whole.filter(({ level }) => level === 'stdout').map(({ n }) => n)
  expect(gap).toEqual({ from: note?.n, to: (kept.find(n => n > (note?.n ?? 0)) ?? 0) - 1 })
  expect(whole.filter(({ level }) => level === 'stdout').every(({ n, text }) => n === Number(text))).toBe(true)
})

test('a watcher gets every line once, in order, while they are written', async () => {
  await using lab = await openLab()
  const { id } = await lab.call('run.exec', {
    argv: ['sh', '-c', 'for i in $(seq 1 300); do echo $i; [ $((i % 50)) = 0 ] && sleep 0.02; done; true'],
  })
  expect((await collect(lab, id)).map(({ n, text }) => [n, text])).toEqual(
    Array.from({ length: 300 }, (_, index) => [index + 1, String(index + 1)]),
  )
})

test('whoever was cut off goes on after the last line it got', async () => {
  await using lab = await openLab()
  const { id } = await finished(lab, 'seq 1 100')
  expect((await collect(lab, id, 61)).map(({ n }) => n)).toEqual(Array.from({ length: 40 }, (_, index) => 61 + index))
  expect(await collect(lab, id, 101)).toEqual([])
})

test('a watcher who leaves does not wait for the next line', async () => {
  await using lab = await openLab()
  const { id } = await lab.call('run.exec', { argv: ['sh', '-c', 'echo first; sleep 600'] })
  const leave = new AbortController()
  const seen: RunLinesEvent[] = []
  await inside(lab, async call => {
    for await (const news of watchRun(call, id, { signal: leave.signal })) {
      seen.push(news)
      leave.abort()
    }
  })
  expect(seen).toEqual([{ kind: 'lines', lines: [expect.objectContaining({ text: 'first' })] }])
  await lab.call('run.cancel', { id })
})

test('the stream of events carries the lines, their numbers and the end', async () => {
  await using lab = await openLab()
  const { id } = await finished(lab, 'seq 1 3')
  const text = await openStream(lab, id, {})
  expect(text).toContain('id: 3\nevent: lines\ndata: [{"n":1,')
  expect(text).toMatch(/event: end\ndata: \{"id":.*"status":"succeeded"/)
})

test('the stream of events goes on from Last-Event-ID', async () => {
  await using lab = await openLab()
  const { id } = await finished(lab, 'seq 1 3')
  const text = await openStream(lab, id, { 'last-event-id': '2' })
  expect(text).toContain('id: 3\nevent: lines\ndata: [{"n":3,')
  expect(text).not.toContain('"n":2')
})

test('the whole log is downloaded as it was written', async () => {
  await using lab = await openLab()
  const { id } = await finished(lab, 'printf "a\\n\\nb  \\nüñ\\n"')
  const opened = await lab.app.open('run.log', { params: { id }, query: {}, headers: {} }, { actor: person })
  if (!opened.ok) throw new Error(opened.error.message)
  expect(opened.body.headers).toMatchObject({ 'Content-Disposition': `attachment; filename="${id}.log"` })
  expect(await textOf(opened.body.body)).toBe('a\n\nb  \nüñ\n')
})

test('a stream of a run that is not there, or from a line that is none, is refused', async () => {
  await using lab = await openLab()
  const ask = (params: Record<string, string>, query: Record<string, string>) =>
    lab.app.open('run.events', { params, query, headers: {} }, { actor: person })
  expect(await ask({ id: 'nope' }, {})).toMatchObject({ ok: false, error: { code: 'not_found' } })
  const { id } = await finished(lab, 'true')
  expect(await ask({ id }, { from: '-1' })).toMatchObject({ ok: false, error: { code: 'usage', target: 'from' } })
})

async function finished(lab: Lab, script: string) {
  const { id } = await lab.call('run.exec', { argv: ['sh', '-c', script] })
  return lab.call('run.wait', { id })
}

async function collect(lab: Lab, id: string, from = 1): Promise<RunLine[]> {
  return inside(lab, async call => {
    const lines: RunLine[] = []
    for await (const news of watchRun(call, id, { from, signal: new AbortController().signal }))
      if (news.kind === 'lines') lines.push(...news.lines)
    return lines
  })
}

async function openStream(lab: Lab, id: string, headers: Record<string, string>): Promise<string> {
  const opened = await lab.app.open('run.events', { params: { id }, query: {}, headers }, { actor: person })
  if (!opened.ok) throw new Error(opened.error.message)
  return textOf(opened.body.body)
}

async function textOf(body: unknown): Promise<string> {
  let text = ''
  for await (const piece of body as AsyncIterable<string>) text += piece
  return text
}

function inside<T>(lab: Lab, work: (call: Call) => Promise<T>): Promise<T> {
  return lab.app.within('test', { actor: person }, work)
}
