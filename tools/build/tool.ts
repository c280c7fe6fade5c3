import fs from 'node:fs'
import path from 'node:path'
import { inside } from '../_shared/files.ts'
import { countProblems, type Problem, problemsIn } from '../_shared/problems.ts'
import { defineTool, type ToolContext } from '../_shared/tool.ts'
import { command } from '../_shared/utils.ts'
import { type Builder, builderFor, detect, type Signs, SYSTEMS, type System } from './detect.ts'
import { meta } from './meta.ts'

interface Input {
  command?: string
  scope?: string
  system: System | 'auto'
  directory?: string
  timeout_seconds: number
}

defineTool<Input>({
  meta,
  async run(input, context) {
    const folder = inside(context.root, input.directory ?? '.')
    const plan = planOf(input, folder)
    if ('error' in plan) return { ok: false, error: plan.error, data: { status: 'undetected', problems: [] } }
    return summary(plan, await perform(plan, { folder, context, seconds: input.timeout_seconds }), context)
  },
})

interface Plan {
  system: System | 'command'
  commands: readonly (string | readonly string[])[]
  detected: System[]
}

function planOf(input: Input, folder: string): Plan | { error: string } {
  const signs = signsOf(folder)
  const detected = detect(signs)
  if (input.command !== undefined) return { system: 'command', commands: [input.command], detected }
  const system = input.system === 'auto' ? detected[0] : input.system
  if (system === undefined)
    return { error: `Nothing here says how to build it (looked for ${SYSTEMS.join(', ')}). Say it with --command.` }
  const { commands }: Builder = builderFor(system, signs, input.scope)
  return { system, commands, detected }
}

function signsOf(folder: string): Signs {
  const names = fs.readdirSync(folder)
  if (!names.includes('package.json')) return { names }
  try {
    return { names, manifest: JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) }
  } catch {
    // npm itself says best what is wrong with it.
    return { names, manifest: { scripts: { build: '' } } }
  }
}

interface Performed {
  code: number
  output: string[]
  timed_out: boolean
  duration_ms: number
}

/** One after the other, up to the first that fails. */
async function perform(
  { commands }: Plan,
  { folder, context, seconds }: { folder: string; context: ToolContext; seconds: number },
): Promise<Performed> {
  const done: Performed = { code: 0, output: [], timed_out: false, duration_ms: 0 }
  for (const [index, line] of commands.entries()) {
    context.progress(`Running ${spelled(line)}`, Math.round((index / commands.length) * 100))
    const ran = await command(line, {
      cwd: folder,
      signal: context.signal,
      timeoutSeconds: Math.max(1, seconds - done.duration_ms / 1000),
      onLine: (text, level) => context.log(text, level),
    })
    done.code = ran.code
    done.output.push(...ran.output)
    done.timed_out = ran.timed_out
    done.duration_ms += ran.duration_ms
    if (ran.code !== 0) break
  }
  return done
}

function summary(plan: Plan, { code, output, timed_out, duration_ms }: Performed, context: ToolContext) {
  const problems = problemsIn(output, context.root)
  const failed = code !== 0 || timed_out
  const { errors, warnings } = countProblems(problems)
  const data = {
    status: timed_out ? 'timed_out' : failed ? 'failed' : 'passed',
    system: plan.system,
    command: plan.commands.map(spelled).join(' && '),
    exit_code: code,
    duration_ms,
    errors,
    warnings,
    detected: plan.detected,
    problems,
    last_lines: failed ? output.slice(-20) : [],
  }
  if (problems.length === 0) context.render({ kind: 'key-value' })
  if (!failed) return { ok: true, data }
  return { ok: false, error: whyOf(data), data }
}

interface Failed {
  status: string
  command: string
  exit_code: number
  problems: readonly Problem[]
}

function whyOf({ status, command: line, exit_code, problems }: Failed): string {
  if (status === 'timed_out') return `${line} took longer than it may.`
  const first = problems.find(({ severity }) => severity === 'error')
  const at = first?.line === undefined ? '' : `:${first.line}`
  return `${line} failed with exit code ${exit_code}${first === undefined ? '.' : `: ${first.file}${at} ${first.message}`}`
}

function spelled(line: string | readonly string[]): string {
  return typeof line === 'string' ? line : line.join(' ')
}
