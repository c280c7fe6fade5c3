import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandLine } from './command.ts'

test('a shell reads the line back as the same arguments', () => {
  const word = fc.string().filter(text => !text.includes('\0'))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), argv => {
      const line = `${commandLine([process.execPath, '-p', 'JSON.stringify(process.argv.slice(1))', '--', ...argv])}`
      expect(JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' }))).toEqual(argv)
    }),
    { numRuns: 15 },
  )
})
