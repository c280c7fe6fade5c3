import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conditionHolds } from '../../src/shared/follow-ups/holds.ts'
import { type Lab, openLab, packageRoot } from '../lab.ts'
import { addTool } from '../support/shipped.ts'
import { runToEnd } from '../support/tools.ts'

interface Shown {
  status: string
  passed: number
  failed: number
  tests: { name: string; status: string }[]
  problems: Record<string, unknown>[]
  not_attached: string[]
}

async function run(lab: Lab, input: Record<string, unknown>) {
  const record = await runToEnd(lab, 'browser-test', input)
  return { record, data: record.result?.data as Shown, error: record.result?.error }
}

/** A runner of its own, as a project may have one: a real browser, JUnit to the report file, a screenshot of what fails. */
const RUNNER = `import fs from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'
const { chromium } = createRequire(${JSON.stringify(path.join(packageRoot, 'package.json'))})('playwright-core')
const browser = await chromium.launch({ executablePath: 'chromium', args: ['--no-sandbox'], chromiumSandbox: false })
const page = await browser.newPage({ viewport: { width: 300, height: 200 } })
await page.setContent('<title>Shop</title><button onclick="this.textContent=\\'Paid\\'">Pay</button>')
const cases = {
  'has a title': async () => (await page.title()) === 'Shop',
  'pays at once': async () => { await page.click('button'); return (await page.textContent('button')) === 'Paid' },
  'thanks the buyer': async () => (await page.getByText('Thank you').count()) === 1,
}
const wanted = Object.entries(cases).filter(([name]) => name.includes(process.argv[2] ?? ''))
const rows = []
for (const [index, [name, check]] of wanted.entries()) {
  console.log('[' + (index + 1) + '/' + wanted.length + '] ' + name)
  const fine = await check()
  if (!fine) await page.screenshot({ path: path.join(process.env.ARTIFACTS_DIR, name.replaceAll(' ', '-') + '.png') })
  rows.push('<testcase name="' + name + '" time="0.1">' + (fine ? '' : '<failure message="no thanks">at e2e/shop.ts:12:3</failure>') + '</testcase>')
}
await browser.close()
fs.writeFileSync(process.env.REPORT_FILE, '<testsuite>' + rows.join('') + '</testsuite>')
process.exit(rows.some(row => row.includes('failure')) ? 1 : 0)
`

test('a runner with a real Chromium: progress, the failing test with its place, its screenshot, the follow-up', async () => {
  await using lab = await openLab()
  await addTool(lab, 'browser-test')
  const program = process.env['PATH']
    ?.split(':')
    .map(folder => path.join(folder, 'chromium'))
    .find(file => fs.existsSync(file))
  lab.write('e2e/run.mjs', RUNNER.replace("executablePath: 'chromium'", `executablePath: ${JSON.stringify(program)}`))
  const command = 'node e2e/run.mjs {filter}'
  const { record, data, error } = await run(lab, { command })
  expect(error).toMatch(/^1 of the browser tests failed: thanks the buyer/)
  expect(data).toMatchObject({
    status: 'failed',
    passed: 2,
    failed: 1,
    problems: [{ file: 'e2e/shop.ts', line: 12, column: 3, severity: 'error' }],
    not_attached: [],
  })
  expect(record.attachments).toMatchObject([{ name: 'thanks-the-buyer.png', kind: 'screenshot' }])
  const { log } = await lab.call('tool.interaction', { name: 'browser-test', id: record.id })
  expect(log.map(({ text }) => text)).toEqual(expect.arrayContaining([expect.stringMatching(/^pays at once \(67%\)/)]))
  const some = await run(lab, { command, filter: 'pays at' })
  expect(some.data).toMatchObject({ status: 'passed', passed: 1, failed: 0 })
  const tool = await lab.call('tool.info', { name: 'browser-test' })
  const offered = (result: unknown) =>
    (tool.result_actions ?? []).filter(({ condition }) => conditionHolds(condition, result)).map(({ label }) => label)
  expect([offered(record.result), offered(some.record.result)]).toEqual([['Fix failing test'], []])
})

test("Playwright's JSON is read from its file; files outside of the project are not kept", async () => {
  await using lab = await openLab()
  await addTool(lab, 'browser-test')
  const attachments = [
    { name: 'trace', contentType: 'application/zip', path: 'test-results/trace.zip' },
    { name: 'passwords', contentType: 'text/plain', path: '/etc/passwd' },
    { name: 'note.txt', contentType: 'text/plain', body: Buffer.from('hello').toString('base64') },
  ]
  const result = {
    status: 'failed',
    duration: 1,
    error: { message: 'Error: no', location: { file: 'e2e/a.spec.ts', line: 3, column: 1 } },
    attachments,
  }
  const tests = [{ projectName: 'chromium', status: 'unexpected', results: [result] }]
  const suites = [
    {
      title: 'a.spec.ts',
      file: 'a.spec.ts',
      specs: [{ title: 'fails', ok: false, file: 'a.spec.ts', line: 1, column: 1, tests }],
    },
  ]
  lab.write('report.json', JSON.stringify({ suites, errors: [] }))
  lab.write('test-results/trace.zip', 'PK')
  const { record, data } = await run(lab, { command: 'cp report.json "$PLAYWRIGHT_JSON_OUTPUT_NAME"; exit 1' })
  expect(data.problems).toMatchObject([{ file: 'e2e/a.spec.ts', line: 3 }])
  expect(record.attachments?.map(({ name, kind }) => [name, kind])).toEqual([
    ['trace.zip', 'trace'],
    ['note.txt', 'file'],
  ])
  expect(data.not_attached).toEqual(['/etc/passwd: it is outside of the project'])
})

test('what cannot be run, reports nothing, or takes too long is said', async () => {
  await using lab = await openLab()
  await addTool(lab, 'browser-test')
  expect((await run(lab, {})).error).toMatch(/Nothing here says how to run browser tests/)
  expect((await run(lab, { command: 'true', filter: 'x' })).error).toMatch(/no {filter}/)
  expect((await run(lab, { command: 'echo broken >&2; exit 3' })).record.result).toMatchObject({
    ok: false,
    error: expect.stringContaining('exit code 3'),
    data: { last_lines: ['broken'] },
  })
  const said = "echo '1..1'; echo 'not ok 1 - pays'; echo 'e2e/pay.ts:12:3: error: no button'; exit 1"
  expect(await run(lab, { command: said })).toMatchObject({
    error: '1 of the browser tests failed: pays',
    data: { problems: [{ message: 'pays' }, { file: 'e2e/pay.ts', line: 12, message: 'no button' }] },
  })
  expect((await run(lab, { command: 'sleep 60', timeout_seconds: 0.2 })).data.status).toBe('timed_out')
  lab.write('old.xml', '<testsuite><testcase name="old"/></testsuite>')
  fs.utimesSync(path.join(lab.root, 'old.xml'), 1, 1)
  expect((await run(lab, { command: 'true', report: 'old.xml' })).data).toMatchObject({ status: 'passed', tests: [] })
  expect(await lab.refusal('tool.run', { name: 'browser-test', input: { format: 'x' } })).toMatchObject({
    code: 'usage',
  })
  expect(await lab.call('tool.test', { name: 'browser-test' })).toMatchObject({ failed: 0 })
})
