import { expect, test } from 'vitest'
import { repoOf } from './forge.ts'

test.each([
  ['git@github.com:team/shop.git', { host: 'github.com', owner: 'team', name: 'shop' }],
  ['https://github.com/team/shop.git', { host: 'github.com', owner: 'team', name: 'shop' }],
  ['https://token@github.com/team/shop', { host: 'github.com', owner: 'team', name: 'shop' }],
  ['ssh://git@forge.example.org:2222/team/shop.git', { host: 'forge.example.org', owner: 'team', name: 'shop' }],
])('%s is on a forge', (url, repo) => {
  expect(repoOf(url)).toEqual(repo)
})

test.each([
  '/srv/git/shop.git',
  '../shop',
  'file:///srv/shop.git',
  'https://github.com/team',
  'ext::sh -c x',
  'https://h/a/b/c',
  'https://h/a/$(x)',
])('%s is on none', url => {
  expect(repoOf(url)).toBeUndefined()
})
