import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab, person } from '../../../tests/lab.ts'
import { createApp } from '../../app/app.ts'

/** The same repository in another folder, with the same home. */
function elsewhere(lab: Lab, root: string) {
  const app = createApp({ root, env: lab.env, manifest: lab.app.manifest })
  return {
    async call(name: string, input: unknown): Promise<Record<string, unknown>> {
      const outcome = await app.call(name, input, { actor: person })
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
      return outcome.value as Record<string, unknown>
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

function commit(lab: Lab): void {
  lab.write('README.md', 'x\n')
  execFileSync('git', ['add', '.'], { cwd: lab.root })
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@x', 'commit', '-qm', 'first'], { cwd: lab.root })
}

const fix = (description: string, content: string) => ({ type: 'fix', size: 'small', description, content })

test('two changes of one id in two copies of a repository keep a record each', async () => {
  await using lab = await openLab()
  commit(lab)
  const copy = path.join(path.dirname(lab.root), 'copy')
  fs.cpSync(lab.root, copy, { recursive: true })
  const login = await lab.call('change.start', fix('修复登录错误', '登录后跳转到错误页面'))
  await using other = elsewhere(lab, copy)
  const pay = await other.call('change.start', fix('修复支付错误', '支付失败'))
  expect([login.id, pay['id']]).toEqual(['change', 'change'])
  const found = await lab.call('memory.search', { query: 'topic:change', detail_level: 'full' })
  const texts = found.hits.map(({ content }) => content).join('\n')
  expect(texts).toContain('登录后跳转到错误页面')
  expect(texts).toContain('支付失败')
})

test('the stage of a change that goes on in a copy stays one record', async () => {
  await using lab = await openLab()
  commit(lab)
  await lab.call('change.start', fix('Login', 'First text'))
  const copy = path.join(path.dirname(lab.root), 'copy')
  fs.cpSync(lab.root, copy, { recursive: true })
  await using other = elsewhere(lab, copy)
  await other.call('change.reopen', { id: 'login', stage: 'describe', reason: 'again' })
  await other.call('change.artifact', { id: 'login', stage: 'describe' })
  await other.call('change.advance', { content: 'Second text' })
  const found = await lab.call('memory.search', { query: 'topic:change' })
  expect(found.hits).toHaveLength(1)
})

test('an id that is taken in another worktree is not given again', async () => {
  await using lab = await openLab()
  commit(lab)
  const tree = path.join(path.dirname(lab.root), 'tree')
  execFileSync('git', ['worktree', 'add', '-q', tree], { cwd: lab.root })
  await lab.call('change.start', fix('Percent coupons', 'a text'))
  await using other = elsewhere(lab, tree)
  expect((await other.call('change.start', fix('Percent coupons', 'b text')))['id']).toBe('percent-coupons-2')
})
