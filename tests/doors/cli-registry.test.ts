import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeManifest } from '../../src/app/manifest.ts'
import { builtins } from '../../src/doors/cli/builtin/builtins.ts'
import { fieldsOf } from '../../src/operation/command/fields.ts'
import { parseTyped } from '../../src/operation/command/parse.ts'
import { commandTreeOf, locateCommand } from '../../src/operation/command/tree.ts'
import { codes, type Failure } from '../../src/operation/errors.ts'
import { type Lab, openLab, packageRoot } from '../lab.ts'
import { runCli } from '../support/cli.ts'

// What holds for every command there is; a new operation is in it unasked.
const { operations } = await makeManifest(packageRoot)
const commands = [...operations.filter(({ cli }) => cli !== undefined), ...builtins.map(({ entry }) => entry)]
const tree = commandTreeOf(commands)
const table = commands.map(entry => [`furrow ${entry.cli?.path}`, entry] as const)
const called = operations.map(entry => [entry.name, entry] as const)

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab[Symbol.asyncDispose]())

test.each(table)('%s --help shows its summary and its example', async (line, entry) => {
  const { code, stdout, stderr } = await runCli(lab, [...shellWords(line).slice(1), '--help'])
  expect(stdout).toContain(entry.summary)
  expect(stdout).toContain(entry.cli?.example)
  expect([code, stderr]).toEqual([0, ''])
})

test.each(table)('the example of %s is a command line of it', (_, entry) => {
  expect(commandIn(entry.cli?.example ?? '')).toBe(entry.name)
})

test.each(called.filter(([, { cli }]) => cli !== undefined))(
  '%s --json answers its example with one document',
  async (_, entry) => {
    const { code, stdout, stderr } = await runCli(lab, withJson(shellWords(entry.cli?.example ?? '').slice(1)))
    const answer = JSON.parse(stdout) as { ok?: boolean; error?: Failure | string }
    // A tool that failed has a result all the same, in the tool's own words.
    const error = typeof answer.error === 'string' ? undefined : answer.error
    const failed = answer.ok === false ? codes.failed.exit : 0
    expect(code).toBe(error === undefined ? failed : codes[error.code].exit)
    if (error?.fix?.startsWith('furrow ')) expect(commandIn(error.fix)).toBeDefined()
    expect(stderr).toBe('')
  },
)

test.each(called)('%s refuses inputs it does not know, and those that reach for a prototype', async (_, entry) => {
  const input = '{"no_such_input":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
  const { code, stdout } = await runCli(lab, ['call', entry.name, '--yes', '--json', '--input', input])
  expect((JSON.parse(stdout) as { error?: Failure }).error).toMatchObject({ code: 'usage' })
  expect(code).toBe(2)
})

test('commands run without the prototype accessor', async () => {
  const { code } = await runCli(lab, ['status', '--json'], { env: { NODE_OPTIONS: '--disable-proto=throw' } })
  expect(code).toBe(0)
})

test('bare furrow is the status', async () => {
  const bare = await runCli(lab, [])
  expect(bare).toEqual(await runCli(lab, ['status']))
})

test('furrow --version says the version and nothing else', async () => {
  const { stdout, code } = await runCli(lab, ['--version'])
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(code).toBe(0)
})

test('furrow reference names every operation', async () => {
  const { stdout } = await runCli(lab, ['reference'])
  for (const { name, summary } of operations) {
    expect(stdout).toContain(`### ${name}\n`)
    expect(stdout).toContain(summary)
  }
})

test('--workspace works from anywhere', async () => {
  const { stdout } = await runCli(lab, ['--workspace', lab.root, 'where', '--json'], { cwd: '/' })
  expect(stdout).toContain(lab.root)
})

/** The operation or command that a line is of; throws when it would be refused as usage. */
function commandIn(line: string): string | undefined {
  const { node, rest } = locateCommand(tree, shellWords(line).slice(1))
  const { entry, path } = node
  if (entry === undefined) throw new Error(`${line} leads to no command`)
  parseTyped({ path, fields: fieldsOf(entry) }, rest)
  return entry.name
}

function withJson(words: readonly string[]): string[] {
  const end = words.indexOf('--')
  return end < 0 ? [...words, '--json'] : [...words.slice(0, end), '--json', ...words.slice(end)]
}

/** The words of the furrow command in a line; where its output or input goes is the shell's business. */
function shellWords(line: string): string[] {
  const command = line.split(/ [|<>] /).find(part => part.startsWith('furrow ')) ?? line
  return execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)
}
