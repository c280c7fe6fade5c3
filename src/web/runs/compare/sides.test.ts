import { expect, test } from 'vitest'
import type { RunDetail } from '../../api/types.ts'
import { comparedPartsOf, isComparable, oneBefore } from './sides.ts'

const run = (more: Partial<RunDetail>): RunDetail => ({
  id: '20260102-101500-a1b',
  kind: 'exec',
  label: 'npm test',
  argv: ['npm', 'test'],
  status: 'succeeded',
  actor: { kind: 'person', id: 'person', door: 'cli' },
  started_at: '2026-01-02T10:15:00Z',
  level: 'group',
  cwd: '/w',
  trigger: 'run.exec',
  ...more,
})

const tool = (
  input: Record<string, unknown>,
  result: { ok: boolean; data?: unknown; error?: string },
): Partial<RunDetail> => ({
  kind: 'tool',
  tool: { name: 'greet', mode: 'run', tags: [], notes: null, input, result },
})

const line = (text: string, level = 'stdout') => ({ text, level })

test('runs of a tool are compared by input, result and each stream of the log; an error is a result', () => {
  const parts = comparedPartsOf(
    {
      run: run(tool({ who: 'a' }, { ok: true, data: 1 })),
      log: [line('\u001b[32mone\u001b[0m'), line('no', 'stderr'), line('two')],
    },
    { run: run(tool({ who: 'b' }, { ok: false, error: 'no' })), log: [line('no', 'stderr'), line('one')] },
  )
  expect(parts).toEqual([
    { what: 'Input', before: '{\n  "who": "a"\n}\n', after: '{\n  "who": "b"\n}\n' },
    { what: 'Result', before: '1\n', after: '"no"\n' },
    { what: 'Log', before: 'one\ntwo\n', after: 'one\n' },
    { what: 'Log of stderr', before: 'no\n', after: 'no\n' },
  ])
})

test('commands have no result to compare, and the command is what they were given', () => {
  const parts = comparedPartsOf({ run: run({}), log: [] }, { run: run({ argv: ['npm', 'run', 'a b'] }), log: [] })
  expect(parts).toEqual([{ what: 'Input', before: 'npm test\nin /w\n', after: "npm run 'a b'\nin /w\n" }])
})

test('durations are told as a difference, unless one of the two goes on', () => {
  const say = (ms: number) => `${ms} ms`
  expect(isComparable(run({ duration_ms: 100 }), run({ duration_ms: 900 }), say)).toBe('800 ms slower')
  expect(isComparable(run({ duration_ms: 900 }), run({ duration_ms: 100 }), say)).toBe('800 ms faster')
  expect(isComparable(run({ duration_ms: 900 }), run({ duration_ms: 910 }), say)).toBe('as fast')
  expect(isComparable(run({ duration_ms: 900 }), run({}), say)).toBeUndefined()
})

test('the one before is the newest older run of the same name and kind', () => {
  const older = run({ id: 'old', started_at: '2026-01-01T10:15:00Z' })
  const others = [
    run({ id: 'new', started_at: '2026-01-03T10:15:00Z' }),
    run({ label: 'else', started_at: '2026-01-01T11:00:00Z' }),
  ]
  expect(oneBefore(run({}), [...others, older])).toBe(older)
  expect(oneBefore(older, [run({}), older])).toBeUndefined()
})
