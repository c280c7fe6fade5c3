import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../lab.ts'
import { type Held, TOOL_ROWS } from './tool-rows.ts'

/** So many requirements the black-box table of the tool system has. */
const ROWS = 159

test('4-1 to 4-159: each row of the table is held by a test or by a sentence of the docs', () => {
  expect(Object.keys(TOOL_ROWS).map(Number)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1))
  const loose = Object.entries(TOOL_ROWS).filter(([, held]) => !isThere(held))
  expect(loose).toEqual([])
})

function isThere(held: Held): boolean {
  const [file, words] = 'test' in held ? held.test : held.says
  const place = path.join(packageRoot, file)
  if (!fs.existsSync(place)) return false
  const text = fs.readFileSync(place, 'utf8')
  return 'says' in held ? text.includes(words) : titlesIn(text).some(title => title.startsWith(words))
}

function titlesIn(text: string): string[] {
  return [...text.matchAll(/^\s*test(?:\.\w+(?:\([^\n]*?\))?)?\(\s*(['"`])(.*?)\1/gm)].map(([, , title = '']) => title)
}
