import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'

function commit(lab: Lab, message: string): void {
  const who = ['-c', 'user.name=Furrow', '-c', 'user.email=furrow@localhost']
  execFileSync('git', ['add', '-A'], { cwd: lab.root })
  execFileSync('git', [...who, 'commit', '-q', '-m', message], { cwd: lab.root })
}

test('a line leads to its commit, its change, the decision, the feature and where that came from', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix login, FR-003' })
  await lab.call('adr.record', { title: 'One login', context: 'c', decision: 'd', rationale: 'r' })
  await lab.call('feedback.add', { text: 'Everybody has four passwords' })
  await lab.call('feedback.promote', { id: 'f-001', to: 'feature', title: 'Sign-on' })
  await lab.call('feature.link', { id: 'sign-on', change: 'fix-login-fr-003' })
  lab.write('src/login.ts', 'one\ntwo\n')
  commit(lab, 'fix: two\n\nFurrow-Change: fix-login-fr-003')
  const { causes, missing } = await lab.call('flow.why', { what: 'src/login.ts:2' })
  expect(causes.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'line src/login.ts:2',
    'change fix-login-fr-003',
    'requirement FR-003',
    'decision ADR-001',
    'feature sign-on',
    'feedback f-001',
  ])
  expect(missing.map(({ link }) => link)).toEqual(['the origin of feedback:f-001'])
})

test('where a link is missing it says which, and what would have made it', async () => {
  await using lab = await openLab()
  lab.write('src/login.ts', 'one\n')
  expect((await lab.call('flow.why', { what: 'src/login.ts:1' })).missing[0]?.would).toContain('it is in no commit yet')
  commit(lab, 'fix: one')
  expect((await lab.call('flow.why', { what: 'src/login.ts' })).missing[0]?.would).toContain('Furrow-Change: <id>')
})

test('a task leads to its source and its feature; what is gone is told', async () => {
  await using lab = await openLab()
  await lab.call('feature.create', { title: 'Sign-on' })
  await lab.call('task.add', { id: 'sign-on', title: 'Fix it', source: 'interaction:build/20260102-101500-a1b' })
  const { causes, missing } = await lab.call('flow.why', { what: 'task:sign-on/T1' })
  expect(causes.map(({ kind }) => kind)).toEqual(['task', 'feature'])
  expect(missing[0]?.link).toBe('interaction:build/20260102-101500-a1b')
  expect((await lab.refusal('flow.why', { what: 'task:sign-on/T9' })).code).toBe('not_found')
})
