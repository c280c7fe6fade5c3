import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'

const paths = async (lab: Lab, question: string, limit = 5) =>
  (await lab.call('ask.search', { question, limit })).sources.map(({ path }) => path)

test('a function is cited whole, with its signature, wherever in it the words are', async () => {
  await using lab = await openLab()
  const filler = Array.from({ length: 75 }, (_, n) => `  step(${n})`)
  lab.write(
    'a.ts',
    ['import { step } from "./b"', '', 'export function sail() {', ...filler, '  walrus(tusk)', '}', ''].join('\n'),
  )
  const { sources } = await lab.call('ask.search', { question: 'where is the walrus tusk?' })
  expect(sources).toMatchObject([{ path: 'a.ts', lines: [3, 80], symbol: 'sail' }])
})

test('imports come after the code that uses what they name', async () => {
  await using lab = await openLab()
  const imports = Array.from({ length: 30 }, (_, n) => `import { walrus${n} } from './walrus/${n}'`)
  const body = Array.from({ length: 40 }, (_, n) => `  // the walrus number ${n}\n  tide(${n})`)
  lab.write('a.ts', [...imports, '', 'export function feedWalrus() {', ...body, '}', ''].join('\n'))
  const { sources } = await lab.call('ask.search', { question: 'how is a walrus fed?' })
  expect(sources[0]?.symbol).toBe('feedWalrus')
})

test('a large file leaves room for others', async () => {
  await using lab = await openLab()
  const functions = Array.from({ length: 120 }, (_, n) => `def walrus_${n}():\n${'    tusk(ice)\n'.repeat(30)}`)
  lab.write('large.py', functions.join('\n'))
  for (const n of [1, 2, 3]) lab.write(`small${n}.py`, `def harbour_${n}():\n    return tusk\n`)
  expect(new Set(await paths(lab, 'tusk', 30))).toEqual(new Set(['large.py', 'small1.py', 'small2.py', 'small3.py']))
})

test('the text of an issue leads to the code that its trace and its names are of', async () => {
  await using lab = await openLab()
  lab.write('src/shop/basket.ts', 'export function addToBasket(item) {\n  return item.price.tram\n}\n')
  lab.write('docs/guide.md', '# Steps to reproduce\n\nInstall it, run it and see the error in the console log.\n')
  lab.write('tests/basket.test.ts', "test('addToBasket', () => {\n  addToBasket({ price: 1 })\n})\n")
  const log = Array.from({ length: 2050 }, (_, n) => `2026-01-01T10:00:00Z INFO request ${n} answered`).join('\n')
  const issue = `Basket fails\n\n### Steps to reproduce\n\nInstall it, run it and see the error in the console log.\n\n${'```'}\n${log}\nTypeError: price is undefined\n    at addToBasket (/srv/app/src/shop/basket.ts:2:10)\n${'```'}\n`
  expect(issue.length).toBeGreaterThan(90_000)
  expect(await paths(lab, issue)).toEqual(expect.arrayContaining(['src/shop/basket.ts']))
  expect((await paths(lab, issue))[0]).toBe('src/shop/basket.ts')
})

test('an error message is found word for word', async () => {
  await using lab = await openLab()
  for (const n of [1, 2, 3, 4])
    lab.write(`a${n}.ts`, `export function error${n}() {\n  // harbour error: missing, closed, harbour\n}\n`)
  lab.write('b.ts', "export function moor() {\n  throw new Error('The harbour is closed')\n}\n")
  expect((await paths(lab, 'Error: The harbour is closed'))[0]).toBe('b.ts')
})

test.each([
  ['a.kt', 'class Shop {\n    fun buyTicket(): Int {\n        return walrus\n    }\n}\n', 'buyTicket'],
  ['a.swift', 'struct Shop {\n  func buyTicket() -> Int {\n    return walrus\n  }\n}\n', 'buyTicket'],
  [
    'a.vue',
    '<template>\n  <p/>\n</template>\n<script setup lang="ts">\nfunction buyTicket() {\n  return walrus\n}\n</script>\n',
    'buyTicket',
  ],
  ['a.svelte', '<script>\nfunction buyTicket() {\n  return walrus\n}\n</script>\n<p/>\n', 'buyTicket'],
  ['a.js', 'Shop.prototype.buyTicket = function () {\n  return walrus\n}\n', 'Shop.prototype.buyTicket'],
])('%s is cut by its symbols', async (file, text, symbol) => {
  await using lab = await openLab()
  lab.write(file, text)
  const { sources } = await lab.call('ask.search', { question: 'walrus' })
  expect(sources[0]?.symbol).toBe(symbol)
})

test('a follow-up is answered from what the thread is about', async () => {
  await using lab = await openLab()
  lab.write(
    'src/session.ts',
    'export function setCookie() {\n  // how long a cookie lasts\n}\nexport function clearCookie() {}\n',
  )
  for (const n of [1, 2, 3, 4, 5, 6])
    lab.write(`src/other${n}.ts`, `export function clear${n}() {\n  // how long it lasts, and when it is cleared\n}\n`)
  const first = await lab.call('ask.answer', { question: 'Where is the session cookie set?', way: 'extract' })
  const then = await lab.call('ask.answer', {
    question: 'And how long does it last?',
    thread_id: first.thread_id,
    way: 'extract',
  })
  expect(then.sources[0]?.path).toBe('src/session.ts')
})
