import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { snapshot } from './snapshot.ts'

test('a file that was changed in the second of its index, and is as long as before, is in the snapshot', async () => {
  await using lab = await openLab()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: lab.root, encoding: 'utf8' })
  const second = (file: string) => Math.floor(fs.statSync(path.join(lab.root, file)).mtimeMs / 1000)
  let isOneSecond = false
  while (!isOneSecond) {
    lab.write('a.txt', 'one\n')
    git('add', 'a.txt')
    const before = second('a.txt')
    lab.write('a.txt', 'two\n')
    isOneSecond = second('.git/index') === before && second('a.txt') === before
  }
  while (Math.floor(Date.now() / 1000) <= second('a.txt')) await pause(50)

  const { commit } = await snapshot({ root: lab.root, message: 'now' })

  expect(git('show', `${commit}:a.txt`)).toBe('two\n')
})
