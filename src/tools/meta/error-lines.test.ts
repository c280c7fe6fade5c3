import { expect, test } from 'vitest'
import { errorLines } from './error-lines.ts'

const THROWN = `warming up
/caches/tools/lock.cjs:1
throw new Error("boom at load")
^

Error: boom at load
and its second line
    at Object.<anonymous> (/caches/tools/lock.cjs:1:7)
    at Module._load (node:internal/modules/cjs/loader:1104:12)
    at Function.executeUserEntryPoint [as runMain] (node:internal/modules/run_main:164:12)

Node.js v20.20.2
`

test('of a program that throws, the error and its place are shown, not the insides of Node', () => {
  expect(errorLines(THROWN)).toBe(
    'Error: boom at load\nand its second line\n    at Object.<anonymous> (/caches/tools/lock.cjs:1:7)',
  )
})

test('of a program that only prints, the last lines are shown', () => {
  expect(errorLines('1\n2\n3\n4\n5\n6\n')).toBe('2\n3\n4\n5\n6')
  expect(errorLines("Uncaught:\n'boom'\n\nNode.js v20.20.2\n")).toBe("Uncaught:\n'boom'")
  expect(errorLines('')).toBe('')
})
