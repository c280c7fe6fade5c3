import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../lab.ts'
import { type Held, MORE, ROWS } from './projects-rows.ts'

/** The rows that did not hold when the table was made. */
const OPEN = [5, 7, 8, 12, 28, 51, 58, 63, 65, 69, 72, 73, 77, 83, 85, 87, 89, 91, 99, 101, 103, 104]

function read(file: string): string {
  return fs.readFileSync(path.join(packageRoot, file), 'utf8')
}

/** The lines of a file that hold the title of a test. */
function titlesIn(file: string): string[] {
  const isTitle = (line: string) => /^\s*(?:test(?:\.each)?\(|\]?\)\()/.test(line) || /^\s+'.+',$/.test(line)
  return read(file).split('\n').filter(isTitle)
}

test('every row of the table of seed 003 is a test or a sentence of the docs', () => {
  expect(Object.keys(ROWS).map(Number)).toEqual(Array.from({ length: 104 }, (_, index) => index + 1))
  expect(lostOf(ROWS)).toEqual([])
})

test('so is what the table says of usability, and what a team needs', () => {
  expect(lostOf(MORE)).toEqual([])
})

/** What is held nowhere. */
function lostOf(rows: Readonly<Record<string, Held>>): string[] {
  return Object.entries(rows).flatMap(([row, [file, words]]) => {
    const texts = file.endsWith('.md') ? [read(file).replace(/\s+/g, ' ')] : titlesIn(file)
    return texts.some(text => text.includes(words)) ? [] : [`${row}: ${file} has no "${words}"`]
  })
}

test('each row that did not hold is named by a test', () => {
  for (const row of OPEN) {
    const [file = '', words] = ROWS[row] ?? []
    expect([row, file.endsWith('.test.ts'), words]).toEqual([row, true, `3-${row}`])
    expect(
      titlesIn(file).some(title => new RegExp(`\\b3-${row}\\b`).test(title)),
      `row ${row}`,
    ).toBe(true)
  }
})
