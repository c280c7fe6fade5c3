import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { gitLab } from '../../../tests/support/store/git-lab.ts'
import { excludeStagedFiles } from './git-exclude.ts'
import { locateRepository } from './repository.ts'

const TEMPS = ['.furrow-20260102-101500-007-0.tmp', 'sdd/changes/.furrow-by-1-2-3-4.tmp']

function repositoryWith(lab: ReturnType<typeof gitLab>, excludes?: string) {
  const root = lab.repository('repo')
  const file = path.join(root, '.git/info/exclude')
  fs.rmSync(path.dirname(file), { recursive: true, force: true })
  if (excludes !== undefined) {
    fs.mkdirSync(path.dirname(file))
    fs.writeFileSync(file, excludes)
  }
  return { root, file, repository: locateRepository(root) }
}

test('git does not see what is being written, and sees everything else', () => {
  using lab = gitLab()
  const { root, repository } = repositoryWith(lab)
  for (const file of [...TEMPS, 'sdd/changes/change.json', 'notes.tmp']) lab.write(`repo/${file}`, 'x')
  excludeStagedFiles(repository)
  lab.git(root, 'add', '-A')
  const staged = lab.git(root, 'diff', '--cached', '--name-only').trim().split('\n')
  expect(staged).toEqual(expect.arrayContaining(['notes.tmp', 'sdd/changes/change.json']))
  expect(staged.filter(name => name.includes('.furrow-'))).toEqual([])
})

test.each([
  ['nothing', undefined, '.furrow-*.tmp\n'],
  ['lines', '# ours\n*.log\n', '# ours\n*.log\n.furrow-*.tmp\n'],
  ['a line without an end', '*.log', '*.log\n.furrow-*.tmp\n'],
  ['the line already', '.furrow-*.tmp\n*.log\n', '.furrow-*.tmp\n*.log\n'],
  ['bytes that are no text', '\xff\n', '\xff\n.furrow-*.tmp\n'],
])('where the person has %s, it stays', (_, before, after) => {
  using lab = gitLab()
  const { file, repository } = repositoryWith(lab, before)
  excludeStagedFiles(repository)
  expect(fs.readFileSync(file, 'utf8')).toBe(after)
})

test('a link of the person is left as it is, and a folder in the way does no harm', () => {
  using lab = gitLab()
  const { root, file, repository } = repositoryWith(lab, '')
  fs.rmSync(file)
  fs.symlinkSync(lab.write('elsewhere', '*.log\n'), file)
  excludeStagedFiles(repository)
  expect(fs.lstatSync(file).isSymbolicLink()).toBe(true)
  fs.rmSync(path.join(root, '.git/info'), { recursive: true })
  fs.writeFileSync(path.join(root, '.git/info'), 'in the way')
  expect(() => excludeStagedFiles(repository)).not.toThrow()
})
