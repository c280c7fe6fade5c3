import { expect, test } from 'vitest'
import { repoOf } from './forge.ts'

test.each([
  ['git@github.com:ada/shop.git', { host: 'github.com', owner: 'ada', name: 'shop' }],
  ['https://github.com/ada/shop.git', { host: 'github.com', owner: 'ada', name: 'shop' }],
  ['https://token@github.com/ada/shop', { host: 'github.com', owner: 'ada', name: 'shop' }],
  ['ssh://git@forge.example.org:2222/ada/shop.git', { host: 'forge.example.org', owner: 'ada', name: 'shop' }],
])('%s is on a forge', (url, repo) => {
  expect(repoOf(url)).toEqual(repo)
})

test.each([
  '/srv/git/shop.git',
  '../shop',
  'file:///srv/shop.git',
  'https://github.com/ada',
  'ext::sh -c x',
  'https://h/a/b/c',
  'https://h/a/$(x)',
])('%s is on none', url => {
  expect(repoOf(url)).toBeUndefined()
})
