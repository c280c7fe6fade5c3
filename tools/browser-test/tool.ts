import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inside } from '../_shared/files.ts'
import { type Problem, problemsIn } from '../_shared/problems.ts'
import { defineTool, type ToolContext } from '../_shared/tool.ts'
import { type CommandResult, command } from '../_shared/utils.ts'
import { attachAll } from './attach.ts'
import { meta } from './meta.ts'
import { type Plan, planFor, progressIn, type Signs } from './plan.ts'
import { type Format, type Read, readReport } from './reports/read.ts'
import type { Tested } from './reports/tested.ts'

interface Input {
  filter?: string
  command?: string
  format: Format | 'auto'
  report?: string
  directory?: string
  timeout_seconds: number
}

defineTool<Input>({
  meta,
  async run(input, context) {
    const folder = inside(context.root, input.directory ?? '.')
    const plan = planFor(input, signsOf(folder))
    const place = fs.mkdtempSync(path.join(os.tmpdir(), 'browser-test-'))
    try {
      const stage = { folder, plan, artifacts: path.join(place, 'artifacts'), report: path.join(place, 'report') }
      fs.mkdirSync(stage.artifacts)
      return summary(await perform(stage, input, context), stage, context)
    } finally {
      fs.rmSync(place, { recursive: true, force: true })
    }
  },
})

function signsOf(folder: string): Signs {
  const names = fs.readdirSync(folder)
  try {
    const { scripts = {} } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
    return { names, scripts: Object.keys(scripts) }
  } catch {
    return { names, scripts: [] }
  }
}

interface Stage {
  readonly folder: string
  readonly plan: Plan
  readonly artifacts: string
  readonly report: string
}

interface Performed {
  readonly ran: CommandResult
  readonly read: Read | undefined
}

async function perform(
  { folder, plan, artifacts, report }: Stage,
  input: Input,
  context: ToolContext,
): Promise<Performed> {
  context.progress(`Running ${spelled(plan.line)}`, 0)
  const began = Date.now()
  const ran = await command(plan.line, {
    cwd: folder,
    signal: context.signal,
    timeoutSeconds: input.timeout_seconds,
    env: {
      REPORT_FILE: report,
      ARTIFACTS_DIR: artifacts,
      TEST_FILTER: input.filter ?? '',
      // https://playwright.dev/docs/test-reporters#json-reporter: the older name, and the newer one
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      CI: '1',
      FORCE_COLOR: '0',
    },
    onLine(line, level) {
      const step = progressIn(line)
      if (step === undefined) context.log(line, level)
      else context.progress(step.message, step.percent)
    },
  })
  const own =
    input.report === undefined ? undefined : freshText(path.resolve(folder, input.report), began, context.root)
  const texts = [own, freshText(report, 0, path.dirname(report)), ran.stdout]
  return {
    ran,
    read: texts
      .map(text => (text === undefined ? undefined : readReport(text, input.format)))
      .find(each => each !== undefined),
  }
}

const MOST_BYTES = 32 * 2 ** 20
/** Some file systems count in whole seconds. */
const CLOCK_MS = 2000

/** A report of an earlier run says nothing about this one. */
function freshText(file: string, since: number, root: string): string | undefined {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isFile() || stat.mtimeMs < since - CLOCK_MS || stat.size > MOST_BYTES)
    return undefined
  return inside(root, path.relative(root, file)) === '' ? undefined : fs.readFileSync(file, 'utf8')
}

const MOST_TESTS = 1000

function summary({ ran, read }: Performed, { folder, plan, artifacts }: Stage, context: ToolContext) {
  const tests = read?.tests ?? []
  const count = (status: Tested['status']) => tests.filter(test => test.status === status).length
  const isFailed = ran.code !== 0 || ran.timed_out || count('failed') > 0
  const problems = placed(problemsOf(tests, context.root), () => problemsIn(ran.output, context.root))
  const skipped = attachAll(tests, context, { folder, roots: [context.root, artifacts], artifacts })
  const data = {
    status: ran.timed_out ? 'timed_out' : isFailed ? 'failed' : 'passed',
    runner: plan.runner,
    command: spelled(plan.line),
    exit_code: ran.code,
    ...(read !== undefined && { format: read.format }),
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    flaky: count('flaky'),
    duration_ms: ran.duration_ms,
    tests: tests.slice(0, MOST_TESTS).map(({ attachments: _, ...test }) => shownTest(test, context.root)),
    problems: isFailed ? problems : [],
    not_attached: skipped,
    last_lines: isFailed ? ran.output.slice(-20) : [],
  }
  if (read === undefined) context.render({ kind: 'key-value' })
  return isFailed ? { ok: false, error: whyOf(data), data } : { ok: true, data }
}

/** A report that names no place of what failed is helped out by what the runner printed. */
function placed(found: readonly Problem[], printed: () => readonly Problem[]): readonly Problem[] {
  return found.some(({ file }) => file !== '') ? found : [...found, ...printed()]
}

function problemsOf(tests: readonly Tested[], root: string): Problem[] {
  return tests
    .filter(({ status }) => status === 'failed')
    .map(({ name, file = '', line, column, message = '' }) => ({
      file: fromRoot(file, root),
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      severity: 'error' as const,
      message: [name, message.split('\n')[0] ?? '']
        .filter(part => part !== '')
        .join(': ')
        .slice(0, 500),
    }))
}

function shownTest(test: Omit<Tested, 'attachments'>, root: string) {
  return test.file === undefined ? test : { ...test, file: fromRoot(test.file, root) }
}

function fromRoot(file: string, root: string): string {
  return file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file
}

interface Failed {
  readonly status: string
  readonly command: string
  readonly exit_code: number
  readonly failed: number
  readonly problems: readonly Problem[]
}

function whyOf({ status, command: line, exit_code: code, failed, problems }: Failed): string {
  if (status === 'timed_out') return `${line} took longer than it may.`
  const [first] = problems
  if (failed === 0) return `${line} failed with exit code ${code}${first === undefined ? '.' : `: ${first.message}`}`
  return `${failed} of the browser tests failed${first === undefined ? '.' : `: ${first.message}`}`
}

function spelled(line: string | readonly string[]): string {
  return typeof line === 'string' ? line : line.join(' ')
}
