import fc from 'fast-check'
import { expect, test } from 'vitest'
import { downsample, nameOf, type Point, shownOf } from './series.ts'
import { spanOf } from './span.ts'

test('the step gives a readable number of points for any range', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4000 }), days => {
      const { start, end, step } = spanOf({ since: `${days}d` }, 2e9)
      expect((end - start) / step).toBeLessThanOrEqual(241)
      expect(end - start).toBe(days * 86_400)
    }),
  )
  expect(spanOf({ range: { start: '2026-01-01', end: '2026-01-01' } })).toMatchObject({ step: 600 })
  expect(() => spanOf({ range: { start: '2026-01-02', end: '2026-01-01' } })).toThrow(/before it starts/)
  expect(() => spanOf({ since: 'ever' })).toThrow(/15m/)
  expect(() => spanOf({ since: '30d', step_seconds: 1 })).toThrow(/too many steps/)
  expect(() => spanOf({ range: { start: 'x' } })).toThrow(/no date/)
})

test('a long series keeps its ends in order and its mean', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 600 }), (count, most) => {
      const points = Array.from({ length: count }, (_, index): Point => [index, 1])
      const fewer = downsample(points, most)
      expect(fewer.length).toBeLessThanOrEqual(Math.max(most, 1))
      expect(fewer.every(([, value]) => value === 1)).toBe(true)
      expect(fewer[0]?.[0]).toBe(0)
    }),
  )
})

test('series of different times share one chart, and names are told apart', () => {
  const a = {
    name: 'a',
    labels: {},
    points: [
      [1, 1],
      [2, null],
    ] as Point[],
  }
  const shown = shownOf([a, { ...a, points: [[2, 5]] }, { ...a, name: 'c' }], 2)
  expect(shown.chart).toEqual({
    columns: ['time', 'a', 'a (2)'],
    rows: [
      ['1970-01-01T00:00:01.000Z', 1, null],
      ['1970-01-01T00:00:02.000Z', null, 5],
    ],
  })
  expect(shown).toMatchObject({
    series_count: 3,
    truncated: true,
    series: [{ last: 1, min: 1, points: 2 }, { last: 5 }],
  })
  expect(nameOf({ __name__: 'up', job: 'a"b' })).toBe('up{job="a\\"b"}')
})

test('a chart has the unit that all of its series have', () => {
  const series = (unit?: string) => ({ name: 'a', labels: {}, points: [], ...(unit !== undefined && { unit }) })
  expect(shownOf([series('ms'), series('ms')], 5).chart.unit).toBe('ms')
  for (const mixed of [[series('ms'), series('s')], [series('ms'), series()], [series()]])
    expect(shownOf(mixed, 5).chart).not.toHaveProperty('unit')
})
