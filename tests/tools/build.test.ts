import { expect, test } from 'vitest'
import { conditionHolds } from '../../src/shared/follow-ups/holds.ts'
import { openHttpLab } from '../http.ts'
import { type Lab, openLab } from '../lab.ts'
import { runCli } from '../support/cli.ts'
import { addTool } from '../support/shipped.ts'
import { runToEnd } from '../support/tools.ts'

interface Built {
  status: string
  system: string
  command: string
  problems: Record<string, unknown>[]
  errors: number
}

async function build(lab: Lab, input: Record<string, unknown> = {}) {
  const record = await runToEnd(lab, 'build', input)
  return { record, data: record.result?.data as Built }
}

test('a C program is built by make; its errors and warnings are problems, and a fix makes it pass', async () => {
  await using lab = await openLab()
  await addTool(lab, 'build')
  lab.write('Makefile', 'all:\n\tcc -Wall -c main.c -o main.o\n')
  lab.write('main.c', 'int main(void) {\n  int unused = 1;\n  return missing;\n}\n')
  const { record, data } = await build(lab)
  expect(record).toMatchObject({ status: 'failed', result: { ok: false }, tool_version: '1.0.0' })
  expect(data).toMatchObject({ status: 'failed', system: 'make', command: 'make', exit_code: 2 })
  expect(data.problems).toContainEqual(
    expect.objectContaining({ file: 'main.c', line: 3, column: 10, severity: 'error' }),
  )
  expect(data.problems).toContainEqual(
    expect.objectContaining({ file: 'main.c', line: 2, severity: 'warning', code: '-Wunused-variable' }),
  )
  expect(record.result?.error).toContain('main.c:3')
  lab.write('main.c', 'int main(void) {\n  return 0;\n}\n')
  expect((await build(lab)).record).toMatchObject({
    status: 'succeeded',
    result: { data: { status: 'passed', problems: [] } },
  })
})

test('an npm workspace is built by its scope; what Node says about a broken script is a problem', async () => {
  await using lab = await openLab()
  await addTool(lab, 'build')
  const manifest = (more: object) => JSON.stringify({ version: '1.0.0', private: true, ...more })
  lab.write(
    'package.json',
    manifest({ name: 'all', workspaces: ['web', 'api'], scripts: { build: 'npm run build -ws' } }),
  )
  lab.write('web/package.json', manifest({ name: 'web', scripts: { build: 'node -e 0' } }))
  lab.write('api/package.json', manifest({ name: 'api', scripts: { build: 'node build.js' } }))
  lab.write('api/build.js', 'const a = 1\na(\n')
  const web = await build(lab, { scope: 'web' })
  expect(web.data).toMatchObject({ status: 'passed', command: 'npm run build --workspace web' })
  const api = await build(lab, { scope: 'api' })
  expect(api.data).toMatchObject({ status: 'failed', system: 'npm' })
  expect(api.data.problems).toContainEqual(
    expect.objectContaining({ file: 'api/build.js', line: 3, message: 'SyntaxError: Unexpected end of input' }),
  )
})

test('any command is a build, over HTTP its lines come as they are written, and its follow-ups fit its end', async () => {
  await using http = await openHttpLab()
  await addTool(http.lab, 'build')
  const input = { command: "echo 'src/a.ts(3,5): error TS1005: ; expected'; exit 3" }
  const answer = await http.ask('POST', '/api/tools/build/run', { input }, { Accept: 'text/event-stream' })
  const stream = await answer.text()
  expect(stream).toContain('Running echo')
  expect(stream).toContain('error TS1005')
  const tool = await http.lab.call('tool.info', { name: 'build' })
  const { result } = await runToEnd(http.lab, 'build', input)
  const offered = (value: unknown) =>
    (tool.result_actions ?? []).filter(({ condition }) => conditionHolds(condition, value)).map(({ label }) => label)
  expect(offered(result)).toEqual(['Fix build errors', 'Create task'])
  expect(offered((await runToEnd(http.lab, 'build', { command: 'true' })).result)).toEqual([])
})

test('without a sign of how to build, with wrong input or too little time it says so', async () => {
  await using lab = await openLab()
  await addTool(lab, 'build')
  expect((await build(lab)).record.result).toMatchObject({ ok: false, data: { status: 'undetected' } })
  expect((await build(lab, { directory: '..' })).record.result?.error).toBe('.. leads out of the project.')
  expect((await build(lab, { directory: 'gone' })).record.result?.error).toBe('There is no gone in the project.')
  expect((await build(lab, { system: 'make', scope: '-f' })).record.result?.error).toContain('taken for an option')
  const late = await build(lab, { command: 'sleep 60', timeout_seconds: 0.2 })
  expect(late.data).toMatchObject({ status: 'timed_out' })
  expect(await lab.refusal('tool.run', { name: 'build', input: { system: 'ant' } })).toMatchObject({ code: 'usage' })
})

test('as a person types it: add, list, trust, test, run', async () => {
  await using lab = await openLab()
  const before = await runCli(lab, ['tool', 'add', '--list'])
  expect(before.stdout).toMatch(/build\s.*Runs the build of this project/)
  expect((await runCli(lab, ['tool', 'add', 'build'])).code).toBe(0)
  expect((await runCli(lab, ['tool', 'add', '--list', '--json'])).stdout).toMatch(
    /"name":\s*"build"[^}]*"added":\s*true/,
  )
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
  expect((await runCli(lab, ['tool', 'test', 'build'])).code).toBe(0)
  const ran = await runCli(lab, ['run', 'build', '--command', 'echo built'])
  expect(ran).toMatchObject({ code: 0 })
  expect(ran.stdout + ran.stderr).toContain('built')
})
