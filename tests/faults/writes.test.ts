import { expect, test } from 'vitest'
import { makeManifest } from '../../src/app/manifest.ts'
import { packageRoot } from '../lab.ts'
import { exempt, writes } from './writes.ts'

const { operations } = await makeManifest(packageRoot)
const writing = operations.filter(({ effect }) => effect !== 'read').map(({ name }) => name)
const tested = new Set(writes.flatMap(({ order }) => ('call' in order ? [order.call] : [])))

test('every operation that writes is put to the fault tests, or says why not', () => {
  expect(writing.filter(name => !tested.has(name) && exempt[name] === undefined)).toEqual([])
})

test('nothing is exempt that is tested, or that does not exist', () => {
  expect(Object.keys(exempt).filter(name => tested.has(name) || !writing.includes(name))).toEqual([])
})

test('no two writes have one name', () => {
  expect(new Set(writes.map(({ name }) => name)).size).toBe(writes.length)
})
