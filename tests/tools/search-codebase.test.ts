import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { conditionHolds } from '../../src/shared/follow-ups/holds.ts'
import { openLab, packageRoot } from '../lab.ts'
import { addTool } from '../support/shipped.ts'
import { runToEnd } from '../support/tools.ts'

interface Shown {
  count: number
  results: { path: string; place: string; excerpt: string }[]
}

test('this repository is searched by question, and by what looks like a flag', async () => {
  await using lab = await openLab({ git: false })
  // The part of this tree that is asked about, with its own history.
  execFileSync('git', ['init', '-q', lab.root])
  const files = execFileSync('git', ['ls-files', 'src/tools', 'src/shared', 'src/secrets'], {
    cwd: packageRoot,
    encoding: 'utf8',
  })
  execFileSync('cp', ['--parents', ...files.trim().split('\n'), lab.root], { cwd: packageRoot })
  await addTool(lab, 'search-codebase')
  const record = await runToEnd(lab, 'search-codebase', { query: 'where is a condition of a follow-up parsed?' })
  expect(record).toMatchObject({ status: 'succeeded', tool_version: '1.0.0' })
  const { results } = Object(record.result?.data) as Shown
  expect(results.map(({ path: file }) => file)).toContain('src/shared/follow-ups/condition.ts')
  expect(results[0]?.place).toMatch(/^[\w./-]+:\d+$/)
  const odd = await runToEnd(lab, 'search-codebase', { query: '--help "$(touch x)"', limit: 1, purpose: 'change' })
  expect(odd.result?.ok).toBe(true)
  expect(lab.list('.')).not.toContain('x')
  const tool = await lab.call('tool.info', { name: 'search-codebase' })
  const offered = (tool.result_actions ?? []).filter(({ condition }) => conditionHolds(condition, record.result))
  expect(offered).toMatchObject([{ label: 'Open AMA thread', operation: { name: 'ask.answer' } }])
})

test('without a question it is refused, and its own tests pass', async () => {
  await using lab = await openLab()
  await addTool(lab, 'search-codebase')
  lab.write('readme.md', '# A tool\n\nThis text is about a tool.\n')
  expect(await lab.refusal('tool.run', { name: 'search-codebase', input: {} })).toMatchObject({
    code: 'usage',
    target: 'query',
  })
  expect(await lab.call('tool.test', { name: 'search-codebase' })).toMatchObject({ failed: 0, passed: 1 })
})
