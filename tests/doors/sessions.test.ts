import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab, packageRoot } from '../lab.ts'
import { matches, play, stepsIn } from '../support/session.ts'

// Each document is what a person types, word for word, with what they see.
const folder = path.join(packageRoot, 'docs/sessions')
const documents = fs.readdirSync(folder).filter(name => name.endsWith('.md'))

test.each(documents)('docs/sessions/%s happens as it is written', async name => {
  const steps = stepsIn(fs.readFileSync(path.join(folder, name), 'utf8'))
  expect(steps.length).toBeGreaterThan(0)
  await using lab = await openLab()
  const differing = (await play(lab, steps)).filter(({ expected, actual }) => !matches(expected, actual))
  expect(differing.map(({ command, line, actual }) => ({ at: `${name}:${line}`, command, actual }))).toEqual([])
})

test('a document may leave out lines and parts of lines, and nothing else', () => {
  expect(matches(['a ... c', '...', 'z'], ['a b c', 'more', 'and more', 'z'])).toBe(true)
  expect(matches(['a ... c', '...', 'z'], ['a b c', 'z'])).toBe(true)
  expect(matches(['a', 'z'], ['a', 'b', 'z'])).toBe(false)
  expect(matches([], ['something'])).toBe(false)
  expect(matches(['a.c'], ['abc'])).toBe(false)
})

test('steps are read with their lines, what continues them, and what follows', () => {
  const text = 'Words\n\n```console\n$ furrow status\nfine\n$ cat <<E\n> hi\n> E\nhi\n```\n```sh\n$ not this\n```\n'
  expect(stepsIn(text)).toEqual([
    { command: 'furrow status', expected: ['fine'], line: 4 },
    { command: 'cat <<E\nhi\nE', expected: ['hi'], line: 6 },
  ])
})
