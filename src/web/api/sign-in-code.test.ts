import { expect, test } from 'vitest'
import { codeIn } from './sign-in-code.ts'

test('a code is found in the printed address', () => {
  expect(codeIn('  http://127.0.0.1:4747/#c=Ab-9_x \n')).toBe('Ab-9_x')
  expect(codeIn('http://127.0.0.1:4747/runs#x=1&c=k9&y=2')).toBe('k9')
})

test('a bare code is taken as it is', () => {
  expect(codeIn(' k9Ab \n')).toBe('k9Ab')
})
