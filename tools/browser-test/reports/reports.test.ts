import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planFor, progressIn } from '../plan.ts'
import { readReport } from './read.ts'

/** The shape of JSONReport in @playwright/test/reporter. */
const PLAYWRIGHT = {
  config: { rootDir: '/app' },
  errors: [],
  stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 },
  suites: [
    {
      title: 'e2e/shop.spec.ts',
      file: 'e2e/shop.spec.ts',
      line: 0,
      column: 0,
      specs: [spec('opens', 'expected', { status: 'passed', duration: 12 })],
      suites: [
        {
          title: 'cart',
          file: 'e2e/shop.spec.ts',
          specs: [
            spec('pays', 'unexpected', {
              status: 'failed',
              duration: 30,
              error: {
                message: '\u001b[31mError\u001b[39m: no button',
                location: { file: '/app/e2e/help.ts', line: 7, column: 3 },
              },
              attachments: [{ name: 'screenshot', contentType: 'image/png', path: '/app/test-results/a.png' }],
            }),
            spec('waits', 'flaky', { status: 'passed', duration: 5 }),
            spec('later', 'skipped', { status: 'skipped', duration: 0 }),
          ],
        },
      ],
    },
  ],
}

function spec(title: string, status: string, result: object) {
  return {
    title,
    ok: status !== 'unexpected',
    file: 'e2e/shop.spec.ts',
    line: 4,
    column: 1,
    tests: [{ projectName: 'chromium', status, results: [result] }],
  }
}

test("Playwright's own report is read, also behind other lines", () => {
  const read = readReport(`Running 4 tests\n${JSON.stringify(PLAYWRIGHT)}`, 'auto')
  expect(read?.format).toBe('playwright')
  expect(read?.tests.map(({ name, status }) => [name, status])).toEqual([
    ['[chromium] opens', 'passed'],
    ['[chromium] cart › pays', 'failed'],
    ['[chromium] cart › waits', 'flaky'],
    ['[chromium] cart › later', 'skipped'],
  ])
  expect(read?.tests[1]).toMatchObject({
    file: '/app/e2e/help.ts',
    line: 7,
    message: 'Error: no button',
    attachments: [{ name: 'screenshot', path: '/app/test-results/a.png' }],
  })
  const broken = readReport(
    JSON.stringify({ suites: [], errors: [{ message: 'SyntaxError: e2e/a.spec.ts:3:1 oops' }] }),
    'auto',
  )
  expect(broken?.tests).toMatchObject([{ status: 'failed', file: 'e2e/a.spec.ts', line: 3 }])
})

test('JUnit is read with its failures, places, entities and attachments', () => {
  const read = readReport(
    `<?xml version="1.0"?><testsuites><testsuite name="shop">
      <testcase name="opens &amp; closes" classname="shop" time="0.012"/>
      <testcase name="pays" classname="shop" file="e2e/pay.ts" line="9" time="1.5">
        <failure message="no button"><![CDATA[Error: no <button>
    at e2e/pay.ts:12:5]]></failure>
        <system-out>[[ATTACHMENT|shots/pay.png]]</system-out>
      </testcase>
      <testcase name="waits" classname="shop"><error>late at e2e/wait.ts:3:1</error></testcase>
      <testcase name="later" classname="shop"><skipped/></testcase>
    </testsuite></testsuites>`,
    'auto',
  )
  expect(read).toMatchObject({
    format: 'junit',
    tests: [
      { name: 'shop › opens & closes', status: 'passed', duration_ms: 12 },
      { name: 'shop › pays', status: 'failed', file: 'e2e/pay.ts', line: 9, attachments: [{ path: 'shots/pay.png' }] },
      { status: 'failed', file: 'e2e/wait.ts', line: 3 },
      { status: 'skipped' },
    ],
  })
})

test('TAP is read; a line that sums up those below it is no test of its own', () => {
  const read = readReport(
    [
      'TAP version 14',
      '# Subtest: cart',
      '    ok 1 - opens',
      '    not ok 2 - pays',
      '      ---',
      '      duration_ms: 3.2',
    ]
      .concat([
        '      at: e2e/pay.ts:12:5',
        '      ...',
        '    1..2',
        'not ok 1 - cart',
        'ok 2 - later # SKIP no browser',
        'not ok 3 - soon # TODO',
        '1..3',
      ])
      .join('\n'),
    'auto',
  )
  expect(read?.tests).toMatchObject([
    { name: 'opens', status: 'passed' },
    { name: 'pays', status: 'failed', file: 'e2e/pay.ts', line: 12, duration_ms: 3 },
    { name: 'later', status: 'skipped' },
    { name: 'soon', status: 'skipped' },
  ])
})

test('any text is read or not, and never breaks the reader', () => {
  const pieces = fc.constantFrom(
    '<testsuite>',
    '<testcase name="a">',
    '</testcase>',
    '<failure',
    '<![CDATA[',
    ']]>',
    'ok 1',
    'not ok',
    '{"suites":[',
    '1..2\n',
    '&#x1F600;',
    '"',
    '>',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 40 }), parts => {
      const read = readReport(parts.join(''), 'auto')
      expect(read === undefined || Array.isArray(read.tests)).toBe(true)
    }),
  )
})

test('the command comes from the input, the files or the scripts, and a filter is data', () => {
  const none = { names: [], scripts: [] }
  expect(planFor({ command: 'run {filter}', filter: "it's; rm -rf /" }, none).line).toBe(`run 'it'\\''s; rm -rf /'`)
  expect(planFor({ command: 'run {filter}' }, none).line).toBe('run ')
  expect(() => planFor({ command: 'run', filter: 'x' }, none)).toThrow(/no {filter}/)
  const configured = { names: ['playwright.config.ts'], scripts: ['e2e'] }
  expect(planFor({ filter: 'a b' }, configured).line).toEqual(expect.arrayContaining(['playwright', '--grep', 'a b']))
  expect(planFor({ filter: 'a' }, { names: [], scripts: ['e2e'] }).line).toEqual(['npm', 'run', 'e2e', '--', 'a'])
  expect(() => planFor({}, none)).toThrow(/Say it with command/)
  expect(progressIn('[3/12] [chromium] › a.spec.ts')).toEqual({ message: '[chromium] › a.spec.ts', percent: 25 })
  expect(progressIn('plain')).toBeUndefined()
})
