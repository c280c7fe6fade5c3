import { type Attached, placeIn, plainMessage, type Tested } from './tested.ts'

type Fields = Readonly<Record<string, unknown>>

/** The JSON reporter: https://playwright.dev/docs/api/class-testresult, types in @playwright/test/reporter (JSONReport). */
export function playwrightTests(report: unknown): Tested[] | undefined {
  const { suites, errors } = fieldsOf(report)
  if (!Array.isArray(suites)) return undefined
  const broken = listOf(errors).map(error => brokenRun(fieldsOf(error)))
  return [...suites.flatMap(suite => inSuite(fieldsOf(suite), [])), ...broken]
}

/** Titles of files are no part of a test's name; titles of groups are. */
function inSuite(suite: Fields, above: readonly string[]): Tested[] {
  const isFile = suite['title'] === suite['file']
  const titles = isFile || suite['title'] === '' ? above : [...above, String(suite['title'])]
  const specs = listOf(suite['specs']).map(fieldsOf)
  return [
    ...specs.flatMap(spec => listOf(spec['tests']).map(test => tested(spec, fieldsOf(test), titles))),
    ...listOf(suite['suites']).flatMap(inner => inSuite(fieldsOf(inner), titles)),
  ]
}

const STATUS: Readonly<Record<string, Tested['status']>> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
  skipped: 'skipped',
}

function tested(spec: Fields, test: Fields, titles: readonly string[]): Tested {
  const results = listOf(test['results']).map(fieldsOf)
  const last = results.at(-1) ?? {}
  const failure = fieldsOf(results.map(({ error }) => error).findLast(error => error !== undefined))
  const project = test['projectName']
  const status = STATUS[String(test['status'])] ?? 'failed'
  const shown = [...titles, String(spec['title'])].join(' › ')
  return {
    name: typeof project === 'string' && project !== '' ? `[${project}] ${shown}` : shown,
    status,
    ...placeOf(spec, failure),
    duration_ms: results.reduce((sum, { duration }) => sum + (Number(duration) || 0), 0),
    ...(status !== 'passed' && typeof failure['message'] === 'string' && { message: plainMessage(failure['message']) }),
    ...(status !== 'passed' && { attachments: listOf(last['attachments']).map(each => attached(fieldsOf(each))) }),
  }
}

/** Where it failed, which may be in a helper; else where the test begins. */
function placeOf(spec: Fields, failure: Fields): Pick<Tested, 'file' | 'line' | 'column'> {
  const at = fieldsOf(failure['location'])
  const { file, line, column } = typeof at['file'] === 'string' ? at : spec
  return typeof file === 'string' ? { file, line: Number(line), column: Number(column) } : {}
}

function attached({ name, path, body }: Fields): Attached {
  return {
    name: String(name),
    ...(typeof path === 'string' && { path }),
    ...(typeof body === 'string' && { base64: body }),
  }
}

/** An error outside of any test: a config that cannot be read, a file that does not compile. */
function brokenRun({ message, location }: Fields): Tested {
  const text = plainMessage(String(message ?? 'The run failed.'))
  return { name: 'the run itself', status: 'failed', message: text, ...placeIn(text), ...placeOf({}, { location }) }
}

function fieldsOf(value: unknown): Fields {
  return value !== null && typeof value === 'object' ? (value as Fields) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
