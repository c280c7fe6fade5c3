import { expect, test } from 'vitest'
import type { ChangeRow } from '../change-types.ts'
import { byStage, byType } from './group-changes.ts'

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

type Rows = readonly ChangeRow[]
/** A list whose every change is loaded, so its totals say what it shows. */
const listed = (changes: Rows) => ({
  changes,
  totals: changes.map(({ type, current_stage: stage, status }) => ({
    type,
    stage,
    open: status === 'active' || status === 'paused',
    count: 1,
  })),
})

const shape = (columns: ReturnType<typeof byStage>) =>
  Object.fromEntries(columns.map(({ key, changes }) => [key, changes.map(({ id }) => id)]))

test('every type has a column, one that only a config knows too', () => {
  expect(shape(byType(listed([row('a'), row('b', { type: 'spike' })]), ['feature', 'fix']))).toEqual({
    feature: [],
    fix: ['a'],
    spike: ['b'],
  })
})

test('open work stands at its stage, whatever its opening is called; the rest is finished', () => {
  const columns = byStage(
    listed([
      row('done'),
      row('gone', { status: 'cancelled', current_stage: 'spec' }),
      row('new', { status: 'active', current_stage: 'propose' }),
      row('old', { status: 'paused', current_stage: 'scope' }),
      row('odd', { status: 'paused', current_stage: 'measure' }),
    ]),
  )
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
  expect(shape(byType(listed(rows), []))).toEqual({ fix: ['active', 'paused', 'newest', 'older'] })
})

test('D8: a column counts the changes that are not loaded too', () => {
  const totals = [
    { type: 'fix', stage: 'verify', open: false, count: 334 },
    { type: 'fix', stage: 'spec', open: true, count: 2 },
    { type: 'refactor', stage: 'describe', open: true, count: 7 },
  ]
  const counts = (columns: ReturnType<typeof byStage>) =>
    Object.fromEntries(columns.map(({ key, total }) => [key, total]))
  expect(counts(byType({ changes: [row('a')], totals }, ['fix']))).toEqual({ fix: 336, refactor: 7 })
  expect(counts(byStage({ changes: [row('a')], totals }))).toMatchObject({ opening: 7, spec: 2, finished: 334 })
})
