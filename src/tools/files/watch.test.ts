import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'
import { bareTool, writeTool } from '../../../tests/support/tools.ts'
import { watchTools } from './watch.ts'

test('an edit with any program is told: a new tool, its code, what it imports, a recipe', async () => {
  await using lab = await openLab()
  let told = 0
  using _watch = watchTools(lab.app, () => {
    told += 1
  })
  const toldAfter = async (change: () => void) => {
    const before = told
    change()
    await expect.poll(() => told, { timeout: 20_000 }).toBeGreaterThan(before)
  }
  await toldAfter(() => writeTool(lab, 'first', bareTool({}, '')))
  await toldAfter(() => writeTool(lab, 'first', bareTool({ version: '2.0.0' }, '')))
  await toldAfter(() => lab.write('.sdlc/tools/_shared/word.ts', 'export const word = 1\n'))
  await toldAfter(() => lab.write('.sdlc/tools/_shared/word.ts', 'export const word = 2\n'))
  await toldAfter(() => lab.write('package.json', '{"scripts":{"hello":"echo hello"}}\n'))
})

test('what is no tool is not told, and nothing is told afterwards', async () => {
  await using lab = await openLab()
  let told = 0
  const watch = watchTools(lab.app, () => {
    told += 1
  })
  lab.write('src/index.ts', 'export {}\n')
  writeTool(lab, 'first', bareTool({}, ''))
  await expect.poll(() => told, { timeout: 20_000 }).toBe(1)
  watch[Symbol.dispose]()
  writeTool(lab, 'second', bareTool({}, ''))
  using second = watchTools(lab.app, () => {
    told += 10
  })
  writeTool(lab, 'third', bareTool({}, ''))
  await expect.poll(() => told, { timeout: 20_000 }).toBeGreaterThanOrEqual(11)
  expect(told % 10).toBe(1)
  expect(second).toBeDefined()
})
