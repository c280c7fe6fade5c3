import { expect, test } from 'vitest'
import { SHORTCUTS } from './keys/shortcuts.ts'
import { crumbsOf, entryOf, NAV, navPages } from './nav.ts'

test('the navigation has the six entries', () => {
  expect(NAV.map(entry => entry.title)).toEqual(['Home', 'Work', 'Tools', 'Ask', 'Memory', 'Settings'])
})

test('a page below an entry belongs to it', () => {
  expect(
    ['/', '/board', '/runs/20260102-101500-a1b', '/connect', '/nowhere'].map(path => entryOf(path)?.title),
  ).toEqual(['Home', 'Work', 'Tools', 'Settings', undefined])
})

test('every go-to shortcut leads to one page', () => {
  const gos = SHORTCUTS.filter(({ id }) => id.startsWith('go.')).map(({ id }) => id)
  const led = NAV.flatMap(entry => [entry, ...(entry.pages ?? [])]).flatMap(page => page.go ?? [])
  expect(led.sort()).toEqual([...gos].sort())
  expect(new Set(navPages().map(page => page.path)).size).toBe(navPages().length)
})

test('the page of one thing leads back to its list', () => {
  const titles = (path: string) => crumbsOf(path).map(({ title }) => title)
  expect(titles('/changes/fix-login')).toEqual(['Work', 'Changes'])
  expect(titles('/board/features/sign-on')).toEqual(['Work', 'Board'])
  expect(titles('/runs/compare')).toEqual(['Tools', 'Runs'])
  expect(titles('/memory/12')).toEqual(['Memory'])
  expect(titles('/changes')).toEqual([])
  expect(titles('/confirm/1')).toEqual([])
})
