import { expect, test } from 'vitest'
import { openNeeds, parseDismissed } from './open-needs.ts'

test('a failed run that was put away is no need; another run of the same command is', () => {
  const failed = (id: string) => ({ kind: 'failed', title: 'npm test failed', href: `/runs/${id}` })
  const request = { kind: 'request', title: 'Agent asks', href: '/runs/a' }
  expect(openNeeds([failed('a'), failed('b'), request], ['/runs/a'])).toEqual([failed('b'), request])
  expect(openNeeds([{ kind: 'permission', title: 'Agent asks' }], [])).toEqual([])
})

test('what this browser kept is read, and anything else is nothing', () => {
  expect(parseDismissed('["/runs/a", 4]')).toEqual(['/runs/a'])
  for (const text of [null, '{}', 'no']) expect(parseDismissed(text)).toEqual([])
})
