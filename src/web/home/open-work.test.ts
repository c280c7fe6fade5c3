import { expect, test } from 'vitest'
import { shell } from '../../shared/shell/shell.ts'
import { openWorkItems } from './open-work.ts'

const next = {
  says: 'Write `propose`.',
  command: shell`furrow continue`,
  tool: { name: 'sdd_continue', arguments: {} },
}

test('whatever is open is listed with its place and its next step', () => {
  const all = openWorkItems({
    work: { id: 'fix-it', type: 'fix', size: 'small', description: 'Fix it', stage: 'describe', next },
    specification: { name: 'shop', mode: 'guided', stage: 'design', stale: ['sdd/requirements.md'], next },
  })
  expect(all.map(({ kind, href, at }) => [kind, href, at])).toEqual([
    ['Change', '/changes/fix-it', 'describe'],
    ['Specification', '/specs', 'design'],
  ])
  expect(all[0]).toMatchObject({ says: 'Write propose.', command: shell`furrow continue`, stale: [] })
  expect(all[1]?.stale).toEqual(['sdd/requirements.md'])
})

test('nothing open is nothing listed', () => {
  expect(openWorkItems({})).toEqual([])
})
