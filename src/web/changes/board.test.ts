import { expect, test } from 'vitest'
import { byStage, byType } from './board.ts'
import type { ChangeRow } from './types.ts'

const row = (id: string, more: Partial<ChangeRow> = {}): ChangeRow => ({
  id,
  type: 'fix',
  size: 'small',
  description: id,
  status: 'completed',
  current_stage: 'verify',
  progress: { done: 4, of: 4 },
  updated_at: '2026-01-02T10:00:00.000Z',
  ...more,
})

const shape = (columns: ReturnType<typeof byStage>) =>
  Object.fromEntries(columns.map(({ key, changes }) => [key, changes.map(({ id }) => id)]))

test('every type has a column, one that only a config knows too', () => {
  expect(shape(byType([row('a'), row('b', { type: 'spike' })], ['feature', 'fix']))).toEqual({
    feature: [],
    fix: ['a'],
    spike: ['b'],
  })
})

test('open work stands at its stage, whatever its opening is called; the rest is finished', () => {
  const columns = byStage([
    row('done'),
    row('gone', { status: 'cancelled', current_stage: 'spec' }),
    row('new', { status: 'active', current_stage: 'propose' }),
    row('old', { status: 'paused', current_stage: 'scope' }),
    row('odd', { status: 'paused', current_stage: 'measure' }),
  ])
  expect(shape(columns)).toMatchObject({
    opening: ['new', 'old'],
    measure: ['odd'],
    spec: [],
    finished: ['done', 'gone'],
  })
  expect(columns.map(({ key }) => key).slice(-3)).toEqual(['measure', 'verify', 'finished'])
})

test('in a column the active change comes first, then paused ones, then the newest', () => {
  const rows = [row('newest'), row('paused', { status: 'paused' }), row('older'), row('active', { status: 'active' })]
  expect(shape(byType(rows, []))).toEqual({ fix: ['active', 'paused', 'newest', 'older'] })
})
