import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { commitHere } from './commit-here.ts'

async function messageOf(lab: Lab, file: string): Promise<string> {
  for (const [key, value] of [
    ['user.name', 'Test'],
    ['user.email', 'test@example.com'],
  ])
    execFileSync('git', ['config', key ?? '', value ?? ''], { cwd: lab.root })
  lab.write(file, file)
  const { workspace } = lab.app
  const call = { workspace, signal: new AbortController().signal, env: lab.env }
  await commitHere(call, { message: 'docs: publish', paths: [file] })
  return execFileSync('git', ['log', '-1', '--format=%B'], { cwd: lab.root, encoding: 'utf8' }).trim()
}

test('what Furrow commits during a change carries the trailer, and nothing else does', async () => {
  await using lab = await openLab()
  expect(await messageOf(lab, 'a.md')).toBe('docs: publish')
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Login redirect' })
  expect(await messageOf(lab, 'b.md')).toBe('docs: publish\n\nFurrow-Change: login-redirect')
})
