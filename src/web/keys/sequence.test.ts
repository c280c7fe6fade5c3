import { expect, test } from 'vitest'
import { matchKey, type PendingKeys, type Press } from './sequence.ts'
import { SHORTCUTS } from './shortcuts.ts'

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  mod: false,
  shift: false,
  alt: false,
  typing: false,
  at: 0,
  ...more,
})
const on = (more: { waiting?: PendingKeys; singleKeys?: boolean } = {}) => ({
  table: SHORTCUTS,
  waiting: more.waiting,
  singleKeys: more.singleKeys ?? true,
})

test('two keys in a row go somewhere', () => {
  const first = matchKey(press('g'), on())
  expect(first.ids).toEqual([])
  expect(matchKey(press('r', { at: 500 }), on({ waiting: first.waiting as PendingKeys })).ids).toEqual(['go.runs'])
})

test('a sequence is forgotten after a while', () => {
  expect(matchKey(press('r', { at: 5_000 }), on({ waiting: { keys: 'g', at: 0 } })).ids).toEqual([])
})

test('a key that does not continue a sequence counts for itself', () => {
  expect(matchKey(press('j', { at: 10 }), on({ waiting: { keys: 'g', at: 0 } })).ids).toEqual(['list.next'])
})

test('letters in a field stay text, the palette opens from everywhere', () => {
  expect(matchKey(press('j', { typing: true }), on()).ids).toEqual([])
  expect(matchKey(press('k', { mod: true, typing: true }), on()).ids).toEqual(['palette'])
})

test('single keys can be turned off', () => {
  const off = on({ singleKeys: false })
  for (const key of ['?', '/', 'g', 'j', 'n', 'f']) expect(matchKey(press(key), off)).toEqual({ ids: [] })
  expect(matchKey(press('k', { mod: true }), off).ids).toEqual(['palette'])
})

test('signs that need Shift on some keyboards count as the sign', () => {
  expect(matchKey(press('?', { shift: true }), on()).ids).toEqual(['help'])
  expect(matchKey(press('N', { shift: true }), on()).ids).toEqual(['log.previous'])
})

test('no two shortcuts of the same group share their keys, and none hides behind a shorter one', () => {
  for (const one of SHORTCUTS)
    for (const other of SHORTCUTS) {
      if (one === other) continue
      if (one.group === other.group) expect(one.keys).not.toBe(other.keys)
      expect(other.keys.startsWith(`${one.keys} `)).toBe(false)
    }
})
