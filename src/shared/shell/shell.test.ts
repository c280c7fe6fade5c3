import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refuse } from '../../operation/errors.ts'
import { type ShellText, shell, shellLine, splice } from './shell.ts'

const HOSTILE = [
  '',
  ' ',
  "'",
  "';touch pwned;'",
  "\\';touch pwned;'\\",
  '$(touch pwned)',
  '`touch pwned`',
  '"; touch pwned; "',
  'a\ntouch pwned\n',
  '\r\ntouch pwned\r\n',
  '\n\n',
  '-rf',
  '--help',
  '-',
  '--',
  '-\n',
  '!!',
  '!touch',
  "it's !x",
  '~',
  '~root',
  '*',
  '{a,b}',
  '=ls',
  'a=b',
  '#x',
  '&& touch pwned',
  '| touch pwned',
  '> pwned',
  '%s%n',
  '\\',
  '\\\\n',
  '\u001b[2J\u001b]0;x\u0007',
  '\t',
  '\u202etxt.exe',
  '\u2028',
  '\u0085',
  'ünïcode 🌾',
  '\u200b',
]

const value = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...'\'"\\$`!-~*;&|<>(){}[]#%= \n\r\t\u001bxé'), maxLength: 12 }),
)
// No argument of a program can hold a NUL, nor half of a pair.
const values = fc.array(
  value.map(text => Buffer.from(text.replaceAll('\0', '')).toString()),
  { minLength: 1, maxLength: 4 },
)

const SHELLS = ['sh', 'bash', 'dash', 'zsh'].filter(name => isInstalled(name))

test.each(SHELLS)(
  '%s reads every value back as it was, and runs nothing else',
  name => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-shell-'))
    const read = (line: ShellText) => execFileSync(name, ['-c', line], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
    try {
      const check = (given: readonly string[]) => {
        const line = shell`env printf -- '%s\\0' ${given}`
        expect(line).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}`]*$/u)
        expect(read(line).split('\0').slice(0, -1), line).toEqual(name === 'zsh' ? given.map(oneLastBreak) : given)
      }
      for (const text of HOSTILE) check([text, `a${text}b`])
      fc.assert(fc.property(values, check), { numRuns: 120 })
      expect(fs.readdirSync(folder)).toEqual([])
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  },
  60_000,
)

test('a terminal of bash finds no history in a value', () => {
  for (const text of HOSTILE.filter(each => each.includes('!'))) {
    const line = shell`env printf -- '%s\\0' ${[text, `${text}\n'${text}`]}`
    const input = `set -o history -o histexpand\ntouch_nothing=1\n${line}\n`
    const out = execFileSync('bash', ['--norc', '--noprofile', '-i'], { input, encoding: 'utf8', stdio: 'pipe' })
    expect(out.split('\0').slice(0, -1)).toEqual([text, `${text}\n'${text}`])
  }
})

test('fish, which reads a backslash in single quotes, cannot be made to run a value', () => {
  if (!isInstalled('fish')) return
  const given = HOSTILE.filter(text => !text.endsWith('\n'))
  const out = execFileSync('fish', ['--no-config', '-c', shell`env printf -- '%s\\0' ${given}`], { encoding: 'utf8' })
  expect(out.split('\0').slice(0, -1)).toEqual(given)
})

test('what needs no quotes gets none', () => {
  expect(shell`furrow change cancel ${'fix-login'}`).toBe('furrow change cancel fix-login')
  expect(shell`furrow adr show ${7}`).toBe('furrow adr show 7')
  expect(shell`chmod +x ${'/opt/my tools/it'}`).toBe("chmod +x '/opt/my tools/it'")
  expect(shell`furrow guide change-${'spec'}`).toBe('furrow guide change-spec')
})

test('a value is never an option', () => {
  expect(shell`furrow change cancel ${'-f'}`).toBe('furrow change cancel -- -f')
  expect(shell`furrow feature write ${'-f'} ${'x'} --content -`).toBe('furrow feature write --content - -- -f x')
  expect(shell`furrow spec reopen ${'-f'} --reason ${'-x'}`).toBe('furrow spec reopen --reason -x -- -f')
  expect(shell`git log -- ${'-f'}`).toBe('git log -- -f')
  expect(shell`furrow agent revise --reason ${'-x'}`).toBe('furrow agent revise --reason -x')
  expect(shell`furrow tool clone ${'a'} my-${'-f'}`).toBe('furrow tool clone a my--f')
})

test('commands are put together from commands, and a list that is empty leaves no gap', () => {
  const scope = shell`--scope ${'my scope'}`
  expect(shell`furrow secrets set ${'A'} ${splice(scope)}`).toBe("furrow secrets set A --scope 'my scope'")
  expect(shell`furrow secrets set ${'A'} ${[]}`).toBe('furrow secrets set A')
  expect(shell`sh -c ${shell`echo ${'a b'}`}`).toBe(`sh -c 'echo '\\''a b'\\'''`)
  expect(shellLine(['furrow', 'exec', '--', 'ls', '-l'])).toBe('furrow exec -- ls -l')
})

test('a fix is a command that was made here: the compiler refuses any other text', () => {
  const id = 'x; rm -rf ~'
  // @ts-expect-error: a text that nobody quoted
  refuse('not_found', 'There is no such thing.', { fix: `furrow change cancel ${id}` })
  // @ts-expect-error: nor one without a hole, which would grow one
  refuse('not_found', 'There is no such thing.', { fix: 'furrow change list' })
  expect(refuse('not_found', 'There is no such thing.', { fix: shell`furrow change cancel ${id}` }).fix).toBe(
    "furrow change cancel 'x; rm -rf ~'",
  )
})

/** IFS of zsh ends with a NUL, where an argument ends. */
function oneLastBreak(text: string): string {
  return text.replace(/\n+$/, '\n')
}

function isInstalled(name: string): boolean {
  try {
    execFileSync(name, ['-c', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
