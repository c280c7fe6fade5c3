import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'

const FIX = { type: 'fix', size: 'small', description: 'Login redirect' }
const ID = 'login-redirect'

function git(lab: Lab, ...args: string[]): string {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'core.hooksPath=/dev/null']
  return execFileSync('git', [...who, ...args], { cwd: lab.root, env: lab.env, encoding: 'utf8' })
}

function commit(lab: Lab, file: string, message: string): void {
  lab.write(file, `${file}\n`)
  git(lab, 'add', '-A')
  git(lab, 'commit', '-q', '-m', message)
}

const kinds = ({ findings }: { findings: readonly { kind: string; level: string }[] }) =>
  findings.map(({ kind, level }) => `${level} ${kind}`)

test('edits without a change are told; by config they block; with a change they are fine', async () => {
  await using lab = await openLab()
  expect(kinds(await lab.call('check.run', {}))).toEqual([])
  lab.write('src/a.ts', 'a')
  expect(await lab.call('check.run', {})).toMatchObject({
    blocking: 0,
    findings: [{ kind: 'edited_without_change', level: 'advise', path: 'src/a.ts', fix: 'furrow start --help' }],
  })
  await lab.call('config.set', { key: 'hooks.edit', value: 'block' })
  expect((await lab.call('check.run', {})).blocking).toBe(1)
  await lab.call('change.start', FIX)
  expect(kinds(await lab.call('check.run', {}))).toEqual([])
})

test('before a commit only what is staged counts', async () => {
  await using lab = await openLab()
  lab.write('src/a.ts', 'a')
  expect(kinds(await lab.call('check.run', { staged: true }))).toEqual([])
  git(lab, 'add', 'src/a.ts')
  expect(kinds(await lab.call('check.run', { staged: true }))).toEqual(['advise edited_without_change'])
})

test('commits name a change that exists, and the change they name has proof where gates exist', async () => {
  await using lab = await openLab()
  commit(lab, 'README.md', 'first')
  git(lab, 'tag', 'base')
  await lab.call('change.start', FIX)
  commit(lab, 'src/a.ts', `fix: a\n\nFurrow-Change: ${ID}`)
  expect(kinds(await lab.call('check.run', { since: 'base' }))).toEqual([])
  commit(lab, 'src/b.ts', 'no trailer')
  commit(lab, 'src/c.ts', 'x\n\nFurrow-Change: nobody-knows')
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: unit\n    command: "true"\n')
  commit(lab, 'sdd/notes.md', 'only texts of the pipeline')
  const report = await lab.call('check.run', { since: 'base' })
  expect(kinds(report)).toEqual(['advise commit_without_change', 'block unknown_change', 'block unproven_change'])
  expect(report.findings[0]).toMatchObject({ path: 'src/b.ts', fix: 'furrow init --git-hooks' })
  expect(report.findings[2]).toMatchObject({ path: `sdd/changes/${ID}/change.json` })
})

test('a damaged change, and two active ones, block', async () => {
  await using lab = await openLab()
  await lab.call('change.start', FIX)
  const file = path.join(lab.root, 'sdd/changes', ID, 'change.json')
  lab.write('sdd/changes/other/change.json', fs.readFileSync(file, 'utf8').replaceAll(ID, 'other'))
  expect(kinds(await lab.call('check.run', {}))).toEqual(['block two_active_changes'])
  lab.write('sdd/changes/other/change.json', '{\n  "id": \n}')
  expect(await lab.call('check.run', {})).toMatchObject({
    blocking: 1,
    findings: [{ kind: 'damaged_change', path: 'sdd/changes/other/change.json', line: 3 }],
  })
})

test('SARIF and JSON are whole documents with the same findings', async () => {
  await using lab = await openLab()
  lab.write('src/a.ts', 'a')
  const texts = await Promise.all(
    (['sarif', 'json'] as const).map(async format => {
      const outcome = await lab.app.call('check.run', { format }, { actor: { kind: 'agent', id: 'ci', door: 'cli' } })
      if (!outcome.ok) throw new Error(outcome.error.message)
      return JSON.parse(outcome.text()) as Record<string, unknown>
    }),
  )
  expect(texts[0]).toMatchObject({
    version: '2.1.0',
    runs: [{ results: [{ ruleId: 'edited_without_change', level: 'note' }] }],
  })
  expect(texts[1]).toMatchObject({ blocking: 0, findings: [{ kind: 'edited_without_change' }] })
})

test('a commit that is not there, and a folder without git, are told as such', async () => {
  await using lab = await openLab()
  commit(lab, 'a.txt', 'first')
  expect(await lab.refusal('check.run', { since: 'nowhere' })).toMatchObject({ code: 'not_found', target: 'nowhere' })
  expect(await lab.refusal('check.run', { since: 'a..b' })).toMatchObject({ code: 'usage' })
  await using plain = await openLab({ git: false })
  expect(await plain.refusal('check.run', { staged: true })).toMatchObject({ code: 'usage' })
  expect(kinds(await plain.call('check.run', {}))).toEqual([])
})
