import { type Problem, problemsIn } from '../_shared/problems.ts'
import { defineTool, type ToolContext } from '../_shared/tool.ts'
import { command, furrow } from '../_shared/utils.ts'

interface Gate {
  name: string
  command: string
  timeout_seconds: number
}

interface Checked {
  name: string
  status: 'passed' | 'failed' | 'timed_out'
  exit_code: number
  duration_ms: number
  problems: Problem[]
  last_lines: string[]
}

defineTool<{ gates?: string[] }>({
  meta: {
    name: 'quality-check',
    display_name: 'Dev Quality Check',
    description: 'Runs the quality gates of .sdlc/config.yaml at once and lists the problems they find.',
    version: '1.0.0',
    streaming: true,
    timeout_seconds: 3600,
    effect: 'write',
    tags: ['test'],
    input_schema: {
      type: 'object',
      properties: { gates: { type: 'array', items: { type: 'string' }, description: 'Only these; all when left out' } },
      additionalProperties: false,
    },
    output_schema: {
      type: 'object',
      properties: {
        status: { type: 'string', enum: ['passed', 'failed', 'unconfigured'] },
        passed: { type: 'integer' },
        failed: { type: 'integer' },
        gates: { type: 'array' },
        problems: { type: 'array' },
      },
    },
    result_actions: [
      {
        id: 'fix',
        label: 'Fix Issues',
        icon: 'wrench',
        condition: '$.data.failed > 0',
        prompt_template:
          'Some quality gates of {{project}} fail. Find the cause of each problem, fix it in the code, and run the tool {{tool}} again until every gate passes. Never weaken a gate.\n\nProblems: {{result.data.problems | json | truncate:20000}}\n\nGates: {{result.data.gates | json | truncate:20000}}',
      },
      {
        id: 'reconfigure',
        label: 'Reconfigure',
        icon: 'plus',
        prompt_template:
          'Look at how {{project}} is built, linted and tested: its scripts, its CI, its documentation. Rewrite the section `gates` of .sdlc/config.yaml, a list of { name, command, timeout_seconds }, so that it holds the commands this project really uses; change nothing else, and keep what a person wrote there for a reason. Try each command once. The person sees your change as a diff and merges it, or not: say in a sentence each why a gate came, went or changed.\n\nLast result: {{result.data | json | truncate:10000}}',
      },
    ],
    render: { kind: 'table', path: 'gates', columns: ['name', 'status', 'duration_ms'] },
  },
  async run({ gates: wanted }, context) {
    const listed = (await furrow(['gate', 'list'])) as { gates: Gate[]; trusted: boolean }
    const gates = listed.gates.filter(({ name }) => wanted === undefined || wanted.includes(name))
    const unknown = (wanted ?? []).filter(name => !listed.gates.some(gate => gate.name === name))
    if (unknown.length > 0) return { ok: false, error: `There is no gate ${unknown.join(', ')}.` }
    if (gates.length === 0) return unconfigured()
    if (!listed.trusted) return { ok: false, error: 'The gates of this repository are not trusted: furrow trust' }
    return summary(await inParallel(gates, context))
  },
})

function unconfigured() {
  const error = 'No gates are configured. They are in .sdlc/config.yaml, under gates.'
  return { ok: false, error, data: { status: 'unconfigured', passed: 0, failed: 0, gates: [], problems: [] } }
}

async function inParallel(gates: readonly Gate[], context: ToolContext): Promise<Checked[]> {
  let done = 0
  context.progress(`Running ${gates.length} gates`, 0)
  return Promise.all(
    gates.map(async gate => {
      const checked = await check(gate, context)
      done += 1
      context.progress(`${gate.name} ${checked.status}`, Math.round((done / gates.length) * 100))
      return checked
    }),
  )
}

async function check(gate: Gate, context: ToolContext): Promise<Checked> {
  const { code, output, timed_out, duration_ms } = await command(gate.command, {
    cwd: context.root,
    signal: context.signal,
    timeoutSeconds: gate.timeout_seconds,
    onLine: (line, level) => context.log(`[${gate.name}] ${line}`, level),
  })
  return {
    name: gate.name,
    status: timed_out ? 'timed_out' : code === 0 ? 'passed' : 'failed',
    exit_code: code,
    duration_ms,
    problems: code === 0 ? [] : problemsIn(output),
    last_lines: code === 0 ? [] : output.slice(-20),
  }
}

function summary(gates: readonly Checked[]) {
  const failed = gates.filter(({ status }) => status !== 'passed')
  const data = {
    status: failed.length === 0 ? 'passed' : 'failed',
    passed: gates.length - failed.length,
    failed: failed.length,
    gates,
    problems: gates.flatMap(({ name, problems }) => problems.map(problem => ({ gate: name, ...problem }))),
  }
  const names = failed.map(({ name }) => name).join(', ')
  return failed.length === 0 ? { ok: true, data } : { ok: false, error: `${names} failed.`, data }
}
