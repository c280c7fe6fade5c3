import { expect, test } from 'vitest'
import type { LogLine } from './log-lines.ts'
import { type LogSource, RunLog } from './run-log.ts'

const line = (n: number): LogLine => ({ n, t: n, level: 'stdout', text: `line ${n}` })
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => line(from + at))

/** A log of so many lines that writes `later` after it was opened, and notes what it was asked for. */
function source(total: number, later: LogLine[] = []) {
  const asked: [number, number][] = []
  const followed: number[] = []
  const made: LogSource = {
    async lines(from, count) {
      asked.push([from, count])
      return { lines: span(from, Math.min(total, from + count - 1)), total }
    },
    async follow(from, on) {
      followed.push(from())
      if (later.length > 0) on.messages([{ event: 'lines', data: JSON.stringify(later) }])
      on.messages([{ event: 'end', data: '{"id":"r","status":"succeeded"}' }])
    },
    soon: act => act(),
  }
  return { made, asked, followed }
}

test('a small log is read as a whole and followed from its end', async () => {
  const { made, followed } = source(2_500, span(2_501, 2_510))
  const log = new RunLog(made)
  await log.start('end')
  await expect.poll(() => log.state.whole).toBe(true)
  expect(log.state).toMatchObject({ total: 2_510, ready: true, ended: { id: 'r' } })
  expect(followed).toEqual([2_501])
})

test('a big log is read where the reader looks, not as a whole', async () => {
  const { made, asked } = source(200_000)
  const log = new RunLog(made)
  await log.start('end')
  expect(log.lines.at(200_000)).toEqual(line(200_000))
  expect(log.state.whole).toBe(false)
  expect(asked.length).toBeLessThan(4)
  log.want(100_000, 100_050)
  await expect.poll(() => log.lines.at(100_025)).toEqual(line(100_025))
})

test('a place in the middle is read first', async () => {
  const { made, asked } = source(200_000)
  await new RunLog(made).start(120_000)
  expect(asked[0]).toEqual([119_500, 1_000])
})

test('nothing is asked for twice', async () => {
  const { made, asked } = source(60_000)
  const log = new RunLog(made)
  await log.start('end')
  log.want(30_001, 30_050)
  log.want(30_001, 30_050)
  await log.wantAll()
  expect(log.state.whole).toBe(true)
  expect(asked.filter(([from]) => from === 30_001)).toHaveLength(1)
})

test('long lines come in several answers, and all of them come', async () => {
  const { made } = source(900)
  const log = new RunLog({ ...made, lines: (from, count, signal) => made.lines(from, Math.min(count, 100), signal) })
  await log.start('end')
  await expect.poll(() => log.state.whole).toBe(true)
})

test('a log that cannot be read says why', async () => {
  const log = new RunLog({ ...source(1).made, lines: () => Promise.reject(new Error('gone')) })
  await log.start('end')
  expect(log.state.error).toEqual(new Error('gone'))
})
