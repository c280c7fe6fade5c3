import { expect, test } from 'vitest'
import { findingPath } from './finding-path.ts'

test('a finding is named after its title, and never takes the file of another one', () => {
  expect(findingPath('Wie schnell? Größe & Co.', [])).toBe('findings/wie-schnell-gro-e-co.md')
  expect(findingPath('  ', [])).toBe('findings/finding.md')
  expect(findingPath('速度', [])).toBe('findings/finding.md')
  expect(findingPath('Speed', ['findings/speed.md', 'findings/speed-2.md'])).toBe('findings/speed-3.md')
})
