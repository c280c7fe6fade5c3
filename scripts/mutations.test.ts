import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../tests/lab.ts'

interface Mutation {
  readonly wall: string
  readonly file: string
  readonly find: string
  readonly replace: string
  readonly tests: readonly string[]
}

const read = (file: string) => fs.readFileSync(path.join(packageRoot, file), 'utf8')
const mutations = JSON.parse(read('tests/walls/mutations.json')) as Mutation[]

test('every mutation of a wall breaks exactly one place that is there, in a way of its own', () => {
  const lost = mutations.filter(({ file, find }) => read(file).split(find).length !== 2)
  expect(lost.map(({ wall, file }) => `${wall}: ${file}`)).toEqual([])
  const ways = mutations.map(({ file, find, replace }) => JSON.stringify([file, find, replace]))
  expect(ways.filter((way, at) => ways.indexOf(way) !== at)).toEqual([])
})

test('docs/reliability.md says how many there are', () => {
  expect(read('docs/reliability.md')).toContain(`lists\n${mutations.length} of them`)
})

test('every mutation names tests that are there', () => {
  const files = new Set(mutations.flatMap(({ tests: [, ...named] }) => named))
  expect([...files].filter(file => !fs.existsSync(path.join(packageRoot, file)))).toEqual([])
})
