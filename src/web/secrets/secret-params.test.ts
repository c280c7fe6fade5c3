import { expect, test } from 'vitest'
import { secretsSearch } from './secret-params.ts'

test('an address names what is needed and a page to go back to', () => {
  const raw = { need: 'API_KEY', scope: 'staging', back: '/tools/deploy?tab=run' }
  expect(secretsSearch(raw)).toEqual(raw)
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 7])(
  '%s is no way back',
  back => {
    expect(secretsSearch({ back })).toEqual({})
  },
)

test.each(['A B', '1A', '', '<b>', 7])('%s is no name', need => {
  expect(secretsSearch({ need })).toEqual({})
})
