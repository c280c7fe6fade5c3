import { expect, test } from 'vitest'
import { tabTitle } from './title.ts'

test('the title says what is going on, the page and the workspace, each once', () => {
  expect(tabTitle('Runs', { workspace: 'shop', running: 2, needs: 1 })).toBe('2 running · Runs · shop')
  expect(tabTitle('shop', { workspace: 'shop', needs: 1 })).toBe('1 needs you · shop')
  expect(tabTitle('Memory', { workspace: 'shop', needs: 3 })).toBe('3 need you · Memory · shop')
  expect(tabTitle('Home', {})).toBe('Home · Furrow')
})
