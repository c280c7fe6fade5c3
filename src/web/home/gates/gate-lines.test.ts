import { expect, test } from 'vitest'
import { gateSummaryOf, homeGateLines } from './gate-lines.ts'

const gate = (name: string) => ({ name, command: `npm run ${name}`, timeout_seconds: 600 })
const run = (id: string, label: string, status: 'succeeded' | 'failed') => ({ id, label, status, started_at: '' })

test('each gate has its newest run, and those that never ran have none', () => {
  const lines = homeGateLines(
    [gate('lint'), gate('test'), gate('types')],
    [run('2', 'lint', 'failed'), run('1', 'lint', 'succeeded'), run('0', 'test', 'succeeded')],
  )
  expect(lines.map(({ last }) => last?.id)).toEqual(['2', '0', undefined])
  expect(gateSummaryOf(lines)).toBe('1 of 3 passed when last run')
})
