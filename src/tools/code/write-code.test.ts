import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'

test('a file of a tool is written by its revision, and only in a tool of the repository', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/tools/greet/tool.ts', 'export {}\n')
  const { files } = await lab.call('tool.source', { name: 'greet' })
  const revision = files[0]?.revision ?? ''
  const wish = { name: 'greet', path: 'tool.ts', content: 'export const a = 1\n', expected_revision: revision }
  expect((await lab.call('tool.write', wish)).path).toBe('.sdlc/tools/greet/tool.ts')
  expect(lab.read('.sdlc/tools/greet/tool.ts')).toBe('export const a = 1\n')
  expect((await lab.refusal('tool.write', { ...wish, content: 'other' })).code).toBe('stale_revision')
  expect((await lab.refusal('tool.write', { ...wish, name: 'ama' })).code).toBe('not_found')
})
