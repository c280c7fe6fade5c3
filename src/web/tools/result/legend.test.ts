import { expect, test } from 'vitest'
import { legendOf } from './legend.ts'

const chart = {
  x: [1_767_225_600, 1_767_312_000, 1_767_398_400],
  times: true,
  series: [
    { label: 'p50', values: [120, 133.25, null] },
    { label: 'p95', values: [null, null, null] },
  ],
}

test('nobody points anywhere: every line is named with its latest figure', () => {
  expect(legendOf(chart, undefined)).toEqual({
    at: undefined,
    figures: [
      { label: 'p50', text: '133.25' },
      { label: 'p95', text: 'none' },
    ],
  })
})

test('where somebody points, the time and the figures of that place are told', () => {
  const { at, figures } = legendOf(chart, 2)
  expect(at).toMatch(/2026/)
  expect(figures.map(({ text }) => text)).toEqual(['none', 'none'])
  expect(legendOf({ ...chart, times: false, x: [1, 2, 3_000] }, 2).at).toBe('3,000')
})
