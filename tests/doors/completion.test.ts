import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bin, type Lab, openLab } from '../lab.ts'
import { type Reach, shellTty } from '../support/cli.ts'
import { trust, trustedTool } from '../support/tools.ts'

// In the real shells, with real presses of the tab key.
let lab: Lab
let env: Record<string, string>
beforeAll(async () => {
  lab = await openLab()
  const properties = { who: { type: 'string', description: 'Whom to greet' }, tone: { enum: ['warm', 'cold'] } }
  await trustedTool(lab, 'greet', { description: 'Says hello.', input_schema: { type: 'object', properties } }, '')
  const shims = path.join(lab.home, 'shims')
  fs.mkdirSync(shims, { recursive: true })
  fs.writeFileSync(path.join(shims, 'furrow'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 })
  env = { ...lab.env, PATH: `${shims}:${lab.env['PATH']}`, PS1: '> ', TERM: 'dumb' }
})
afterAll(() => lab[Symbol.asyncDispose]())

const CLEAR_LINE = '\u0015'

const shells = [
  ['bash', 'bash --norc --noprofile -i', 'eval "$(furrow completion bash)"'],
  ['zsh', 'zsh -f -i', 'autoload -U compinit; compinit -u -D; eval "$(furrow completion zsh)"'],
] as const

test.each(shells)('%s completes commands, flags and values at the tab key', async (_, shell, setUp) => {
  const { stdout } = await shellTty({ root: lab.root, env }, shell, {
    env: { TERM: 'dumb' },
    watch: typing(
      `${setUp}; echo re''ady\r`,
      ['ready', 'furrow comple\t'],
      ['completion ', 'fi\t'],
      ['fish ', '--js\t'],
      ['--json', `${CLEAR_LINE}furrow request list --stat\t`],
      ['--status ', 'pen\t'],
      ['pending', `${CLEAR_LINE}furrow run gre\t`],
      ['greet ', '--wh\t'],
      ['--who ', `x --tone wa\t`],
      ['warm', `${CLEAR_LINE}exit\r`],
    ),
  })
  const shown = onScreen(stdout)
  expect(shown).toContain('completion fish --json')
  expect(shown).toContain('request list --status pending')
  expect(shown).toContain('run greet --who x --tone warm')
})

test('bash completes a value after the sign', () => {
  const script = `eval "$(furrow completion bash)"; COMP_WORDS=(furrow request list --status = pe); COMP_CWORD=5; _furrow; printf '%s\\n' "\${COMPREPLY[@]}"`
  expect(execFileSync('bash', ['--norc', '-c', script], { env, encoding: 'utf8' })).toBe('pending\n')
})

test('bash completes the name of a recipe after its colon', async () => {
  lab.write('package.json', '{"scripts":{"hello":"echo hello"}}\n')
  await trust(lab)
  const script = `eval "$(furrow completion bash)"; COMP_WORDS=(furrow run npm : he); COMP_CWORD=4; _furrow; printf '%s\\n' "\${COMPREPLY[@]}"`
  expect(execFileSync('bash', ['--norc', '-c', script], { env, encoding: 'utf8', cwd: lab.root })).toBe('hello\n')
})

test('fish completes commands, flags and values with what they mean', () => {
  const offered = (line: string) =>
    execFileSync('fish', ['--no-config', '-c', `furrow completion fish | source; complete -C '${line}'`], {
      env,
      encoding: 'utf8',
      cwd: lab.root,
    })
  expect(offered('furrow comple')).toMatch(/^completion\tA script .*\n$/)
  expect(offered('furrow completion ')).toBe('bash\nfish\nzsh\n')
  expect(offered('furrow request list --sta')).toMatch(/^--status\tOnly those/)
  expect(offered('furrow request list --status pen')).toMatch(/^pending/)
  expect(offered('furrow run gr')).toBe('greet\tSays hello.\n')
  expect(offered('furrow run greet --w')).toContain('--who\tWhom to greet\n')
  expect(offered('furrow run greet --tone ')).toMatch(/^cold\b.*\nwarm\b/)
})

/** What a reader sees: backspaces taken back, colours left out. */
function onScreen(printed: string): string {
  let shown = ''
  for (const character of printed.replace(/\u001b\[[\d;?]*[a-zA-Z]/g, ''))
    shown = character === '\b' ? shown.slice(0, -1) : shown + character
  return shown
}

/** Types the first line, then each answer once what it waits for is the newest thing on the screen. */
function typing(first: string, ...steps: readonly (readonly [seen: string, keys: string])[]) {
  let next = -1
  let from = 0
  return (printed: string, child: Reach) => {
    if (next < 0) {
      next = 0
      child.type(first)
      return
    }
    const [seen, keys] = steps[next] ?? []
    if (seen === undefined || keys === undefined) return
    const at = onScreen(printed).indexOf(seen, from)
    if (at < 0) return
    from = at + seen.length
    next += 1
    child.type(keys)
  }
}
